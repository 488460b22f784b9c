#pragma once

#include <algorithm>
#include <array>

#include "engine/rules/board.h"
#include "engine/rules/field.h"

namespace rensa::rules {

// One link of a chain, step by step: groups, erasing, and falling. Games and displays need the single steps; chain.h
// plays a whole chain at once.

// The score tables of the arcade rules. A link is worth 10 x erased x clamp(sum of the three bonuses, 1, 999).

inline constexpr std::array<int, 20> kChainBonus = {0,   0,   8,   16,  32,  64,  96,  128, 160, 192,
                                                    224, 256, 288, 320, 352, 384, 416, 448, 480, 512};
inline constexpr std::array<int, 6> kColourBonus = {0, 0, 3, 6, 12, 24};
inline constexpr std::array<int, 12> kGroupBonus = {0, 0, 0, 0, 0, 2, 3, 4, 5, 6, 7, 10};

inline constexpr int kMinBonus = 1;
inline constexpr int kMaxBonus = 999;

constexpr int chain_bonus(int link) {
  return kChainBonus[static_cast<std::size_t>(std::min<int>(link, kChainBonus.size() - 1))];
}
constexpr int colour_bonus(int colours) { return kColourBonus[static_cast<std::size_t>(colours)]; }
constexpr int group_bonus(int size) {
  return kGroupBonus[static_cast<std::size_t>(std::min<int>(size, kGroupBonus.size() - 1))];
}

constexpr Board neighbours(Board cells) { return cells.up() | cells.down() | cells.left() | cells.right(); }

// The cells of rows 1..12 that belong to groups of four or more, found by set operations on all colours at once. Such a
// group has a cell with three neighbours of its colour, or two neighbouring cells with two such neighbours each. These
// cells are its cores, and every cell of the group is a core or a neighbour of one.
constexpr Board groups_of_four(const Planes& planes) {
  const auto& [low, middle, high] = planes.bits;
  const Board colours = planes.coloured() & kVisibleCells;
  const Board differs_above = (low ^ low.down()) | (middle ^ middle.down()) | (high ^ high.down());
  const Board differs_right = (low ^ low.left()) | (middle ^ middle.left()) | (high ^ high.left());

  // The cells that have a neighbour of their colour above them, on their right, below them and on their left.
  const Board above = (colours & colours.down()).without(differs_above);
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

// Returns the group that contains `start`; `cells` are all cells of its colour.
constexpr Board group_around(Board start, Board cells) {
  Board group = start;
  for (;;) {
    const Board grown = cells & (group | neighbours(group));
    if (grown == group) return group;
    group = grown;
  }
}

// Returns one of the cells.
constexpr Board pick_cell(Board cells) {
  if (cells.low != 0) return {cells.low & (~cells.low + 1), 0};
  return {0, cells.high & (~cells.high + 1)};
}

// Returns the sum of the group bonuses of one colour. All groups have four cells or more, so fewer than eight cells are
// one group.
constexpr int group_bonuses(Board groups) {
  int bonus = 0;
  int left = groups.count();
  while (left >= 8) {
    const Board group = group_around(pick_cell(groups), groups);
    const int size = group.count();
    bonus += group_bonus(size);
    groups = groups.without(group);
    left -= size;
  }
  return left == 0 ? bonus : bonus + group_bonus(left);
}

struct Link {
  int erased = 0;   // coloured cells; 0 means that there was no group and nothing has changed
  int garbage = 0;  // garbage cleared beside them
  int colours = 0;  // different colours among the erased cells
  int bonus = 0;    // for the sizes of the groups and the number of colours, without the bonus of the chain
};

// Returns the counts of a link that erases `groups`, which groups_of_four() has found. Changes nothing.
Link count_groups(const Planes& planes, Board groups);

// Erases every group of four or more in rows 1..12 and the garbage beside it. No cell falls yet.
Link erase_groups(Field& field);

// Lets every cell of rows 1..13 with an empty cell below it fall by one row. Returns false if all cells are at rest.
bool fall_one_row(Field& field);

// Lets all cells fall to rest. Returns the rows of the longest fall.
int settle(Field& field);

// The points of the link with this number in its chain; 1 is the first.
int link_score(const Link& link, int number);

}  // namespace rensa::rules
