#pragma once

#include <array>
#include <span>

namespace rensa::puzzles {

// The forms that a group can have, column by column. Forms with a gap in a column are left out: nothing can be pushed
// under them.
struct Polyomino {
  struct Column {
    int bottom = 0;  // above the lowest row of the form
    int cells = 0;
  };
  std::array<Column, 6> columns{};
  int width = 0;
};

// All of four cells (19), or of five (61 of 63) or six (196 of 216), each turn and mirror image one of its own.
// Precondition: cells is 4, 5 or 6.
std::span<const Polyomino> polyominoes(int cells);

}  // namespace rensa::puzzles
