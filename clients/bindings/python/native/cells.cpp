#include "clients/bindings/python/native/cells.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/rules/board.h"

namespace rensa::python {

namespace {

// Row 0 of the four columns of a word.
constexpr std::uint64_t kFloor = 0x0001'0001'0001'0001U;

// Returns the cells in a row of the first three of four columns, in eight bits each.
std::uint64_t row_of(std::uint64_t low, std::uint64_t middle, std::uint64_t high, int y) {
  const std::uint64_t cells = (low >> y & kFloor) | (middle >> y & kFloor) << 1 | (high >> y & kFloor) << 2;
  return (cells & 0x7U) | (cells >> 8 & 0x700U) | (cells >> 16 & 0x7'0000U);
}

}  // namespace

void write_cells(const rules::Field& field, std::span<std::uint8_t, kCellCount> cells) {
  const auto& [low, middle, high] = field.planes().bits;
  static_assert(std::endian::native == std::endian::little);
  std::uint8_t* to = cells.data();
  for (int y = 1; y <= rules::kHiddenRow; ++y) {
    // Columns 1..3 follow column 0 in the low words, and columns 4..6 come first in the high ones. Two of the eight
    // bytes belong to the next row, which is written after this one.
    const std::uint64_t left = row_of(low.low >> 16, middle.low >> 16, high.low >> 16, y);
    const std::uint64_t row = left | row_of(low.high, middle.high, high.high, y) << 24;
    std::memcpy(to, &row, sizeof(row));
    to += rules::kColumns;
  }
  for (int x = 1; x <= rules::kColumns; ++x) *to++ = static_cast<std::uint8_t>(field.at(x, rules::kTrapRow));
}

std::optional<rules::Field> read_cells(std::span<const std::uint8_t, kCellCount> cells) {
  if (!std::all_of(cells.begin(), cells.end(), [](std::uint8_t cell) { return rules::is_cell(cell); })) return {};
  rules::Field field;
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= rules::kTrapRow; ++y) {
      const auto cell = static_cast<rules::Cell>(cells[cell_index(x, y)]);
      if (cell != rules::Cell::empty) field.put(x, y, cell);
    }
  }
  return field;
}

}  // namespace rensa::python
