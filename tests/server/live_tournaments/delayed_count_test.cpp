#include "server/live_tournaments/delayed_count.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace rensa::live_tournaments {
namespace {

using namespace std::chrono_literals;

const base::Time kBegin{};

TEST(DelayedCount, ACountIsToldWhenItsDelayIsOver) {
  DelayedCount count;
  count.set(3, kBegin, 2s);
  count.set(5, kBegin + 1s, 2s);
  EXPECT_EQ(count.at(kBegin + 1999ms), 0U);
  EXPECT_EQ(count.at(kBegin + 2s), 3U);
  EXPECT_EQ(count.at(kBegin + 2999ms), 3U);
  EXPECT_EQ(count.at(kBegin + 3s), 5U);
  EXPECT_EQ(count.at(kBegin + 1s), 0U) << "asking changes nothing";
}

TEST(DelayedCount, WithoutADelayItIsToldAtOnce) {
  DelayedCount count;
  count.set(3, kBegin, 0s);
  EXPECT_EQ(count.at(kBegin), 3U);
}

TEST(DelayedCount, AShorterDelayTellsNothingOutOfTurn) {
  DelayedCount count;
  count.set(3, kBegin, 10s);
  count.set(5, kBegin + 1s, 0s);
  EXPECT_EQ(count.at(kBegin + 9s), 0U);
  EXPECT_EQ(count.at(kBegin + 10s), 5U);
}

TEST(DelayedCount, ManyCountsOneAfterAnotherAreAllTold) {
  DelayedCount count;
  for (int i = 1; i <= 1'000; ++i) {
    const base::Time now = kBegin + i * 10ms;
    count.set(static_cast<std::uint64_t>(i), now, 1s);
    EXPECT_EQ(count.at(now), static_cast<std::uint64_t>(std::max(0, i - 100)));
  }
  EXPECT_EQ(count.at(kBegin + 11s), 1'000U);
}

}  // namespace
}  // namespace rensa::live_tournaments
