#pragma once

#include <bit>
#include <cstdint>

namespace rensa::rules {

// A set of cells: eight columns of sixteen bits, column 0 in the lowest bits of `low`, row y of a column in its bit y.
// Walls (columns 0 and 7, rows 0 and 15) are always zero here; shifting therefore never carries a cell into a
// neighbouring column as long as the result is masked with the rows that matter.
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

}  // namespace rensa::rules
