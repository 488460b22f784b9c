#pragma once

#include <array>
#include <cstdint>

#include "engine/rules/board.h"
#include "engine/rules/cell.h"
#include "engine/rules/geometry.h"

namespace rensa::rules {

using Heights = std::array<int, kColumns + 2>;  // [0] and [7] are the walls and stay 0

// The cells of rows 1..13 as three bits each, a board a bit: what chains are computed on. Plane i holds bit i of Cell.
struct Planes {
  std::array<Board, 3> bits;

  constexpr Board occupied() const { return bits[0] | bits[1] | bits[2]; }
  constexpr Board coloured() const { return bits[1] | bits[2]; }
  constexpr Board garbage() const { return bits[0].without(coloured()); }
  // The cells that hold `cell`; precondition: it is not empty.
  constexpr Board holding(Cell cell) const {
    const auto code = static_cast<unsigned>(cell);
    Board cells = occupied();
    for (unsigned i = 0; i < 3; ++i) cells = (code >> i & 1U) != 0 ? cells & bits[i] : cells.without(bits[i]);
    return cells;
  }
  constexpr void remove(Board cells) {
    for (Board& plane : bits) plane = plane.without(cells);
  }
  friend constexpr bool operator==(const Planes&, const Planes&) = default;
};

// One player's field, a plain value of 64 bytes: rows 1..13, and the trap row 14 apart, because what stands there takes
// part in nothing but blocking. Gravity and chains are in link.h and chain.h, pictures in picture.h.
class alignas(64) Field {
 public:
  Cell at(int x, int y) const;        // 1..6, 1..14
  void put(int x, int y, Cell cell);  // replaces what is there

  const Planes& planes() const { return planes_; }
  Planes& planes() { return planes_; }

  Board board(Cell cell) const { return planes_.holding(cell); }
  Board occupied() const { return planes_.occupied(); }  // rows 1..13
  // Rows 1..14 of a column that are filled, as bits.
  std::uint16_t filled_rows(int x) const;
  // Row of the highest cell of each column among rows 1..13, 0 where it is empty.
  Heights heights() const;
  // Nothing in rows 1..13; the trap row does not count.
  bool all_clear() const { return occupied().empty(); }
  // The cell where pairs appear is filled: what ends a game under most rulesets.
  bool is_choked() const { return occupied().has(kSpawnColumn, kSpawnRow); }
  // No cell of rows 1..13 has an empty one below it.
  bool is_at_rest() const;
  // Every cell is one that exists, and none is outside rows 1..14 of columns 1..6.
  bool is_consistent() const;

  friend bool operator==(const Field&, const Field&) = default;

 private:
  Planes planes_{};
  std::uint32_t trap_ = 0;  // row 14: four bits a column, column 1 lowest
};

}  // namespace rensa::rules
