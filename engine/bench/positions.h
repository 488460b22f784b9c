#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::bench {

// A field in the middle of a game, and the pairs that come.
struct Position {
  rules::Field field;
  std::array<rules::Pair, 3> pairs;
};

// The same on every machine and for ever: perft and the signatures stand on them. The fields come from random play of
// four and of five colours, with garbage in every other one.
std::vector<Position> fixed_positions(int count);

// Those in which all is at rest, nothing is about to vanish and nobody has lost: what searches ask for.
std::vector<Position> quiet_among(const std::vector<Position>& positions);

}  // namespace rensa::bench
