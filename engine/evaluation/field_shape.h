#pragma once

#include "engine/rules/field.h"

namespace rensa::evaluation {

// The visible puyos that touch a puyo of their own colour, as sets of cells by direction.
struct SameColourContacts {
  rules::Board above;  // cells with the same colour above them, and so on
  rules::Board right;
  rules::Board below;
  rules::Board left;

  // Returns the puyos that touch two or more of their own colour: the middle of a group of three.
  rules::Board between() const { return (above & below) | (left & right) | ((above | below) & (left | right)); }
  // Returns the number of pairs of touching cells.
  int count() const { return above.count() + right.count(); }
};

inline SameColourContacts find_contacts(const rules::Planes& planes) {
  const auto& [low, middle, high] = planes.bits;
  const rules::Board colours = planes.coloured() & rules::kVisibleCells;
  const rules::Board differs_above = (low ^ low.down()) | (middle ^ middle.down()) | (high ^ high.down());
  const rules::Board differs_right = (low ^ low.left()) | (middle ^ middle.left()) | (high ^ high.left());
  const rules::Board above = (colours & colours.down()).without(differs_above);
  const rules::Board right = (colours & colours.left()).without(differs_right);
  return {.above = above, .right = right, .below = above.up(), .left = right.right()};
}

// Returns the sum of the squared differences between neighbouring columns.
inline int roughness(const rules::Heights& heights) {
  int sum = 0;
  for (std::size_t x = 1; x < rules::kColumns; ++x) {
    const int step = heights[x + 1] - heights[x];
    sum += step * step;
  }
  return sum;
}

// Returns minus the sum of the squared heights.
inline int lowness_of(const rules::Heights& heights) {
  int sum = 0;
  for (const int height : heights) sum -= height * height;
  return sum;
}

// Evaluates the shape of a field without looking for chains. Contacts count, and so do outer columns that are higher
// than the middle ones. Steps between columns reduce the value.
inline int evaluate_shape(const rules::Field& field) {
  constexpr int kLink = 8;     // for two neighbours of one colour
  constexpr int kBetween = 8;  // for a puyo with two or more such neighbours
  constexpr int kStep = 3;     // for the squared difference of two columns
  constexpr int kBowl = 10;    // for each row that columns 1 and 6 are higher than 3 and 4
  const SameColourContacts contacts = find_contacts(field.planes());
  const rules::Heights heights = field.heights();
  const int bowl = heights[1] + heights[6] - heights[3] - heights[4];
  return kLink * contacts.count() + kBetween * contacts.between().count() - kStep * roughness(heights) + kBowl * bowl;
}

}  // namespace rensa::evaluation
