#include "server/base/signed_decimal.h"

#include <gtest/gtest.h>

namespace rensa::base {
namespace {

TEST(SignedDecimal, HasASignAndOneDecimal) {
  EXPECT_EQ(signed_decimal(12.34), "+12.3");
  EXPECT_EQ(signed_decimal(-0.06), "-0.1");
}

TEST(SignedDecimal, ZeroIsNeverNegative) {
  EXPECT_EQ(signed_decimal(0), "+0.0");
  EXPECT_EQ(signed_decimal(-0.0), "+0.0");
  EXPECT_EQ(signed_decimal(-0.04), "+0.0");
}

}  // namespace
}  // namespace rensa::base
