#pragma once

#include <cstdint>

#include "engine/rules/board.h"

namespace rensa::rules {

// Gravity as arithmetic on all columns at once: four columns of 16 bits in a word. Row 0 and rows 14, 15 are zero in
// every board, so that bit 15 is free to stop borrows between columns.

namespace lanes {

inline constexpr std::uint64_t kOne = 0x0001'0001'0001'0001U;
inline constexpr std::uint64_t kTop = 0x8000'8000'8000'8000U;

// For each column the rows below its lowest set bit; all rows where there is none.
constexpr std::uint64_t rows_below_lowest(std::uint64_t bits) { return ((bits | kTop) - kOne) & ~bits & ~kTop; }

// Each column moved down by some rows; what passes row 0 is lost.
constexpr std::uint64_t shifted_down(std::uint64_t bits, int rows) {
  return (bits >> rows) & (kOne * (std::uint64_t{0xFFFF} >> rows));
}

// For each column the rows below its highest set bit.
constexpr std::uint64_t covered_rows(std::uint64_t bits) {
  std::uint64_t rows = shifted_down(bits, 1);
  rows |= shifted_down(rows, 1);
  rows |= shifted_down(rows, 2);
  rows |= shifted_down(rows, 4);
  return rows | shifted_down(rows, 8);
}

}  // namespace lanes

constexpr Board rows_below_lowest(Board bits) {
  return {lanes::rows_below_lowest(bits.low), lanes::rows_below_lowest(bits.high)};
}

// The lowest set bit of each column.
constexpr Board lowest_of_columns(Board bits) {
  const Board below = rows_below_lowest(bits);
  return bits & Board{(below.low << 1) | lanes::kOne, (below.high << 1) | lanes::kOne};
}

// The lowest empty cell of each column that has something above it.
constexpr Board lowest_gaps(Board occupied) {
  Board covered = {lanes::covered_rows(occupied.low), lanes::covered_rows(occupied.high)};
  return lowest_of_columns((covered & kFallingCells).without(occupied));
}

// `board` after everything above the gap of each column has come down by one row; at most one gap a column.
constexpr Board closed_over(Board board, Board gaps) {
  const Board stays = rows_below_lowest(gaps);
  return (board & stays) | board.down().without(stays);
}

}  // namespace rensa::rules
