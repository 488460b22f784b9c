#pragma once

#include <array>
#include <cstdint>

namespace rensa::rules {

// What one cell of the field may hold. The values are three bits that Field keeps as three planes: the upper two are
// zero for exactly what is not a colour. They are also the digits of the reference server, which knows no purple.
enum class Cell : std::uint8_t { empty = 0, garbage = 1, purple = 2, red = 4, blue = 5, yellow = 6, green = 7 };

// The colours in the order in which games take them: a game of four has the first four.
inline constexpr std::array<Cell, 5> kColours = {Cell::red, Cell::blue, Cell::yellow, Cell::green, Cell::purple};
inline constexpr int kMaxColours = static_cast<int>(kColours.size());

inline constexpr std::array<Cell, 7> kAllCells = {Cell::empty, Cell::garbage, Cell::purple, Cell::red,
                                                  Cell::blue,  Cell::yellow,  Cell::green};

constexpr bool is_colour(Cell cell) { return (static_cast<unsigned>(cell) & 6U) != 0; }
constexpr bool is_cell(unsigned value) { return value <= 7 && value != 3; }

}  // namespace rensa::rules
