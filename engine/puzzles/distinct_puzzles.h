#pragma once

#include <set>
#include <string>

#include "engine/puzzles/puzzle.h"

namespace rensa::puzzles {

// What is the same in all puzzles that are one up to their mirror image, the names of the colours and which puyo of a
// pair turns round the other. The goal's colour is not renamed: goals that name one are told apart by it.
std::string essence_of(const Puzzle& puzzle);

// Which puzzles there have been.
class Variety {
 public:
  // False: there has been one like it.
  bool add(const Puzzle& puzzle) { return seen_.insert(essence_of(puzzle)).second; }

 private:
  std::set<std::string> seen_;
};

}  // namespace rensa::puzzles
