#pragma once

#include "engine/rules/board.h"
#include "engine/rules/score.h"

namespace rensa::rules {

// Groups of connected cells of one colour, as set operations. Cells passed in are of rows 1..12 only.

constexpr Board neighbours(Board cells) { return cells.up() | cells.down() | cells.left() | cells.right(); }

// The cells of all groups of four or more. A group that large has a cell with three neighbours or two adjacent cells
// with two each, and every cell of it is one of these or beside one.
constexpr Board groups_of_four(Board cells) {
  const Board up = cells & cells.up();
  const Board down = cells & cells.down();
  const Board left = cells & cells.left();
  const Board right = cells & cells.right();
  const Board vertical = up & down;
  const Board horizontal = left & right;
  const Board either_vertical = up | down;
  const Board either_horizontal = left | right;
  const Board three = (vertical & either_horizontal) | (horizontal & either_vertical);
  const Board two = vertical | horizontal | (either_vertical & either_horizontal);
  const Board cores = three | (two & neighbours(two));
  if (cores.empty()) return {};
  return cells & (cores | neighbours(cores));
}

// The group that holds `start`, within `cells`.
constexpr Board group_around(Board start, Board cells) {
  Board group = start;
  for (;;) {
    const Board grown = cells & (group | neighbours(group));
    if (grown == group) return group;
    group = grown;
  }
}

constexpr Board any_cell(Board cells) {
  if (cells.low != 0) return {cells.low & (~cells.low + 1), 0};
  return {0, cells.high & (~cells.high + 1)};
}

// Sum of the group bonuses of one colour's groups, each of four or more. Fewer than eight cells are one group.
constexpr int group_bonuses(Board groups) {
  int bonus = 0;
  while (groups.count() >= 8) {
    const Board group = group_around(any_cell(groups), groups);
    bonus += group_bonus(group.count());
    groups = groups.without(group);
  }
  return groups.empty() ? bonus : bonus + group_bonus(groups.count());
}

}  // namespace rensa::rules
