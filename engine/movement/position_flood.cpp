#include "engine/movement/position_flood.h"

#include <bit>

namespace rensa::movement {

namespace {

constexpr unsigned kRows = 0xFFFF;
constexpr unsigned kBelowHiddenRow = (1U << rules::kHiddenRow) - 1;
constexpr unsigned kAllColumns = (1U << (rules::kColumns + 1)) - 2;  // columns 1..6, a bit for each

unsigned rows_moved_by(unsigned rows, int dy) { return (dy > 0 ? rows << 1 : dy < 0 ? rows >> 1 : rows) & kRows; }

}  // namespace

PositionFloodFill::PositionFloodFill(const ObstacleMap& obstacles) {
  for (int x = 0; x <= rules::kColumns + 1; ++x) {
    free_rows_[static_cast<std::size_t>(x + 1)] =
        static_cast<std::uint16_t>(~obstacles.columns[static_cast<std::size_t>(x)]);
  }
}

// Returns the axis rows in which the child's cell is free, for a pair with this rotation and axis column.
unsigned PositionFloodFill::rows_with_free_child(rules::Rotation r, int x) const {
  return rows_moved_by(free_rows(x + rules::child_dx(r)), -rules::child_dy(r));
}

// Calls visit(from, rows, to, dy) for every single action of movement.h in column x. The action can be made in the
// rotation and column `from`, in each of these rows. It leads to the rotation and column `to`, dy rows higher.
template <class Visit>
void PositionFloodFill::for_each_step_from(int x, Visit visit) const {
  const auto column = static_cast<std::int8_t>(x);
  for (const rules::Rotation r :
       {rules::Rotation::up, rules::Rotation::right, rules::Rotation::down, rules::Rotation::left}) {
    const rules::Placement from{column, r};
    visit(from, rows_moved_by(free_rows(x), 1) & rows_moved_by(rows_with_free_child(r, x), 1), from, -1);
    for (const int dx : {-1, 1}) {
      const rules::Placement beside{static_cast<std::int8_t>(x + dx), r};
      visit(from, free_rows(x + dx) & rows_with_free_child(r, x + dx), beside, 0);
    }
  }
  for (const rules::Rotation upright : {rules::Rotation::up, rules::Rotation::down}) {
    for (const rules::Rotation wanted : {rules::Rotation::right, rules::Rotation::left}) {
      const int side = rules::child_dx(wanted);
      visit({column, upright}, free_rows(x + side), {column, wanted}, 0);
      visit({column, upright}, ~free_rows(x + side) & free_rows(x - side), {static_cast<std::int8_t>(x - side), wanted},
            0);
    }
  }
  const unsigned walled = ~free_rows(x - 1) & ~free_rows(x + 1);
  visit({column, rules::Rotation::up}, walled, {column, rules::Rotation::down}, 1);
  visit({column, rules::Rotation::down}, walled, {column, rules::Rotation::up}, -1);
  for (const rules::Rotation sideways : {rules::Rotation::right, rules::Rotation::left}) {
    const unsigned room = rows_moved_by(free_rows(x), 1);
    visit({column, sideways}, room, {column, rules::Rotation::down}, 0);
    visit({column, sideways}, ~room & kBelowHiddenRow, {column, rules::Rotation::down}, 1);
    visit({column, sideways}, kRows, {column, rules::Rotation::up}, 0);
  }
}

PositionSet PositionFloodFill::reached_from(const FallingPair& start) const {
  PositionSet reached;
  reached.add({start.x, start.r}, 1U << start.y);
  for (unsigned changed = 1U << start.x; changed != 0;) {  // the columns with positions that are new
    const int x = std::countr_zero(changed);
    changed &= changed - 1;
    for_each_step_from(x, [&](rules::Placement from, unsigned rows, rules::Placement to, int dy) {
      for (unsigned more = reached.rows_of(from.r, from.x) & rows; more != 0;) {
        const unsigned found = rows_moved_by(more, dy) & ~reached.rows_of(to.r, to.x);
        if (found == 0) return;
        reached.add(to, found);
        changed |= 1U << to.x;
        more = from == to ? found & rows : 0;  // a fall goes on
      }
    });
  }
  return reached;
}

PositionSet PositionFloodFill::leading_to(const PositionSet& ends) const {
  PositionSet leading = ends;
  for (unsigned open = kAllColumns; open != 0;) {  // the columns from which a step may lead to new positions
    const int x = std::countr_zero(open);
    open &= open - 1;
    for_each_step_from(x, [&](rules::Placement from, unsigned rows, rules::Placement to, int dy) {
      for (unsigned more = leading.rows_of(to.r, to.x); more != 0;) {
        const unsigned found = rows_moved_by(more, -dy) & rows & ~leading.rows_of(from.r, from.x);
        if (found == 0) return;
        leading.add(from, found);
        open |= 7U << (x - 1) & kAllColumns;
        more = from == to ? found : 0;  // a fall goes on
      }
    });
  }
  return leading;
}

unsigned accepted_rows(const ObstacleMap& obstacles, rules::Placement placement) {
  const unsigned child_below_trap_row = (1U << (rules::kTrapRow - rules::child_dy(placement.r))) - 1;
  return child_below_trap_row | 1U << RouteTarget(obstacles, placement).axis_row();
}

}  // namespace rensa::movement
