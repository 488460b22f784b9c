#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <vector>

#include "engine/players/registry.h"
#include "engine/record/record.h"
#include "server/tournament/plan/plan.h"
#include "server/tournament/journal/progress.h"

namespace rensa::cli {

inline constexpr int kMostGamesAtATime = 256;

struct TournamentOptions {
  int jobs = 1;
  std::function<bool()> stop;                           // asked between answers
  std::function<void(const tournament::TournamentProgress&)> tell;  // after each game, on any thread but one at a time
};

// What becomes of what happens. All are called by one thread at a time but `save`.
struct Keeping {
  std::vector<tournament::Event> past;
  std::function<void(const tournament::Event&)> take_down;
  std::function<void(const tournament::GameId&, const record::Record&)> save;
  std::function<void()> sync;  // all that was taken down is on disk afterwards
};
// As a journal and records: killed at any moment a run goes on where it was, and what had begun and not ended is played
// again. Throws std::runtime_error where the folder cannot be used.
Keeping kept_in(const tournament::TournamentPlan& plan, const std::filesystem::path& folder);
Keeping kept_nowhere();

// Plays what is left of a run between these players, in this process, and gives it as it is then: over, or stopped. A
// result counts once it is kept.
tournament::TournamentProgress run_tournament(const tournament::TournamentPlan& plan, const std::vector<players::Entrant>& entrants,
                                  const Keeping& keeping, const TournamentOptions& options);

// What a game takes, by some that are played until so much time has passed.
double seconds_a_game(const tournament::TournamentPlan& plan, const std::vector<players::Entrant>& entrants,
                      std::chrono::seconds patience);

}  // namespace rensa::cli
