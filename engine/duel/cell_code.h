#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/rules/cell.h"

namespace rensa::duel {

// Cells as numbers in records and state hashes. These are part of the record's format: they stay as they are whatever
// becomes of the values of rules::Cell or of the way in which a field keeps its cells.
inline constexpr std::array<rules::Cell, 7> kCellsByCode = {
    rules::Cell::empty, rules::Cell::red,    rules::Cell::blue,   rules::Cell::yellow,
    rules::Cell::green, rules::Cell::purple, rules::Cell::garbage};

inline constexpr std::array<std::uint8_t, 8> kCodesByCell = [] {
  std::array<std::uint8_t, 8> codes{};
  for (std::size_t code = 0; code < kCellsByCode.size(); ++code) {
    codes[static_cast<std::size_t>(kCellsByCode[code])] = static_cast<std::uint8_t>(code);
  }
  return codes;
}();

constexpr std::uint64_t code_of(rules::Cell cell) { return kCodesByCell[static_cast<std::size_t>(cell)]; }
constexpr std::optional<rules::Cell> cell_of_code(unsigned code) {
  if (code >= kCellsByCode.size()) return std::nullopt;
  return kCellsByCode[code];
}

}  // namespace rensa::duel
