#include "engine/rules/drop.h"

#include <gtest/gtest.h>

#include "engine/rules/link.h"
#include "engine/rules/rng.h"
#include "tests/tools/drawn_field.h"

namespace rensa::rules {
namespace {

using tests::field_of_heights;

constexpr Pair kPair = {Cell::red, Cell::blue};

TEST(Drop, UprightPairStandsOnItsColumn) {
  Field field = field_of_heights({2, 0, 0, 0, 0, 0});
  EXPECT_FALSE(is_pair_split(field.heights(), {1, Rotation::up}));
  drop_pair(field, kPair, {1, Rotation::up});
  EXPECT_EQ(field.at(1, 3), Cell::red);
  EXPECT_EQ(field.at(1, 4), Cell::blue);
}

TEST(Drop, UpsideDownPairHasItsChildBelow) {
  Field field;
  drop_pair(field, kPair, {6, Rotation::down});
  EXPECT_EQ(field.at(6, 1), Cell::blue);
  EXPECT_EQ(field.at(6, 2), Cell::red);
}

TEST(Drop, PairSplitsBetweenUnequalColumns) {
  Field field = field_of_heights({0, 0, 3, 1, 0, 0});
  EXPECT_TRUE(is_pair_split(field.heights(), {3, Rotation::right}));
  drop_pair(field, kPair, {3, Rotation::right});
  EXPECT_EQ(field.at(3, 4), Cell::red);
  EXPECT_EQ(field.at(4, 2), Cell::blue);
}

TEST(Drop, PairThatWouldExceedRowThirteenDoesNotFit) {
  const Heights heights = field_of_heights({12, 0, 0, 0, 0, 0}).heights();
  EXPECT_FALSE(landing(heights, {1, Rotation::up}).fits());
  EXPECT_FALSE(landing(heights, {1, Rotation::down}).fits());
  EXPECT_TRUE(landing(heights, {1, Rotation::right}).fits());
}

TEST(LockPair, PairLocksBesideTheHigherColumn) {
  Field field = field_of_heights({0, 0, 3, 1, 0, 0});
  EXPECT_TRUE(lock_pair(field, kPair, {3, Rotation::right}));
  EXPECT_EQ(field.at(3, 4), Cell::red);
  EXPECT_EQ(field.at(4, 4), Cell::blue);
  Field upside_down;
  EXPECT_TRUE(lock_pair(upside_down, kPair, {6, Rotation::down}));
  EXPECT_EQ(upside_down.at(6, 1), Cell::blue);
  EXPECT_EQ(upside_down.at(6, 2), Cell::red);
}

TEST(LockPair, CellThatLocksInRowFourteenStaysThere) {
  Field field = field_of_heights({13, 2, 0, 0, 0, 0});
  EXPECT_TRUE(lock_pair(field, kPair, {1, Rotation::right}));
  settle(field);
  EXPECT_EQ(field.at(1, kTrapRow), Cell::red);
  EXPECT_EQ(field.at(2, kTrapRow), Cell::blue);
  EXPECT_EQ(field.at(2, 3), Cell::empty);
}

TEST(LockPair, CellAboveRowFourteenVanishes) {
  Field upright = field_of_heights({13, 0, 0, 0, 0, 0});
  EXPECT_TRUE(lock_pair(upright, kPair, {1, Rotation::up}));
  EXPECT_EQ(upright.at(1, kTrapRow), Cell::red);
  Field upside_down = field_of_heights({13, 0, 0, 0, 0, 0});
  EXPECT_TRUE(lock_pair(upside_down, kPair, {1, Rotation::down}));
  EXPECT_EQ(upside_down.at(1, kTrapRow), Cell::blue);
}

TEST(LockPair, ACellOfRowFourteenIsInTheWay) {
  Field field = field_of_heights({12, 13, 0, 0, 0, 0});
  field.put(1, kTrapRow, Cell::green);
  const Field before = field;
  EXPECT_FALSE(lock_pair(field, kPair, {1, Rotation::right}));
  EXPECT_FALSE(lock_pair(field, kPair, {2, Rotation::left}));
  EXPECT_EQ(field, before);
  field.put(2, kTrapRow, Cell::green);
  EXPECT_FALSE(lock_pair(field, kPair, {2, Rotation::up}));
}

TEST(LockPair, UpperCellOfAnUprightPairReplacesACellOfRowFourteen) {
  Field field = field_of_heights({12, 0, 0, 0, 0, 0});
  field.put(1, kTrapRow, Cell::green);
  EXPECT_TRUE(lock_pair(field, kPair, {1, Rotation::up}));
  EXPECT_EQ(field.at(1, kHiddenRow), Cell::red);
  EXPECT_EQ(field.at(1, kTrapRow), Cell::blue);
}

TEST(Drop, EstimateCountsStepsAndRows) {
  const Heights low = Field{}.heights();
  EXPECT_EQ(estimated_drop_frames(low, {3, Rotation::up}), 24 + 20);
  EXPECT_EQ(estimated_drop_frames(low, {1, Rotation::up}), 6 + 24 + 20);
  EXPECT_EQ(estimated_drop_frames(low, {3, Rotation::down}), 22 + 20);
}

TEST(Drop, EstimateCountsTheFallOfASplitPair) {
  const Heights uneven = field_of_heights({0, 0, 4, 2, 0, 0}).heights();
  EXPECT_EQ(estimated_drop_frames(uneven, {3, Rotation::right}), 16 + 20 + 16 + 20);
}

std::uint32_t one_by_one(const Heights& heights) {
  std::uint32_t droppable = 0;
  for (std::size_t i = 0; i < kPlacements.size(); ++i) {
    if (landing(heights, kPlacements[i]).fits() && seems_reachable(heights, kPlacements[i])) droppable |= 1U << i;
  }
  return droppable;
}

TEST(DroppablePlacements, AreThoseThatFitAndSeemReachable) {
  Rng rng(1);
  for (int i = 0; i < 200'000; ++i) {
    const int lowest = i % 2 == 0 ? 9 : 0;
    Heights heights{};
    for (std::size_t x = 1; x <= kColumns; ++x) {
      heights[x] = lowest + static_cast<int>(rng.below(static_cast<std::uint32_t>(kHiddenRow + 1 - lowest)));
    }
    ASSERT_EQ(droppable_placements(heights), one_by_one(heights)) << i;
  }
}

TEST(DroppablePlacements, AreAllOnAnEmptyField) { EXPECT_EQ(droppable_placements({}), kAllPlacements); }

TEST(SeemsReachable, StopsAtAColumnOfThirteen) {
  const Heights heights = field_of_heights({0, 13, 0, 0, 0, 0}).heights();
  EXPECT_FALSE(seems_reachable(heights, {1, Rotation::up}));
  EXPECT_TRUE(seems_reachable(heights, {6, Rotation::up}));
}

TEST(SeemsReachable, PassesTwelveFromAStepOfEleven) {
  EXPECT_FALSE(seems_reachable(field_of_heights({0, 0, 0, 0, 12, 0}).heights(), {6, Rotation::up}));
  EXPECT_TRUE(seems_reachable(field_of_heights({0, 0, 0, 11, 12, 0}).heights(), {6, Rotation::up}));
}

TEST(SeemsReachable, IsLiftedBetweenTwoColumnsOfTwelve) {
  EXPECT_TRUE(seems_reachable(field_of_heights({0, 12, 0, 12, 0, 0}).heights(), {6, Rotation::up}));
  EXPECT_FALSE(seems_reachable(field_of_heights({0, 0, 0, 12, 0, 0}).heights(), {6, Rotation::up}));
}

}  // namespace
}  // namespace rensa::rules
