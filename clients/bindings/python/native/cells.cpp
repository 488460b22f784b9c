#include "clients/bindings/python/native/cells.h"

#include <algorithm>

#include "engine/rules/board.h"

namespace rensa::python {

namespace {

// Row 0 of the four columns of a word.
constexpr std::uint64_t kFloor = 0x0001'0001'0001'0001U;

// The cells in a row of four columns, in 16 bits each.
std::uint64_t row_of(std::uint64_t low, std::uint64_t middle, std::uint64_t high, int y) {
  return (low >> y & kFloor) | (middle >> y & kFloor) << 1 | (high >> y & kFloor) << 2;
}

}  // namespace

void write_cells(const rules::Field& field, std::span<std::uint8_t, kCellCount> cells) {
  const auto& [low, middle, high] = field.planes().bits;
  std::uint8_t* to = cells.data();
  for (int y = 1; y <= rules::kHiddenRow; ++y) {
    const std::uint64_t left = row_of(low.low, middle.low, high.low, y);      // columns 0..3
    const std::uint64_t right = row_of(low.high, middle.high, high.high, y);  // columns 4..7
    for (int x = 1; x <= 3; ++x) *to++ = static_cast<std::uint8_t>(left >> (16 * x));
    for (int x = 4; x <= 6; ++x) *to++ = static_cast<std::uint8_t>(right >> (16 * (x - 4)));
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
