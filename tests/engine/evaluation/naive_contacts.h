#pragma once

#include "engine/evaluation/field_shape.h"

namespace rensa::evaluation::naive {

// Counts contacts cell by cell: a simple version of field_shape.h for comparison.

inline bool is_visible(int x, int y) { return x >= 1 && x <= rules::kColumns && y >= 1 && y <= rules::kVisibleRows; }

// Returns the visible puyos that have a visible neighbour of their colour in that direction.
inline rules::Board like(const rules::Field& field, int dx, int dy) {
  rules::Board cells;
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= rules::kVisibleRows; ++y) {
      if (!is_visible(x + dx, y + dy) || !rules::is_colour(field.at(x, y))) continue;
      if (field.at(x, y) == field.at(x + dx, y + dy)) cells = cells | rules::Board::cell(x, y);
    }
  }
  return cells;
}

inline int contacts(const rules::Field& field) { return like(field, 0, 1).count() + like(field, 1, 0).count(); }

// Counts the puyos that touch two or more of their colour.
inline int between(const rules::Field& field) {
  int count = 0;
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= rules::kVisibleRows; ++y) {
      int touched = 0;
      for (const auto& [dx, dy] : {std::pair(0, 1), {1, 0}, {0, -1}, {-1, 0}}) {
        touched += like(field, dx, dy).has(x, y) ? 1 : 0;
      }
      count += touched >= 2 ? 1 : 0;
    }
  }
  return count;
}

}  // namespace rensa::evaluation::naive
