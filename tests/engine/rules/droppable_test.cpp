#include "engine/rules/drop.h"

#include <gtest/gtest.h>

#include "engine/rules/rng.h"
#include "tests/tools/drawn_field.h"

namespace rensa::rules {
namespace {

using tests::field_of_heights;

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
