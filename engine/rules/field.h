#pragma once

#include <array>
#include <cstdint>

#include "engine/rules/board.h"
#include "engine/rules/cell.h"
#include "engine/rules/geometry.h"

namespace rensa::rules {

using Heights = std::array<int, kColumns + 2>;  // [0] and [7] are the walls and stay 0

// One player's field as sets of cells: a board a colour and one of garbage over rows 1..13, and the trap row 14 apart,
// because what stands there takes part in nothing but blocking. A plain value of 128 bytes. Gravity and chains are in
// chain.h, pictures in picture.h.
class alignas(64) Field {
 public:
  using Boards = std::array<Board, kFilledKinds>;  // by board_index: the chain kernels work on these

  Cell at(int x, int y) const;        // 1..6, 1..14
  void put(int x, int y, Cell cell);  // replaces what is there

  const Board& board(Cell cell) const { return boards_[static_cast<std::size_t>(board_index(cell))]; }
  Boards& boards() { return boards_; }
  const Boards& boards() const { return boards_; }

  Board occupied() const {  // rows 1..13
    return boards_[0] | boards_[1] | boards_[2] | boards_[3] | boards_[4] | boards_[5];
  }
  // Rows 1..14 of a column that are filled, as bits.
  std::uint16_t filled_rows(int x) const;
  // Row of the highest cell of each column among rows 1..13, 0 where it is empty.
  Heights heights() const;
  // Nothing in rows 1..13; the trap row does not count.
  bool all_clear() const { return occupied().empty(); }
  // No cell of rows 1..13 has an empty one below it.
  bool is_at_rest() const;
  // Each cell in at most one board and none outside rows 1..13 of columns 1..6.
  bool is_consistent() const;

  friend bool operator==(const Field&, const Field&) = default;

 private:
  Boards boards_{};
  std::uint32_t trap_ = 0;  // row 14: four bits a column, column 1 lowest
};

}  // namespace rensa::rules
