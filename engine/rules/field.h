#pragma once

#include <array>
#include <cstdint>

#include "engine/rules/board.h"
#include "engine/rules/cell.h"

namespace rensa::rules {

using Heights = std::array<int, kColumns + 2>;  // [0] and [7] are the walls and stay 0

// The cells of rows 1..13 as three bits each, with one board for each bit: plane i holds bit i of Cell. Chains are
// computed on these.
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

// The field of one player, a plain value of 64 bytes. The trap row 14 is apart from rows 1..13, because its cells only
// block. Gravity and chains are in link.h and chain.h, pictures of fields in engine/notation/text.h.
class alignas(64) Field {
 public:
  Cell at(int x, int y) const;        // 1..6, 1..14
  void put(int x, int y, Cell cell);  // replaces the cell

  const Planes& planes() const { return planes_; }
  Planes& planes() { return planes_; }

  Board board(Cell cell) const { return planes_.holding(cell); }
  Board occupied() const { return planes_.occupied(); }  // rows 1..13
  // Returns for each column the row of its highest filled cell among rows 1..13, or 0.
  Heights heights() const;
  // Returns true if rows 1..13 are empty. The trap row does not count.
  bool is_all_clear() const { return occupied().empty(); }
  // Returns true if the cell in which pairs appear is filled. This ends a game under most rulesets.
  bool is_choked() const { return occupied().has(kSpawnColumn, kSpawnRow); }
  // Returns true if no filled cell of rows 1..13 has an empty cell below it.
  bool is_at_rest() const;
  // Returns true if every cell has a valid value, and no filled cell is outside rows 1..14 of columns 1..6.
  bool is_consistent() const;

  friend bool operator==(const Field&, const Field&) = default;

 private:
  Planes planes_{};
  std::uint32_t trap_ = 0;  // row 14: four bits a column, column 1 lowest
};

}  // namespace rensa::rules
