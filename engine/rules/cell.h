#pragma once

#include <cstdint>

namespace rensa::rules {

// What one cell of the field may hold. The order is that of the boards inside Field: colours first, garbage last.
enum class Cell : std::uint8_t { empty, red, blue, yellow, green, purple, garbage };

inline constexpr int kMaxColours = 5;
inline constexpr int kFilledKinds = 6;

constexpr bool is_colour(Cell cell) { return cell >= Cell::red && cell <= Cell::purple; }

// Index of a filled cell's board; precondition: cell is not empty.
constexpr int board_index(Cell cell) { return static_cast<int>(cell) - 1; }
constexpr Cell cell_of_board(int index) { return static_cast<Cell>(index + 1); }

}  // namespace rensa::rules
