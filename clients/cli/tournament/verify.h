#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "clients/cli/tournament/plan.h"

namespace rensa::cli {

// What is wrong with a run, a sentence each; and how many games its journal says are over.
struct Verified {
  std::vector<std::string> faults;
  std::size_t games = 0;
};

// Holds a run against its plan: every line of the journal in its place, no game twice, and each one's record played
// again to the result that the journal has, with the players, seats and queue of the plan.
Verified verify_run(const TournamentPlan& plan, const std::filesystem::path& folder);

}  // namespace rensa::cli
