#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::bench {

// A field in the middle of a game, and the pairs to come.
struct Position {
  rules::Field field;
  std::array<rules::Pair, rules::kMaxVisiblePairs> pairs;
};

// Positions that are the same on every machine and never change, because perft and the signatures depend on them. The
// fields come from random play of four and of five colours, with garbage in every other field.
std::vector<Position> fixed_positions(int count);

// The positions that searches start from: the field is at rest, no group is about to vanish, and the game is not lost.
std::vector<Position> filter_quiet(const std::vector<Position>& positions);

}  // namespace rensa::bench
