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
  unsigned code = 0;
  for (unsigned i = 0; i < 3; ++i) code |= planes_.bits[i].has(x, y) ? 1U << i : 0U;
  return static_cast<Cell>(code);
}

void Field::put(int x, int y, Cell cell) {
  assert(x >= 1 && x <= kColumns && y >= 1 && y <= kTrapRow);
  const auto code = static_cast<unsigned>(cell);
  if (y == kTrapRow) {
    trap_ = (trap_ & ~(0xFU << trap_shift(x))) | code << trap_shift(x);
    return;
  }
  const Board bit = Board::cell(x, y);
  for (unsigned i = 0; i < 3; ++i) {
    Board& plane = planes_.bits[i];
    plane = (code >> i & 1U) != 0 ? plane | bit : plane.without(bit);
  }
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
    const unsigned column = static_cast<unsigned>(filled.column(x)) >> 1;
    if ((column & (column + 1)) != 0) return false;
  }
  return true;
}

bool Field::is_consistent() const {
  const auto& [low, middle, high] = planes_.bits;
  const bool planes_hold_cells = occupied().without(kFallingCells).empty() && (low & middle).without(high).empty();
  for (int x = 1; x <= kColumns; ++x) {
    if (!is_cell(trap_ >> trap_shift(x) & 0xFU)) return false;
  }
  return planes_hold_cells && trap_ >> trap_shift(kColumns + 1) == 0;
}

}  // namespace rensa::rules
