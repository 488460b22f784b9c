#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/rules/field.h"

namespace rensa::python {

// The cells of a field as bytes, in the order of arrays of numpy of the shape (14, 6): row 1 first, each row from the
// left. Their values are those of rules::Cell.
inline constexpr std::size_t kCellCount = std::size_t{rules::kTrapRow} * rules::kColumns;
// The cells that an opponent sees: rows 1..12 come first.
inline constexpr std::size_t kVisibleCellCount = std::size_t{rules::kVisibleRows} * rules::kColumns;

constexpr std::size_t cell_index(int x, int y) { return static_cast<std::size_t>((y - 1) * rules::kColumns + x - 1); }

void write_cells(const rules::Field& field, std::span<std::uint8_t, kCellCount> cells);
// Returns nothing if a byte is no cell.
std::optional<rules::Field> read_cells(std::span<const std::uint8_t, kCellCount> cells);

}  // namespace rensa::python
