#include <gtest/gtest.h>

#include "engine/movement/movement.h"
#include "engine/notation/text.h"
#include "engine/rules/link.h"
#include "engine/rules/rng.h"

namespace rensa::movement {
namespace {

using notation::field_from_picture;
using notation::picture_of;

FallingPair pair_at(int x, int y, rules::Rotation r) {
  FallingPair pair;
  pair.x = static_cast<std::int8_t>(x);
  pair.y = static_cast<std::int8_t>(y);
  pair.r = r;
  return pair;
}

// By the movement rules: down is held until the pair locks, then everything falls.
rules::Field played_down(const rules::Field& field, FallingPair pair, rules::Pair cells) {
  const ObstacleMap obstacles(field);
  while (!move_one_frame(pair, obstacles, Keys::down).locked) continue;
  rules::Field after = field;
  if (pair.y <= rules::kTrapRow) after.put(pair.x, pair.y, cells.axis);
  if (pair.child_y() <= rules::kTrapRow) after.put(pair.child_x(), pair.child_y(), cells.child);
  rules::settle(after);
  return after;
}

TEST(DropPreview, HalvesThatHangFallApart) {
  const rules::Field field = field_from_picture(
      "R.....\n"
      "RB....\n");
  EXPECT_EQ(preview_drop(field, pair_at(1, 12, rules::Rotation::right)), (DropPreview{3, 2}));
  EXPECT_EQ(preview_drop(field, pair_at(2, 12, rules::Rotation::right)), (DropPreview{2, 1}));
  EXPECT_EQ(preview_drop(field, pair_at(2, 12, rules::Rotation::down)), (DropPreview{3, 2}));
}

TEST(DropPreview, AHalfThatLocksInTheTrapRowHangsThere) {
  rules::Field field;
  for (int y = 1; y <= 13; ++y) field.put(1, y, rules::Cell::garbage);
  EXPECT_EQ(preview_drop(field, pair_at(1, 14, rules::Rotation::right)), (DropPreview{14, 14}));
  EXPECT_EQ(preview_drop(field, pair_at(1, 14, rules::Rotation::up)), (DropPreview{14, 0}));
}

TEST(DropPreview, IsWhatTheMovementRulesComeTo) {
  const rules::Pair cells{rules::Cell::purple, rules::Cell::yellow};
  rules::Rng random(5, 0);
  int looked_at = 0;
  for (int i = 0; i < 20'000; ++i) {
    rules::Field field;
    for (int x = 1; x <= rules::kColumns; ++x) {
      const int height = static_cast<int>(random.below(14));
      for (int y = 1; y <= height; ++y) field.put(x, y, rules::Cell::garbage);
    }
    const FallingPair pair = pair_at(1 + static_cast<int>(random.below(6)), 1 + static_cast<int>(random.below(14)),
                                     static_cast<rules::Rotation>(random.below(4)));
    const ObstacleMap obstacles(field);
    const bool stands = pair.child_x() >= 1 && pair.child_x() <= rules::kColumns && pair.child_y() >= 1 &&
                        pair.child_y() <= rules::kTrapRow && !obstacles.is_blocked(pair.x, pair.y) &&
                        !obstacles.is_blocked(pair.child_x(), pair.child_y());
    if (!stands) continue;
    ++looked_at;
    rules::Field expected = field;
    const DropPreview down = preview_drop(field, pair);
    if (down.axis_y > 0) expected.put(pair.x, down.axis_y, cells.axis);
    if (down.child_y > 0) expected.put(pair.child_x(), down.child_y, cells.child);
    ASSERT_EQ(played_down(field, pair, cells), expected)
        << picture_of(field) << int{pair.x} << "," << int{pair.y} << " " << static_cast<int>(pair.r);
  }
  EXPECT_GT(looked_at, 5'000);
}

}  // namespace
}  // namespace rensa::movement
