#include "engine/movement/straight_down.h"

#include "engine/rules/geometry.h"

namespace rensa::movement {

namespace {

int row_below(const Shaft& shaft, int x, int y) {
  while (!shaft.blocked(x, y - 1)) --y;
  return y;
}

// What hangs in the trap row stays there; what locks above it is lost.
int row_at_rest(const Shaft& shaft, int x, int locked, int above) {
  if (locked > rules::kTrapRow) return 0;
  if (locked == rules::kTrapRow) return rules::kTrapRow;
  return row_below(shaft, x, locked - above) + above;
}

}  // namespace

StraightDown straight_down(const rules::Field& field, const FallingPair& pair) {
  const Shaft shaft(field);
  const int fall = [&] {
    int rows = 0;
    while (!shaft.blocked(pair.x, pair.y - rows - 1) && !shaft.blocked(pair.child_x(), pair.child_y() - rows - 1))
      ++rows;
    return rows;
  }();
  const int axis = pair.y - fall;
  const int child = pair.child_y() - fall;
  return {row_at_rest(shaft, pair.x, axis, pair.r == rules::Rotation::down ? 1 : 0),
          row_at_rest(shaft, pair.child_x(), child, pair.r == rules::Rotation::up ? 1 : 0)};
}

}  // namespace rensa::movement
