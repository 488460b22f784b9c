#include "engine/notation/shared_position.h"

#include <gtest/gtest.h>

namespace rensa::notation {
namespace {

TEST(SharedUrl, IsToldApartByItsQuestionMark) {
  const rules::Parsed<SharedPosition> ips = parse_share_url("http://ips.karou.jp/simu/pn.html?800F08J08A0EB_8161__270");
  ASSERT_TRUE(ips) << ips.error().message;
  EXPECT_TRUE(ips->goal);
  const rules::Parsed<SharedPosition> puyop = parse_share_url("https://www.puyop.com/s/_2cii8Ahq");
  ASSERT_TRUE(puyop) << puyop.error().message;
  EXPECT_EQ(puyop->moves.size(), 4U);
  EXPECT_FALSE(parse_share_url("http://example.org/"));
  EXPECT_FALSE(parse_share_url(""));
}

}  // namespace
}  // namespace rensa::notation
