#pragma once

#include <set>
#include <string>

#include "engine/puzzles/puzzle.h"

namespace rensa::puzzles {

// A text that is equal for equal puzzles. Puzzles are equal if they differ only by mirroring, by the names of the
// colours, or by the puyo of a pair that is the axis. The colour that a goal names is not renamed.
std::string canonical_text_of(const Puzzle& puzzle);

// The set of puzzles that were made so far.
class DistinctPuzzles {
 public:
  // Returns false if the set already has an equal puzzle.
  bool add(const Puzzle& puzzle) { return seen_.insert(canonical_text_of(puzzle)).second; }

 private:
  std::set<std::string> seen_;
};

}  // namespace rensa::puzzles
