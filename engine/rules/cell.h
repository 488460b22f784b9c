#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace rensa::rules {

// Columns run 1..6 from the left, and rows 1 (floor) .. 14. Rows 1-12 are visible. Row 13 is hidden but takes part in
// the game. Row 14 is a trap: a cell that locks there stays for ever. Row 0, row 15 and columns 0 and 7 are walls.
inline constexpr int kColumns = 6;
inline constexpr int kVisibleRows = 12;
inline constexpr int kHiddenRow = 13;
inline constexpr int kTrapRow = 14;

inline constexpr int kSpawnColumn = 3;
inline constexpr int kSpawnRow = 12;

// The content of one cell of the field. The values are three bits, which Field keeps as three planes. The upper two
// bits are zero exactly if the cell has no colour. The values are also the digits of the reference server, which has no
// purple.
enum class Cell : std::uint8_t { empty = 0, garbage = 1, purple = 2, red = 4, blue = 5, yellow = 6, green = 7 };

// The colours in the order in which games use them: a game of four colours has the first four.
inline constexpr std::array<Cell, 5> kColours = {Cell::red, Cell::blue, Cell::yellow, Cell::green, Cell::purple};
inline constexpr int kMaxColours = static_cast<int>(kColours.size());

// Returns the index of the colour in kColours, or kMaxColours for other cells.
constexpr std::size_t index_of(Cell colour) {
  return static_cast<std::size_t>(std::find(kColours.begin(), kColours.end(), colour) - kColours.begin());
}

constexpr bool is_colour(Cell cell) { return (static_cast<unsigned>(cell) & 6U) != 0; }
constexpr bool is_cell(unsigned value) { return value <= 7 && value != 3; }

}  // namespace rensa::rules
