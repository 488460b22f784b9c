#include "engine/rules/field.h"

#include <bit>
#include <cassert>

namespace rensa::rules {

namespace {

constexpr int trap_shift(int x) { return 4 * (x - 1); }

}  // namespace

Cell Field::at(int x, int y) const {
  assert(x >= 1 && x <= kColumns && y >= 1 && y <= kTrapRow);
  if (y == kTrapRow) return static_cast<Cell>(trap_ >> trap_shift(x) & 0xFU);
  for (int index = 0; index < kFilledKinds; ++index) {
    if (boards_[static_cast<std::size_t>(index)].has(x, y)) return cell_of_board(index);
  }
  return Cell::empty;
}

void Field::put(int x, int y, Cell cell) {
  assert(x >= 1 && x <= kColumns && y >= 1 && y <= kTrapRow);
  if (y == kTrapRow) {
    trap_ = (trap_ & ~(0xFU << trap_shift(x))) | static_cast<std::uint32_t>(cell) << trap_shift(x);
    return;
  }
  const Board bit = Board::cell(x, y);
  for (Board& board : boards_) board = board.without(bit);
  if (cell != Cell::empty) {
    Board& board = boards_[static_cast<std::size_t>(board_index(cell))];
    board = board | bit;
  }
  assert(is_consistent());
}

std::uint16_t Field::filled_rows(int x) const {
  const unsigned trapped = (trap_ >> trap_shift(x) & 0xFU) != 0 ? 1U << kTrapRow : 0U;
  return static_cast<std::uint16_t>(occupied().column(x) | trapped);
}

Heights Field::heights() const {
  const Board filled = occupied();
  Heights heights{};
  for (int x = 1; x <= kColumns; ++x) {
    heights[static_cast<std::size_t>(x)] = filled.column(x) == 0 ? 0 : std::bit_width(filled.column(x)) - 1;
  }
  return heights;
}

bool Field::is_at_rest() const {
  const Board filled = occupied();
  for (int x = 1; x <= kColumns; ++x) {
    const unsigned column = filled.column(x) >> 1;
    if ((column & (column + 1)) != 0) return false;
  }
  return true;
}

bool Field::is_consistent() const {
  Board seen;
  for (const Board& board : boards_) {
    if (!(board & seen).empty() || !board.without(kFallingCells).empty()) return false;
    seen = seen | board;
  }
  for (int x = 1; x <= kColumns; ++x) {
    if ((trap_ >> trap_shift(x) & 0xFU) > static_cast<unsigned>(Cell::garbage)) return false;
  }
  return trap_ >> trap_shift(kColumns + 1) == 0;
}

}  // namespace rensa::rules
