#pragma once

#include <filesystem>
#include <functional>

#include "clients/cli/tournament/plan.h"
#include "server/league/tournament.h"

namespace rensa::cli {

// A folder holds a run: its journal, and the records of its games.
std::filesystem::path journal_in(const std::filesystem::path& folder);
std::filesystem::path record_in(const std::filesystem::path& folder, const league::GameId& game);

struct TournamentOptions {
  int jobs = 1;
  std::function<bool()> stop;                           // asked between games, and now and then
  std::function<void(const league::Tournament&)> tell;  // after each game, on any thread but one at a time
};

// Plays what is left of a run in this process, and gives it as it is then: over, or stopped. A result counts once it is
// on disk. Killed at any moment it goes on where it was: what had begun and not ended is played again. Throws
// std::runtime_error where the folder cannot be used.
league::Tournament run_tournament(const TournamentPlan& plan, const std::filesystem::path& folder,
                                  const TournamentOptions& options);

}  // namespace rensa::cli
