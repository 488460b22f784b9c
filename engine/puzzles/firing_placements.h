#pragma once

#include <cstdint>

#include "engine/rules/board.h"
#include "engine/rules/gravity.h"
#include "engine/rules/groups.h"
#include "engine/rules/pair.h"

namespace rensa::puzzles {

// The cells of rows 1..12 in which one more puyo of a colour would make four or more hang together, were they empty.
// `cells` are those of the colour; precondition: no four of them hang together.
//
// Among groups of at most three a cell is a neighbour of a group of three, or of a pair and another, or of three single
// ones: two neighbours of one empty cell do not touch each other, so that those of a pair are never both next to it.
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

// Bit x for each column that has a cell in the board; precondition: at most one a column.
constexpr unsigned columns_with_cell(rules::Board board) {
  // Adding all but the highest bit of a lane sets that bit where there is any; rows end below it.
  constexpr std::uint64_t kAllButTop = ~rules::lanes::kTop;
  const std::uint64_t low = (board.low + kAllButTop) & rules::lanes::kTop;
  const std::uint64_t high = (board.high + kAllButTop) & rules::lanes::kTop;
  // The multiplication brings bits 15, 31, 47, 63 together as 60..63.
  constexpr std::uint64_t kGather = 0x0000'2000'4000'8001U;
  return static_cast<unsigned>(low * kGather >> 60 & 0xFU) | static_cast<unsigned>(high * kGather >> 60 & 0xFU) << 4;
}

// The placements (bits by kPlacements) with which something may vanish: all with which something does, and of a double
// some others. Preconditions: the field is at rest, and nothing in it vanishes.
constexpr std::uint32_t firing_placements(const rules::Planes& planes, rules::Pair pair) {
  const rules::Board occupied = planes.occupied();
  const rules::Board first = (occupied.up() | rules::Board::rows(1, 1)).without(occupied);
  const rules::Board second = first.up();
  const auto cells_of = [&planes](rules::Cell colour) { return planes.holding(colour); };
  // Two of one colour need two others: one of them has to lie beside one of these.
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
