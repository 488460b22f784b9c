#include "engine/search/shape.h"

#include "engine/search/contacts.h"

namespace rensa::search {

namespace {

constexpr int kLink = 8;     // two neighbours of one colour
constexpr int kBetween = 8;  // a cell with two such neighbours or more
constexpr int kStep = 3;     // the square of the difference of two columns
constexpr int kBowl = 10;    // a row that columns 1 and 6 are above 3 and 4

}  // namespace

int shape_of(const rules::Field& field) {
  const Contacts contacts = contacts_of(field.planes());
  const rules::Heights heights = field.heights();
  int steps = 0;
  for (std::size_t x = 1; x < rules::kColumns; ++x) {
    const int step = heights[x + 1] - heights[x];
    steps += step * step;
  }
  const int bowl = heights[1] + heights[6] - heights[3] - heights[4];
  return kLink * contacts.count() + kBetween * contacts.between().count() - kStep * steps + kBowl * bowl;
}

}  // namespace rensa::search
