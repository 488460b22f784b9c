#pragma once

#include "engine/movement/movement.h"
#include "engine/rules/field.h"

namespace rensa::movement {

// Where the two halves of a pair under control come to rest if it goes straight down from where it is: what a player
// is shown before it has fallen. A row of 0: that half vanishes, because it would lock above the trap row.
struct StraightDown {
  int axis_y = 0;
  int child_y = 0;
  friend bool operator==(const StraightDown&, const StraightDown&) = default;
};

// Precondition: the field is at rest, and the pair stands in empty cells.
StraightDown straight_down(const rules::Field& field, const FallingPair& pair);

}  // namespace rensa::movement
