#pragma once

#include <bit>
#include <cstdint>

namespace rensa::rules {

// A set of cells: eight columns of sixteen bits. Column 0 is the lowest bits of `low`, and row y of a column is its bit
// y. Walls (columns 0 and 7, rows 0 and 15) are always zero here. A shift therefore never carries a cell into a
// neighbouring column, as long as the result is masked with the rows 1..13.
struct alignas(16) Board {
  std::uint64_t low = 0;   // columns 0..3
  std::uint64_t high = 0;  // columns 4..7

  friend constexpr bool operator==(const Board&, const Board&) = default;
  friend constexpr Board operator|(Board a, Board b) { return {a.low | b.low, a.high | b.high}; }
  friend constexpr Board operator&(Board a, Board b) { return {a.low & b.low, a.high & b.high}; }
  friend constexpr Board operator^(Board a, Board b) { return {a.low ^ b.low, a.high ^ b.high}; }
  constexpr Board without(Board other) const { return {low & ~other.low, high & ~other.high}; }
  constexpr bool empty() const { return (low | high) == 0; }
  constexpr int count() const { return std::popcount(low) + std::popcount(high); }

  constexpr Board up() const { return {low << 1, high << 1}; }
  constexpr Board down() const { return {low >> 1, high >> 1}; }
  constexpr Board left() const { return {low >> 16 | high << 48, high >> 16}; }
  constexpr Board right() const { return {low << 16, high << 16 | low >> 48}; }

  constexpr std::uint16_t column(int x) const {
    return static_cast<std::uint16_t>(x < 4 ? low >> (16 * x) : high >> (16 * (x - 4)));
  }
  constexpr bool has(int x, int y) const { return (column(x) >> y & 1U) != 0; }

  static constexpr Board cell(int x, int y) { return rows_of_column(x, static_cast<std::uint16_t>(1U << y)); }
  static constexpr Board rows_of_column(int x, std::uint16_t rows) {
    const auto bits = std::uint64_t{rows};
    return x < 4 ? Board{bits << (16 * x), 0} : Board{0, bits << (16 * (x - 4))};
  }
  // Rows first..last of columns 1..6.
  static constexpr Board rows(int first, int last) {
    const auto column = static_cast<std::uint64_t>((2U << last) - (1U << first));
    const std::uint64_t four = column * 0x0001'0001'0001'0001U;
    return {four & ~std::uint64_t{0xFFFF}, four & 0x0000'FFFF'FFFF'FFFFU};
  }
};

inline constexpr Board kVisibleCells = Board::rows(1, 12);
inline constexpr Board kBelowTopVisible = Board::rows(1, 11);
inline constexpr Board kFallingCells = Board::rows(1, 13);

// Gravity is arithmetic on all columns at once, with four columns of 16 bits in a word. Row 0 and rows 14, 15 are zero
// in every board, so that bit 15 is free to stop borrows between columns.

namespace four_columns {

inline constexpr std::uint64_t kOne = 0x0001'0001'0001'0001U;
inline constexpr std::uint64_t kTop = 0x8000'8000'8000'8000U;

// Returns for each column the rows below its lowest set bit, or all rows if no bit is set.
constexpr std::uint64_t rows_below_lowest(std::uint64_t bits) { return ((bits | kTop) - kOne) & ~bits & ~kTop; }

// Moves each column down by some rows; bits that pass row 0 are lost.
constexpr std::uint64_t shifted_down(std::uint64_t bits, int rows) {
  return (bits >> rows) & (kOne * (std::uint64_t{0xFFFF} >> rows));
}

// Returns for each column the rows below its highest set bit.
constexpr std::uint64_t covered_rows(std::uint64_t bits) {
  std::uint64_t rows = shifted_down(bits, 1);
  rows |= shifted_down(rows, 1);
  rows |= shifted_down(rows, 2);
  rows |= shifted_down(rows, 4);
  return rows | shifted_down(rows, 8);
}

}  // namespace four_columns

constexpr Board rows_below_lowest(Board bits) {
  return {four_columns::rows_below_lowest(bits.low), four_columns::rows_below_lowest(bits.high)};
}

// The lowest set bit of each column.
constexpr Board lowest_of_columns(Board bits) {
  const Board below = rows_below_lowest(bits);
  return bits & Board{(below.low << 1) | four_columns::kOne, (below.high << 1) | four_columns::kOne};
}

// The lowest empty cell of each column that has a filled cell above it.
constexpr Board lowest_gaps(Board occupied) {
  Board covered = {four_columns::covered_rows(occupied.low), four_columns::covered_rows(occupied.high)};
  return lowest_of_columns((covered & kFallingCells).without(occupied));
}

// The board after all cells above the gap of each column have come down by one row. Each column has at most one gap.
constexpr Board with_gaps_closed(Board board, Board gaps) {
  const Board stays = rows_below_lowest(gaps);
  return (board & stays) | board.down().without(stays);
}

}  // namespace rensa::rules
