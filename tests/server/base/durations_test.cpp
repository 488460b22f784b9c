#include "server/base/durations.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/rules/rng.h"

namespace rensa::base {
namespace {

TEST(Durations, QuantilesAreAtMostAFifthTooMuch) {
  rules::Rng rng(1, 1);
  std::vector<std::int64_t> times;
  Durations durations;
  for (int i = 0; i < 1'000; ++i) {
    times.push_back(1 + rng.below(1U << rng.below(27)));
    durations.add(times.back());
  }
  std::sort(times.begin(), times.end());
  for (const double share : {0.01, 0.5, 0.95, 1.0}) {
    const auto exact = static_cast<double>(times[static_cast<std::size_t>(share * 1'000) - 1]);
    const auto told = static_cast<double>(durations.quantile(share));
    EXPECT_GE(told, exact);
    EXPECT_LE(told, 1.2 * exact + 1);
  }
  EXPECT_EQ(durations.longest(), times.back());
  EXPECT_EQ(durations.quantile(1), times.back());
  EXPECT_EQ(durations.number(), 1'000);
}

TEST(Durations, ManyGamesAddUp) {
  Durations one;
  Durations two;
  Durations both;
  for (const std::int64_t time : {0, 1, 5, 5'000, 700'000'000}) {
    (time < 10 ? one : two).add(time);
    both.add(time);
  }
  one.add(two);
  EXPECT_EQ(one, both);
  EXPECT_EQ(Durations::from(both.counts(), both.longest()), both);
}

}  // namespace
}  // namespace rensa::base
