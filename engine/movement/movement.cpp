#include "engine/movement/movement.h"

#include "engine/movement/movement_step.h"

namespace rensa::movement {

namespace {

int lowest_free_row_below(const ObstacleMap& obstacles, int x, int y) {
  while (!obstacles.is_blocked(x, y - 1)) --y;
  return y;
}

// Returns the row in which a cell comes to rest that locks in `locked_row`; `cells_below` is 1 if the other cell of its
// pair is below it. A cell in the trap row stays there. A cell that locks above the trap row is lost: 0.
int row_at_rest(const ObstacleMap& obstacles, int x, int locked_row, int cells_below) {
  if (locked_row > rules::kTrapRow) return 0;
  if (locked_row == rules::kTrapRow) return rules::kTrapRow;
  return lowest_free_row_below(obstacles, x, locked_row - cells_below) + cells_below;
}

}  // namespace

ObstacleMap::ObstacleMap(const rules::Field& field) {
  columns.front() = columns.back() = 0xFFFF;
  const rules::Board filled = field.occupied();
  for (int x = 1; x <= rules::kColumns; ++x) {
    const unsigned trapped = field.at(x, rules::kTrapRow) == rules::Cell::empty ? 0U : 1U << rules::kTrapRow;
    columns[static_cast<std::size_t>(x)] = static_cast<std::uint16_t>(filled.column(x) | trapped | 0x8001U);
  }
}

MoveResult move_one_frame(FallingPair& pair, const ObstacleMap& obstacles, Keys keys) {
  return move_one_frame_inline(pair, obstacles, keys);
}

DropPreview preview_drop(const rules::Field& field, const FallingPair& pair) {
  const ObstacleMap obstacles(field);
  int fall = 0;
  while (!obstacles.is_blocked(pair.x, pair.y - fall - 1) &&
         !obstacles.is_blocked(pair.child_x(), pair.child_y() - fall - 1)) {
    ++fall;
  }
  const int axis = pair.y - fall;
  const int child = pair.child_y() - fall;
  return {row_at_rest(obstacles, pair.x, axis, pair.r == rules::Rotation::down ? 1 : 0),
          row_at_rest(obstacles, pair.child_x(), child, pair.r == rules::Rotation::up ? 1 : 0)};
}

}  // namespace rensa::movement
