#include "engine/search/shape.h"

namespace rensa::search {

namespace {

constexpr int kLink = 8;     // two neighbours of one colour
constexpr int kBetween = 8;  // a cell with two such neighbours or more
constexpr int kStep = 3;     // the square of the difference of two columns
constexpr int kBowl = 10;    // a row that columns 1 and 6 are above 3 and 4

}  // namespace

int shape_of(const rules::Field& field) {
  const auto& [low, middle, high] = field.planes().bits;
  const rules::Board colours = field.planes().coloured() & rules::kVisibleCells;
  const rules::Board differs_above = (low ^ low.down()) | (middle ^ middle.down()) | (high ^ high.down());
  const rules::Board differs_right = (low ^ low.left()) | (middle ^ middle.left()) | (high ^ high.left());
  const rules::Board above = (colours & colours.down()).without(differs_above);  // like the cell above, and so on
  const rules::Board right = (colours & colours.left()).without(differs_right);
  const rules::Board below = above.up();
  const rules::Board left = right.right();
  const rules::Board between = (above & below) | (left & right) | ((above | below) & (left | right));

  const rules::Heights heights = field.heights();
  int steps = 0;
  for (std::size_t x = 1; x < rules::kColumns; ++x) {
    const int step = heights[x + 1] - heights[x];
    steps += step * step;
  }
  const int bowl = heights[1] + heights[6] - heights[3] - heights[4];
  return kLink * (above.count() + right.count()) + kBetween * between.count() - kStep * steps + kBowl * bowl;
}

}  // namespace rensa::search
