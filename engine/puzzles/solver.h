#pragma once

#include <cstdint>
#include <vector>

#include "engine/limits/search_limits.h"
#include "engine/puzzles/puzzle.h"

namespace rensa::puzzles {

// Finds the solutions of a puzzle. The search tries all placements that can still meet the goal (can_be_met in goal.h).

struct SolveLimits {
  std::size_t max_solutions = 100;               // more solutions are counted, but not kept
  std::uint64_t stop_after = ~std::uint64_t{0};  // the search ends after this many different solutions
  std::uint64_t max_nodes = 200'000'000;         // fields from which placements are tried
  const limits::StopFlag* stop = nullptr;        // null, or a flag that outlives the search
};

// The placements of the pairs up to the one that meets the goal.
using Solution = std::vector<rules::Placement>;

struct SolveResult {
  // The solutions, ordered by the number of hands, then by kPlacements. A double is placed in only one of its two equal
  // orientations.
  std::vector<Solution> solutions;
  std::uint64_t different = 0;  // solutions; a double turned upside down is the same solution
  std::uint64_t sequences = 0;  // solutions; a double turned upside down is another one
  int hands = 0;                // of the shortest solution; 0 if there is none
  std::uint64_t nodes = 0;
  bool complete = true;  // false: a limit ended the search, and there may be more or shorter solutions
};

SolveResult solve(const Puzzle& puzzle, const SolveLimits& limits);

// The result of playing a puzzle with given placements.
struct AttemptResult {
  bool solved = false;
  int hands = 0;      // placed until the puzzle was solved or an illegal placement came
  bool legal = true;  // false: a placement is not on the field or cannot be reached, or the field is choked
};
AttemptResult check_attempt(const Puzzle& puzzle, std::span<const rules::Placement> placements);

}  // namespace rensa::puzzles
