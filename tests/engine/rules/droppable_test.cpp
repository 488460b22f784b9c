#include "engine/rules/droppable.h"

#include <gtest/gtest.h>

#include "engine/rules/drop.h"
#include "engine/rules/rng.h"
#include "engine/rules/route.h"

namespace rensa::rules {
namespace {

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

}  // namespace
}  // namespace rensa::rules
