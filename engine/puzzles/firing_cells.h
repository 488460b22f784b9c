#pragma once

#include "engine/rules/board.h"
#include "engine/rules/groups.h"

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

}  // namespace rensa::puzzles
