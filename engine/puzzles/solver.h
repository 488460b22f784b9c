#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/puzzles/puzzle.h"

namespace rensa::puzzles {

// Whether a puzzle can be solved, and how: by trying everything that could still be enough (can_be_met in goal.h).

struct SolveLimits {
  std::size_t most_solutions = 100;          // kept; the others are counted
  std::uint64_t enough = ~std::uint64_t{0};  // different solutions, after which the search is given up
  std::uint64_t most_nodes = 200'000'000;    // fields from which placements are tried
};

// A placement for each pair up to the one that meets the goal.
using Solution = std::vector<rules::Placement>;

struct Solved {
  // The fewest hands first, and among those in the order of kPlacements. A double has no twins among them.
  std::vector<Solution> solutions;
  std::uint64_t different = 0;  // solutions that let different puyos lie in different cells
  std::uint64_t ways = 0;       // the same, a double upside down counted as another
  int hands = 0;                // of the shortest; 0: there is none
  std::uint64_t nodes = 0;
  bool complete = true;  // false: the search was given up, and there may be more, or shorter ones
};

Solved solve(const Puzzle& puzzle, const SolveLimits& limits);

// What became of a way to play a puzzle.
struct Attempt {
  bool solved = false;
  int hands = 0;      // placed until then, or until it went wrong
  bool legal = true;  // false: a placement that is not on the field or cannot be reached, or a field that was choked
};
Attempt attempt(const Puzzle& puzzle, std::span<const rules::Placement> placements);

}  // namespace rensa::puzzles
