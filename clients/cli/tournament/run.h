#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <vector>

#include "engine/players/entrant.h"
#include "server/contest/plan.h"
#include "server/league/tournament.h"

namespace rensa::cli {

struct TournamentOptions {
  int jobs = 1;
  std::function<bool()> stop;                           // asked between answers
  std::function<void(const league::Tournament&)> tell;  // after each game, on any thread but one at a time
};

// Plays what is left of a run between these players, in this process; false: it was stopped before its end. A result
// counts once it is on disk. Killed at any moment it goes on where it was: what had begun and not ended is played
// again. Throws std::runtime_error where the folder cannot be used.
bool run_tournament(const contest::Plan& plan, const std::vector<players::Entrant>& entrants,
                    const std::filesystem::path& folder, const TournamentOptions& options);

// What a game takes, by some that are played until so much time has passed.
double seconds_a_game(const contest::Plan& plan, const std::vector<players::Entrant>& entrants,
                      std::chrono::seconds patience);

}  // namespace rensa::cli
