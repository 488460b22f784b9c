#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/rules/cell.h"
#include "engine/rules/field.h"
#include "engine/rules/hash.h"

namespace rensa::duel {

// Cell codes and field hashes that are part of the record format. They must never change, even if the values of
// rules::Cell or the layout of a field do.

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

// Adds a field to a state hash: the positions of each kind of cell, then the trap row.
inline void add_field(rules::Hash& hash, const rules::Field& field) {
  for (std::size_t code = 1; code < kCellsByCode.size(); ++code) {
    const rules::Board cells = field.board(kCellsByCode[code]);
    hash.add(cells.low).add(cells.high);
  }
  std::uint64_t trap = 0;
  for (int x = 1; x <= rules::kColumns; ++x) trap = trap << 4 | code_of(field.at(x, rules::kTrapRow));
  hash.add(trap);
}

}  // namespace rensa::duel
