#include "engine/movement/movement.h"

#include <gtest/gtest.h>

#include "engine/notation/text.h"
#include "engine/rules/link.h"
#include "engine/rules/rng.h"
#include "tests/tools/drawn_field.h"
#include "tests/tools/field_picture.h"

namespace rensa::movement {
namespace {

using notation::picture_of;
using tests::field_from_picture;
using tests::field_of_heights;

constexpr Keys kNone = Keys::none;

// A pair on a field, played frame by frame.
struct Play {
  explicit Play(const rules::Field& field) : obstacles(field) {}

  bool press(Keys keys, int frames = 1) {
    bool locked = false;
    for (int frame = 0; frame < frames && !locked; ++frame) {
      const MoveResult moved = move_one_frame(pair, obstacles, keys);
      points += moved.points;
      locked = moved.locked;
    }
    return locked;
  }

  ObstacleMap obstacles;
  FallingPair pair;
  int points = 0;
};

TEST(Movement, FallsOneRowInSixteenFrames) {
  Play play{rules::Field{}};
  play.press(kNone, 15);
  EXPECT_EQ(play.pair.y, 12);
  play.press(kNone);
  EXPECT_EQ(play.pair.y, 11);
}

TEST(Movement, HeldDownFallsOneRowInTwoFramesForAPointEach) {
  Play play{rules::Field{}};
  play.press(Keys::down, 8);
  EXPECT_EQ(play.pair.y, 8);
  EXPECT_EQ(play.points, 4);
}

TEST(Movement, HeldDownTouchesThenLocks) {
  Play play{rules::Field{}};
  EXPECT_TRUE(play.press(Keys::down, 100));
  EXPECT_EQ(play.pair.y, 1);
  EXPECT_EQ(play.points, 13);  // eleven rows, the press that touches and the press that locks
}

TEST(Movement, LeftAloneLocksSixteenFramesAfterItTouches) {
  Play play{field_of_heights({0, 0, 11, 0, 0, 0})};
  EXPECT_FALSE(play.press(kNone, 7));
  EXPECT_FALSE(play.pair.touching);
  EXPECT_FALSE(play.press(kNone));
  EXPECT_TRUE(play.pair.touching);
  EXPECT_FALSE(play.press(kNone, 15));
  EXPECT_TRUE(play.press(kNone));
}

TEST(Movement, HeldArrowStepsEveryFourFrames) {
  Play play{rules::Field{}};
  play.press(Keys::right, 5);
  EXPECT_EQ(play.pair.x, 5);
  play.press(Keys::right, 3);
  EXPECT_EQ(play.pair.x, 5);
  play.press(Keys::right);
  EXPECT_EQ(play.pair.x, 6);
}

TEST(Movement, BlockedArrowStillLocksTheArrows) {
  Play play{field_of_heights({0, 0, 0, 12, 0, 0})};
  play.press(Keys::right);
  EXPECT_EQ(play.pair.x, 3);
  EXPECT_EQ(play.pair.arrow_lock, 3);
  play.press(Keys::left, 3);
  EXPECT_EQ(play.pair.x, 3);
  play.press(Keys::left);
  EXPECT_EQ(play.pair.x, 2);
}

TEST(Movement, RightWinsOverLeftAndBothOverDown) {
  Play play{rules::Field{}};
  play.press(Keys::right | Keys::left | Keys::down);
  EXPECT_EQ(play.pair.x, 4);
  EXPECT_EQ(play.points, 0);
}

TEST(Movement, DownLocksNoKey) {
  Play play{rules::Field{}};
  play.press(Keys::down);
  EXPECT_EQ(play.pair.arrow_lock, 0);
  play.press(Keys::left);
  EXPECT_EQ(play.pair.x, 2);
  EXPECT_EQ(play.pair.y, 11);
}

TEST(Movement, DownIsNotTakenInTheFrameOfTheFall) {
  Play play{rules::Field{}};
  play.press(Keys::down);
  EXPECT_EQ(play.pair.fall_counter, 0);
  play.press(Keys::down);
  EXPECT_EQ(play.points, 1);
}

TEST(Movement, ATurnsClockwiseAndWinsOverB) {
  Play play{rules::Field{}};
  play.press(Keys::turn_a | Keys::turn_b);
  EXPECT_EQ(play.pair.r, rules::Rotation::right);
}

TEST(Movement, BTurnsCounterClockwise) {
  Play play{rules::Field{}};
  play.press(Keys::turn_b);
  EXPECT_EQ(play.pair.r, rules::Rotation::left);
}

TEST(Movement, HeldTurnTurnsEveryFourFrames) {
  Play play{rules::Field{}};
  play.press(Keys::turn_a, 4);
  EXPECT_EQ(play.pair.r, rules::Rotation::right);
  play.press(Keys::turn_a);
  EXPECT_EQ(play.pair.r, rules::Rotation::down);
}

TEST(Movement, WallKicksATurnAway) {
  Play play{rules::Field{}};
  play.press(Keys::left, 5);
  ASSERT_EQ(play.pair.x, 1);
  play.press(Keys::turn_b);
  EXPECT_EQ(play.pair.x, 2);
  EXPECT_EQ(play.pair.r, rules::Rotation::left);
}

TEST(Movement, FirstTurnBetweenWallsOnlyOpensTheWindow) {
  Play play{field_of_heights({0, 12, 0, 12, 0, 0})};
  play.press(Keys::turn_a);
  EXPECT_EQ(play.pair.r, rules::Rotation::up);
  EXPECT_EQ(play.pair.quick_turn_window, 20);
  EXPECT_EQ(play.pair.turn_lock, 3);
}

TEST(Movement, SecondTurnBetweenWallsTurnsUpsideDownARowHigher) {
  Play play{field_of_heights({0, 12, 0, 12, 0, 0})};
  play.press(Keys::turn_a);
  play.press(kNone, 3);
  play.press(Keys::turn_b);
  EXPECT_EQ(play.pair.r, rules::Rotation::down);
  EXPECT_EQ(play.pair.y, 13);
  EXPECT_EQ(play.pair.fall_counter, 7);  // eight, less this frame
  EXPECT_EQ(play.pair.quick_turn_window, 0);
}

TEST(Movement, HalfTurnBackComesDownARow) {
  Play play{field_of_heights({13, 13, 0, 13, 0, 0})};
  play.press(Keys::turn_a, 5);
  ASSERT_EQ(play.pair.y, 13);
  play.press(kNone, 3);
  play.pair.fall_counter = 16;
  play.press(Keys::turn_a, 5);
  EXPECT_EQ(play.pair.r, rules::Rotation::up);
  EXPECT_EQ(play.pair.y, 12);
}

TEST(Movement, WindowClosesAfterTwentyFrames) {
  Play play{field_of_heights({0, 13, 0, 13, 0, 0})};
  play.press(Keys::turn_a);
  play.press(kNone, 19);
  EXPECT_EQ(play.pair.quick_turn_window, 1);
  play.press(Keys::turn_a);  // the window closed in this frame, so it opens again
  EXPECT_EQ(play.pair.r, rules::Rotation::up);
  EXPECT_EQ(play.pair.quick_turn_window, 20);
}

TEST(Movement, FloorKicksATurnUp) {
  Play play{field_of_heights({0, 0, 11, 0, 0, 0})};
  play.press(Keys::turn_a);
  play.press(kNone, 3);
  play.press(Keys::turn_a);
  EXPECT_EQ(play.pair.r, rules::Rotation::down);
  EXPECT_EQ(play.pair.y, 13);
  EXPECT_TRUE(play.pair.touching);  // lifted with eight frames left to fall, and standing again
}

TEST(Movement, FloorDoesNotKickAboveRowThirteen) {
  Play play{field_of_heights({0, 0, 12, 0, 0, 0})};
  play.pair.y = 13;
  play.pair.r = rules::Rotation::right;
  play.press(Keys::turn_a);
  EXPECT_EQ(play.pair.r, rules::Rotation::right);
  EXPECT_EQ(play.pair.turn_lock, 3);
}

TEST(Movement, TurningUprightDoesNotLookAtTheCellAbove) {
  rules::Field field = field_of_heights({0, 0, 12, 0, 0, 0});
  field.put(3, 14, rules::Cell::garbage);
  Play play{field};
  play.pair.y = 13;
  play.pair.r = rules::Rotation::right;
  play.press(Keys::turn_b);
  EXPECT_EQ(play.pair.r, rules::Rotation::up);
}

TEST(Movement, TrapRowBlocksTheChild) {
  rules::Field field;
  field.put(4, 14, rules::Cell::garbage);
  Play play{field};
  play.pair.y = 13;
  play.press(Keys::right);
  EXPECT_EQ(play.pair.x, 3);
}

TEST(Movement, StandingWithNothingLeftToFallLocksAtOnce) {
  Play play{field_of_heights({0, 11, 0, 0, 0, 0})};
  play.press(Keys::down);
  EXPECT_TRUE(play.press(Keys::left));
  EXPECT_EQ(play.pair.y, 12);
}

TEST(Movement, LosingTouchLeavesEightFramesToFall) {
  Play play{field_of_heights({0, 0, 11, 0, 0, 0})};
  play.press(Keys::down);
  ASSERT_TRUE(play.pair.touching);
  play.press(Keys::right);
  EXPECT_FALSE(play.pair.touching);
  EXPECT_EQ(play.pair.fall_counter, 8);
}

TEST(Movement, EighthTouchLocks) {
  Play play{field_of_heights({0, 0, 11, 0, 0, 0})};
  for (int touch = 1; touch < 8; ++touch) {
    play.press(Keys::down);
    ASSERT_TRUE(play.pair.touching);
    ASSERT_EQ(play.pair.touches, touch);
    ASSERT_FALSE(play.press(touch % 2 == 0 ? Keys::left : Keys::right, 1)) << touch;
    play.pair.x = 4;  // away from the column
    play.press(kNone, 3);
    ASSERT_FALSE(play.pair.touching);
    play.pair.x = 3;
    play.pair.y = 12;
    play.pair.fall_counter = 16;
    play.pair.arrow_lock = 0;
  }
  EXPECT_TRUE(play.press(Keys::down));
}

FallingPair pair_at(int x, int y, rules::Rotation r) {
  FallingPair pair;
  pair.x = static_cast<std::int8_t>(x);
  pair.y = static_cast<std::int8_t>(y);
  pair.r = r;
  return pair;
}

// The preview by the movement rules: DOWN is held until the pair locks, then all cells fall.
rules::Field played_down(const rules::Field& field, FallingPair pair, rules::Pair cells) {
  const ObstacleMap obstacles(field);
  while (!move_one_frame(pair, obstacles, Keys::down).locked) continue;
  rules::Field after = field;
  if (pair.y <= rules::kTrapRow) after.put(pair.x, pair.y, cells.axis);
  if (pair.child_y() <= rules::kTrapRow) after.put(pair.child_x(), pair.child_y(), cells.child);
  rules::settle(after);
  return after;
}

TEST(DropPreview, CellsWithoutSupportFallApart) {
  const rules::Field field = field_from_picture(
      "R.....\n"
      "RB....\n");
  EXPECT_EQ(preview_drop(field, pair_at(1, 12, rules::Rotation::right)), (DropPreview{3, 2}));
  EXPECT_EQ(preview_drop(field, pair_at(2, 12, rules::Rotation::right)), (DropPreview{2, 1}));
  EXPECT_EQ(preview_drop(field, pair_at(2, 12, rules::Rotation::down)), (DropPreview{3, 2}));
}

TEST(DropPreview, ACellThatLocksInTheTrapRowStaysThere) {
  rules::Field field;
  for (int y = 1; y <= 13; ++y) field.put(1, y, rules::Cell::garbage);
  EXPECT_EQ(preview_drop(field, pair_at(1, 14, rules::Rotation::right)), (DropPreview{14, 14}));
  EXPECT_EQ(preview_drop(field, pair_at(1, 14, rules::Rotation::up)), (DropPreview{14, 0}));
}

TEST(DropPreview, EqualsTheResultOfTheMovementRules) {
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
