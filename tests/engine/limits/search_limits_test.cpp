#include "engine/limits/search_limits.h"

#include <gtest/gtest.h>

#include "tests/tools/setting_flag.h"

namespace rensa::limits {
namespace {

TEST(SearchBudget, GrantsEverythingWithoutLimits) {
  SearchBudget budget(SearchLimits{});
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(budget.take(22), 22);
  EXPECT_EQ(budget.searched(), 22'000);
  EXPECT_FALSE(budget.has_ended());
}

TEST(SearchBudget, GrantsExactlyTheNodesOfItsLimit) {
  for (const int limit : {0, 1, 21, 22, 63, 64, 65, 100, 1000}) {
    for (const int group : {1, 7, 22, 64}) {
      SearchBudget budget({.nodes = limit});
      int granted = 0;
      for (int i = 0; i < 2000; ++i) granted += budget.take(group);
      EXPECT_EQ(granted, limit) << "groups of " << group;
      EXPECT_EQ(budget.searched(), limit);
      EXPECT_TRUE(budget.has_ended());
    }
  }
}

TEST(SearchBudget, ASearchThatNeedsExactlyItsLimitIsComplete) {
  SearchBudget budget({.nodes = 66});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(budget.take(22), 22);
  EXPECT_FALSE(budget.has_ended());
  EXPECT_EQ(budget.take(1), 0);
  EXPECT_TRUE(budget.has_ended());
}

TEST(SearchBudget, GrantsTheLowestBits) {
  SearchBudget budget({.nodes = 5});
  EXPECT_EQ(budget.take_bits(0b1010'0100U), 0b1010'0100U);
  EXPECT_EQ(budget.take_bits(0b1111'0000U), 0b0011'0000U);
  EXPECT_EQ(budget.take_bits(0b1U), 0U);
  EXPECT_EQ(budget.searched(), 5);
}

TEST(SearchBudget, ASetFlagEndsTheSearchBeforeItsFirstNode) {
  StopFlag stop;
  stop.set();
  SearchBudget budget({.stop = &stop});
  EXPECT_EQ(budget.take(1), 0);
  EXPECT_TRUE(budget.has_ended());
  stop.clear();
  EXPECT_EQ(budget.take(1), 0) << "a search that has ended stays so";
  EXPECT_EQ(budget.searched(), 0);
}

TEST(SearchBudget, GrantsAtMostSixtyFourNodesAfterTheFlagIsSet) {
  for (const int group : {1, 5, 22, 40, 64}) {
    for (int set_after = 0; set_after < 300; ++set_after) {
      StopFlag stop;
      SearchBudget budget({.stop = &stop});
      std::int64_t searched = 0;
      for (;;) {
        // The flag is set while the group is being searched.
        const int taken = budget.take(group);
        if (taken == 0) break;
        if (searched <= set_after && set_after < searched + taken) stop.set();
        searched += taken;
      }
      EXPECT_LE(searched - set_after, tests::kMostNodesBetweenLooks) << "groups of " << group;
      EXPECT_EQ(budget.searched(), searched);
    }
  }
}

}  // namespace
}  // namespace rensa::limits
