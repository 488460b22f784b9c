#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "clients/command_line/command_line.h"
#include "engine/players/registry.h"
#include "engine/record/record.h"
#include "server/tournament/journal/progress.h"
#include "server/tournament/plan/plan.h"

namespace rensa::cli {

// A tournament that this program plays itself.

// Reads a plan from a file, with the players and rulesets that this program knows. Throws command_line::UsageError that
// names the file and the error.
tournament::TournamentPlan plan_of_file(const std::string& file);

// Reads a plan from a text that this program has made. Error messages begin with `source`.
tournament::TournamentPlan plan_of_generated_text(const std::string& text, const std::string& source);

// Returns the players of a plan, or nothing if some of them are not built in, so that this process cannot play them.
std::vector<players::Entrant> entrants_of(const tournament::TournamentPlan& plan);

struct TournamentOptions {
  int jobs = 1;
  std::function<bool()> stop;  // called before each decision; true ends the tournament
  // Called after each game, by one thread at a time.
  std::function<void(const tournament::TournamentProgress&)> on_progress;
};

// The past events of a tournament, and callbacks that store its next events and its records. Only one thread at a time
// calls them, except `save`.
struct TournamentStore {
  std::vector<tournament::Event> past;
  std::function<void(const tournament::Event&)> append;
  std::function<void(const tournament::GameId&, const record::Record&)> save;
  std::function<void()> sync;  // all appended events are on disk when it returns
};
// Stores a tournament as a journal and records in a folder. A tournament that was killed at any moment continues from
// them, and plays the unfinished games again. Throws std::runtime_error if the folder cannot be used.
TournamentStore store_in(const tournament::TournamentPlan& plan, const std::filesystem::path& folder);
// Throws std::runtime_error if store_in() or a private server could not use the folder for this plan. Changes nothing.
// Returns the events of the journal that is there already.
std::vector<tournament::Event> check_tournament_folder(const tournament::TournamentPlan& plan,
                                                       const std::filesystem::path& folder);
// Throws std::runtime_error if players have joined on a server, so that this process alone cannot play on.
void refuse_joined_players(const std::vector<tournament::Event>& events);
// Returns a store that keeps nothing.
TournamentStore store_nowhere();

// Plays the remaining games of a tournament in this process. Returns the progress at its end or when it is stopped. A
// result counts as soon as it is stored.
tournament::TournamentProgress run_tournament(const tournament::TournamentPlan& plan,
                                              const std::vector<players::Entrant>& entrants,
                                              const TournamentStore& store, const TournamentOptions& options);

// Estimates the time of a game by playing games for a while.
double seconds_per_game(const tournament::TournamentPlan& plan, const std::vector<players::Entrant>& entrants,
                        std::chrono::seconds duration);

}  // namespace rensa::cli
