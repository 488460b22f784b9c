#pragma once

#include "engine/rules/board.h"
#include "engine/rules/field.h"
#include "engine/rules/score.h"

namespace rensa::rules {

// Groups of connected cells of one colour, as set operations on all colours at once.

constexpr Board neighbours(Board cells) { return cells.up() | cells.down() | cells.left() | cells.right(); }

// The cells of rows 1..12 that belong to groups of four or more. A group that large has a cell with three links to its
// like or two linked cells with two each; these are its cores, and every cell of it is one or is linked to one.
constexpr Board groups_of_four(const Planes& planes) {
  const auto& [low, middle, high] = planes.bits;
  const Board colours = planes.coloured() & kVisibleCells;
  const Board differs_above = (low ^ low.down()) | (middle ^ middle.down()) | (high ^ high.down());
  const Board differs_right = (low ^ low.left()) | (middle ^ middle.left()) | (high ^ high.left());

  const Board above = (colours & colours.down()).without(differs_above);  // linked to the cell above, and so on
  const Board right = (colours & colours.left()).without(differs_right);
  const Board below = above.up();
  const Board left = right.right();

  const Board vertical = above & below;
  const Board horizontal = left & right;
  const Board three = (vertical & (left | right)) | (horizontal & (above | below));
  const Board two = vertical | horizontal | ((above | below) & (left | right));
  const Board two_above = two & above & two.down();
  const Board two_right = two & right & two.left();
  const Board cores = three | two_above | two_right | two_above.up() | two_right.right();
  return cores | (above & cores.down()) | (below & cores.up()) | (right & cores.left()) | (left & cores.right());
}

// The group that holds `start`, within `cells` of one colour.
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

// Sum of the group bonuses of one colour's cells that are all in groups of four or more. Fewer than eight are one
// group.
constexpr int group_bonuses(Board groups) {
  int bonus = 0;
  int left = groups.count();
  while (left >= 8) {
    const Board group = group_around(any_cell(groups), groups);
    const int size = group.count();
    bonus += group_bonus(size);
    groups = groups.without(group);
    left -= size;
  }
  return left == 0 ? bonus : bonus + group_bonus(left);
}

}  // namespace rensa::rules
