#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <vector>

#include "engine/players/registry.h"
#include "engine/record/record.h"
#include "server/tournament/journal/progress.h"
#include "server/tournament/plan/plan.h"

namespace rensa::cli {

inline constexpr int kMostGamesAtATime = 256;

struct TournamentOptions {
  int jobs = 1;
  std::function<bool()> stop;                                       // asked between answers
  std::function<void(const tournament::TournamentProgress&)> tell;  // after each game, on any thread but one at a time
};

// Callbacks that store the events and records of a run. Only one thread at a time calls them, except `save`.
struct Keeping {
  std::vector<tournament::Event> past;
  std::function<void(const tournament::Event&)> take_down;
  std::function<void(const tournament::GameId&, const record::Record&)> save;
  std::function<void()> sync;  // all that was taken down is on disk afterwards
};
// Stores a run as a journal and records. A run that was killed at any moment continues from them; games that had begun
// but not ended are played again. Throws std::runtime_error if the folder cannot be used.
Keeping kept_in(const tournament::TournamentPlan& plan, const std::filesystem::path& folder);
Keeping kept_nowhere();

// Plays the remaining games of a run between these players in this process. Returns the progress at its end or when it
// is stopped. A result counts once it is stored.
tournament::TournamentProgress run_tournament(const tournament::TournamentPlan& plan,
                                              const std::vector<players::Entrant>& entrants, const Keeping& keeping,
                                              const TournamentOptions& options);

// Estimates the time of a game by playing games until `patience` has passed.
double seconds_a_game(const tournament::TournamentPlan& plan, const std::vector<players::Entrant>& entrants,
                      std::chrono::seconds patience);

}  // namespace rensa::cli
