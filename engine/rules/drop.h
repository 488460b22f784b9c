#pragma once

#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::rules {

// A pair put down at once, without movement: what searches do instead of playing keys.

// Where the two cells of a pair come to rest.
struct Landing {
  int axis_y = 0;
  int child_y = 0;

  constexpr bool fits() const { return axis_y <= kHiddenRow && child_y <= kHiddenRow; }
};

constexpr Landing landing(const Heights& heights, Placement placement) {
  const int axis = heights[static_cast<std::size_t>(placement.x)];
  const int child = heights[static_cast<std::size_t>(placement.child_x())];
  return {axis + 1 + (placement.r == Rotation::down ? 1 : 0), child + 1 + (placement.r == Rotation::up ? 1 : 0)};
}

// Whether the two come to rest apart.
constexpr bool tears(const Heights& heights, Placement placement) {
  return heights[static_cast<std::size_t>(placement.x)] != heights[static_cast<std::size_t>(placement.child_x())];
}

// Preconditions: the field is at rest, and the landing fits below the trap row.
void drop_pair(Field& field, Pair pair, Placement placement);

// The estimate that searches use for the frames from control to the next check for a chain, on the field before.
int drop_frames(const Heights& heights, Placement placement);

}  // namespace rensa::rules
