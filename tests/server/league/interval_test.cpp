#include "server/league/interval.h"

#include <array>
#include <gtest/gtest.h>

namespace rensa::league {
namespace {

TEST(Interval, OfAMean) {
  const Interval mean = mean_of(std::array{1.0, 2.0, 3.0, 4.0});
  EXPECT_DOUBLE_EQ(mean.value, 2.5);
  EXPECT_NEAR(mean.low, 1.23485, 1e-5);
  EXPECT_NEAR(mean.high, 3.76515, 1e-5);
}

TEST(Interval, OfAShare) {
  const Interval share = wilson(0.748, 500);
  EXPECT_DOUBLE_EQ(share.value, 0.748);
  EXPECT_NEAR(share.low, 0.70815, 1e-5);
  EXPECT_NEAR(share.high, 0.78407, 1e-5);
}

TEST(Interval, OfAShareAtItsEnds) {
  EXPECT_NEAR(wilson(0, 20).low, 0, 1e-12);
  EXPECT_NEAR(wilson(0, 20).high, 0.16113, 1e-5);
  EXPECT_NEAR(wilson(1, 5).low, 0.56552, 1e-5);
  EXPECT_NEAR(wilson(1, 5).high, 1, 1e-12);
}

}  // namespace
}  // namespace rensa::league
