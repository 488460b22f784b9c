#include "server/tournament/statistics/interval.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace rensa::tournament {
namespace {

TEST(Interval, MeansHaveTheNormalInterval) {
  const Interval mean = mean_with_normal_interval(std::array{1.0, 2.0, 3.0, 4.0});
  EXPECT_DOUBLE_EQ(mean.value, 2.5);
  EXPECT_NEAR(mean.low, 1.23485, 1e-5);
  EXPECT_NEAR(mean.high, 3.76515, 1e-5);
}

TEST(Interval, FewValuesHaveTheIntervalOfStudent) {
  const auto half_of = [](int count) {
    std::vector<double> values(static_cast<std::size_t>(count), 0.0);
    for (int i = 0; i < count; ++i) values[static_cast<std::size_t>(i)] = i % 2 == 0 ? 1 : -1;
    const Interval mean = mean_with_student_interval(values);
    const double variance = count / (count - 1.0) * (1 - mean.value * mean.value);
    EXPECT_NEAR(mean.high - mean.value, mean.value - mean.low, 1e-12);
    return (mean.high - mean.value) / std::sqrt(variance / count);
  };
  EXPECT_NEAR(half_of(2), 12.7062, 1e-3) << "as tables of Student's t have it";
  EXPECT_NEAR(half_of(5), 2.7764, 1e-3);
  EXPECT_NEAR(half_of(6), 2.5706, 1e-3);
  EXPECT_NEAR(half_of(10), 2.2622, 1e-4);
  EXPECT_NEAR(half_of(48), 2.0117, 1e-4);
  EXPECT_NEAR(half_of(100'000), kNormal95, 1e-4);
}

TEST(Interval, SharesHaveTheWilsonInterval) {
  const Interval share = wilson_interval(0.748, 500);
  EXPECT_DOUBLE_EQ(share.value, 0.748);
  EXPECT_NEAR(share.low, 0.70815, 1e-5);
  EXPECT_NEAR(share.high, 0.78407, 1e-5);
}

TEST(Interval, TheWilsonIntervalStaysWithinZeroAndOne) {
  EXPECT_NEAR(wilson_interval(0, 20).low, 0, 1e-12);
  EXPECT_NEAR(wilson_interval(0, 20).high, 0.16113, 1e-5);
  EXPECT_NEAR(wilson_interval(1, 5).low, 0.56552, 1e-5);
  EXPECT_NEAR(wilson_interval(1, 5).high, 1, 1e-12);
}

}  // namespace
}  // namespace rensa::tournament
