#pragma once

#include <cstdint>

#include "engine/rules/board.h"

namespace rensa::evaluation {

// Returns the columns that have a cell of the board, as bits.
inline std::uint8_t columns_with(rules::Board cells) {
  // A column is 16 bits of a word. Adding all bits but the highest one sets its highest bit unless the column is empty.
  // The multiplication moves the highest bits of four columns next to each other.
  const auto gathered = [](std::uint64_t lanes) {
    const std::uint64_t below_top = rules::four_columns::kTop - rules::four_columns::kOne;
    const std::uint64_t filled = ((lanes + below_top) & rules::four_columns::kTop) >> 15;
    return static_cast<unsigned>(filled * 0x0001'0002'0004'0008U >> 48);
  };
  return static_cast<std::uint8_t>(gathered(cells.low) | gathered(cells.high) << 4);
}

}  // namespace rensa::evaluation
