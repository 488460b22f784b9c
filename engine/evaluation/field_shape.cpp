#include "engine/evaluation/field_shape.h"

namespace rensa::evaluation {

namespace {

constexpr int kLink = 8;     // for two neighbours of one colour
constexpr int kBetween = 8;  // for a puyo with two or more such neighbours
constexpr int kStep = 3;     // for the squared difference of two columns
constexpr int kBowl = 10;    // for each row that columns 1 and 6 are higher than 3 and 4

}  // namespace

int evaluate_shape(const rules::Field& field) {
  const SameColourContacts contacts = find_contacts(field.planes());
  const rules::Heights heights = field.heights();
  const int bowl = heights[1] + heights[6] - heights[3] - heights[4];
  return kLink * contacts.count() + kBetween * contacts.between().count() - kStep * roughness(heights) + kBowl * bowl;
}

}  // namespace rensa::evaluation
