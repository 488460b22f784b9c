#pragma once

#include <vector>

#include "engine/puzzles/puzzle.h"

namespace rensa::puzzles {

// A field and pairs that somebody made up, before anybody has looked what can be done with them.
struct Sketch {
  rules::Field field;
  std::vector<rules::Pair> pairs;
};

// As a puzzle that asks for a chain of exactly so many links.
Puzzle puzzle_of(const Sketch& sketch, int links);

}  // namespace rensa::puzzles
