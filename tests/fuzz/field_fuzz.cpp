#include <array>

#include "engine/rules/field.h"
#include "tests/fuzz/input.h"
#include "tests/tools/drawn_field.h"

// Each two bytes put one cell somewhere. A plain array is the twin that the field must agree with.

namespace {

using rensa::fuzz::require;
using rensa::rules::Cell;
using rensa::rules::Field;
using rensa::rules::kColumns;
using rensa::rules::kHiddenRow;
using rensa::rules::kTrapRow;

using Twin = std::array<std::array<Cell, kTrapRow + 1>, kColumns + 1>;

void compare(const Field& field, const Twin& twin) {
  require(field.is_consistent());
  const auto heights = field.heights();
  bool clear = true;
  bool rests = true;
  for (int x = 1; x <= kColumns; ++x) {
    const auto& column = twin[static_cast<std::size_t>(x)];
    unsigned rows = 0;
    int top = 0;
    int filled = 0;
    for (int y = 1; y <= kTrapRow; ++y) {
      const Cell cell = column[static_cast<std::size_t>(y)];
      require(field.at(x, y) == cell);
      if (cell == Cell::empty) continue;
      rows |= 1U << y;
      if (y > kHiddenRow) continue;
      top = y;
      ++filled;
    }
    require(field.occupied().column(x) == (rows & ~(1U << kTrapRow)));
    require(heights[static_cast<std::size_t>(x)] == top);
    clear = clear && filled == 0;
    rests = rests && filled == top;
  }
  require(field.is_all_clear() == clear);
  require(field.is_at_rest() == rests);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Field field;
  Twin twin{};
  for (std::size_t i = 0; i + 1 < size; i += 2) {
    const int x = 1 + data[i] % kColumns;
    const int y = 1 + data[i] / kColumns % kTrapRow;
    const Cell cell = rensa::tests::kAllCells[data[i + 1] % rensa::tests::kAllCells.size()];
    field.put(x, y, cell);
    twin[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)] = cell;
  }
  compare(field, twin);
  return 0;
}
