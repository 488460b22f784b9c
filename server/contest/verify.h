#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "server/contest/plan.h"

namespace rensa::contest {

// What is wrong with a run, a sentence each; and how many games its journal says are over.
struct Verified {
  std::vector<std::string> faults;
  std::size_t games = 0;
  bool is_of_plan = true;  // false: the journal follows another one
};

// A line each; where nothing is wrong, how many games were held against the plan.
std::string text_of(const Verified& verified);

// Holds a run against its plan: every line of the journal in its place, no game twice, every pair drawn as the plan's
// formats would have drawn it, and each game's record played again to the result that the journal has, with the
// players, seats and queue of the plan.
Verified verify_run(const Plan& plan, const std::filesystem::path& folder);

}  // namespace rensa::contest
