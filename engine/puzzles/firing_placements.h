#pragma once

#include <cstdint>

#include "engine/rules/board.h"
#include "engine/rules/link.h"
#include "engine/rules/pair.h"

namespace rensa::puzzles {

// Placements that make cells vanish, by operations on whole boards.

// Returns the cells of rows 1 to 12 where one more puyo of a colour completes a group of four. Some of them may be
// occupied. `cells` are the cells of the colour. Precondition: they have no group of four.
//
// Such a cell touches a group of three, or a group of two and another cell, or three single cells. Two neighbours of
// one empty cell do not touch each other, so both cells of a group of two are never next to it.
constexpr rules::Board firing_cells(rules::Board cells) {
  using rules::Board;
  const Board own = cells & rules::kVisibleCells;
  const Board above = own & own.down();
  const Board below = own & own.up();
  const Board right = own & own.left();
  const Board left = own & own.right();
  const Board one_link = above | below | right | left;
  const Board two_links = (above & below) | (left & right) | ((above | below) & (left | right));
  const Board three = two_links | (own & rules::neighbours(two_links));

  const Board from_below = own.up();
  const Board from_above = own.down();
  const Board from_left = own.right();
  const Board from_right = own.left();
  const Board vertical = from_below & from_above;
  const Board horizontal = from_left & from_right;
  const Board some_vertical = from_below | from_above;
  const Board some_horizontal = from_left | from_right;
  const Board two = vertical | horizontal | (some_vertical & some_horizontal);
  const Board three_sides = (vertical & some_horizontal) | (horizontal & some_vertical);
  return (rules::neighbours(three) | (two & rules::neighbours(one_link)) | three_sides).without(own) &
         rules::kVisibleCells;
}

// Returns bit x for each column that has a cell in the board. Precondition: at most one cell in a column.
constexpr unsigned columns_with_cell(rules::Board board) {
  // Adding all bits but the highest of a lane sets the highest bit if the lane has a cell. Rows end below that bit.
  constexpr std::uint64_t kAllButTop = ~rules::four_columns::kTop;
  const std::uint64_t low = (board.low + kAllButTop) & rules::four_columns::kTop;
  const std::uint64_t high = (board.high + kAllButTop) & rules::four_columns::kTop;
  // The multiplication moves bits 15, 31, 47 and 63 to bits 60 to 63.
  constexpr std::uint64_t kGather = 0x0000'2000'4000'8001U;
  return static_cast<unsigned>(low * kGather >> 60 & 0xFU) | static_cast<unsigned>(high * kGather >> 60 & 0xFU) << 4;
}

// Returns the placements (bits by kPlacements) that may make cells vanish: all that do, and for a double some that do
// not. Preconditions: the field is at rest and has no complete group.
constexpr std::uint32_t firing_placements(const rules::Planes& planes, rules::Pair pair) {
  const rules::Board occupied = planes.occupied();
  const rules::Board first = (occupied.up() | rules::Board::rows(1, 1)).without(occupied);
  const rules::Board second = first.up();
  const auto cells_of = [&planes](rules::Cell colour) { return planes.holding(colour); };
  // A double needs two cells of its colour: at least one of its puyos has to lie beside one of them.
  const rules::Board axis = pair.axis == pair.child ? rules::neighbours(cells_of(pair.axis) & rules::kVisibleCells)
                                                    : firing_cells(cells_of(pair.axis));
  const rules::Board child = pair.axis == pair.child ? axis : firing_cells(cells_of(pair.child));

  const unsigned axis_first = columns_with_cell(axis & first);
  const unsigned axis_second = columns_with_cell(axis & second);
  const unsigned child_first = columns_with_cell(child & first);
  const unsigned child_second = columns_with_cell(child & second);
  const unsigned up = (axis_first | child_second) >> 1 & 0x3FU;
  const unsigned right = (axis_first | child_first >> 1) >> 1 & 0x1FU;
  const unsigned down = (axis_second | child_first) >> 1 & 0x3FU;
  const unsigned left = (axis_first | child_first << 1) >> 2 & 0x1FU;
  return up | right << 6 | down << 11 | left << 17;
}

}  // namespace rensa::puzzles
