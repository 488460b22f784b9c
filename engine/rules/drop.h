#pragma once

#include <cstdint>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::rules {

// Placing a pair at once, without movement. Searches do this instead of playing keys.

// The rows in which the two cells of a pair come to rest.
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

// Returns true if the two cells fall to different heights, so that the pair comes apart.
constexpr bool is_pair_split(const Heights& heights, Placement placement) {
  return heights[static_cast<std::size_t>(placement.x)] != heights[static_cast<std::size_t>(placement.child_x())];
}

// Preconditions: the field is at rest, and the landing fits below the trap row.
void drop_pair(Field& field, Pair pair, Placement placement);

// Puts a pair into the cells in which it locks in a game of frames: beside each other, before a cell that hangs over a
// lower column falls. A cell that locks in row 14 stays there, and one above it vanishes. Returns false, and changes
// nothing, if a cell of row 14 is in the way. Precondition: the field is at rest.
bool lock_pair(Field& field, Pair pair, Placement placement);

// The frames from control to the next check for a chain, as searches estimate them; `heights` are those before the
// drop.
int estimated_drop_frames(const Heights& heights, Placement placement);

// A quick rule for a pair at the spawn, used by searches. It looks only at the column heights (filled rows among 1..13)
// and agrees with movement::shortest_route except on a few crowded fields.
bool seems_reachable(const Heights& heights, Placement placement);

// The placements that a turn game allows and that searches try, on a field at rest: they seem reachable and end below
// the trap row. Bit i is kPlacements[i].
std::uint32_t droppable_placements(const Heights& heights);

}  // namespace rensa::rules
