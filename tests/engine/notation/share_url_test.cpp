#include "engine/notation/share_url.h"

#include <gtest/gtest.h>

namespace rensa::notation {
namespace {

TEST(SharedUrl, IsToldApartByItsQuestionMark) {
  const rules::Parsed<Shared> ips = shared_of_url("http://ips.karou.jp/simu/pn.html?800F08J08A0EB_8161__270");
  ASSERT_TRUE(ips) << ips.error().message;
  EXPECT_TRUE(ips->goal);
  const rules::Parsed<Shared> puyop = shared_of_url("https://www.puyop.com/s/_2cii8Ahq");
  ASSERT_TRUE(puyop) << puyop.error().message;
  EXPECT_EQ(puyop->moves.size(), 4U);
  EXPECT_FALSE(shared_of_url("http://example.org/"));
  EXPECT_FALSE(shared_of_url(""));
}

}  // namespace
}  // namespace rensa::notation
