#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "engine/rules/field.h"

namespace rensa::tests {

inline constexpr std::array<rules::Cell, 7> kAllCells = {rules::Cell::empty, rules::Cell::garbage, rules::Cell::purple,
                                                         rules::Cell::red,   rules::Cell::blue,    rules::Cell::yellow,
                                                         rules::Cell::green};

// Returns a field of garbage that is drawn from the top row down to row 1. '.' is an empty cell.
inline rules::Field drawn_field(std::initializer_list<std::string_view> rows) {
  rules::Field field;
  int y = static_cast<int>(rows.size());
  for (const std::string_view row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] != '.') field.put(static_cast<int>(i) + 1, y, rules::Cell::garbage);
    }
    --y;
  }
  return field;
}

// Returns a field with columns of garbage of the given heights.
inline rules::Field field_of_heights(std::initializer_list<int> heights) {
  rules::Field field;
  int x = 0;
  for (const int height : heights) {
    ++x;
    for (int y = 1; y <= height; ++y) field.put(x, y, rules::Cell::garbage);
  }
  return field;
}

}  // namespace rensa::tests
