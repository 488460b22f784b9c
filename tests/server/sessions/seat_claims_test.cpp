#include "server/sessions/seat_claims.h"

#include <gtest/gtest.h>

namespace rensa::sessions {
namespace {

TEST(SeatClaims, TheOldestClaimOfAPayerGivesWay) {
  SeatClaims claims;
  EXPECT_EQ(claims.add("one", net::ConnectionId{1}, 2), std::nullopt);
  EXPECT_EQ(claims.add("two", net::ConnectionId{2}, 2), std::nullopt);
  EXPECT_EQ(claims.add("one", net::ConnectionId{3}, 2), std::nullopt);
  EXPECT_EQ(claims.add("one", net::ConnectionId{4}, 2), net::ConnectionId{1});
  EXPECT_EQ(claims.count_of("one"), 2U);
  claims.remove("one", net::ConnectionId{3});
  EXPECT_EQ(claims.add("one", net::ConnectionId{5}, 2), std::nullopt);
  EXPECT_EQ(claims.count_of("two"), 1U);
}

TEST(SeatClaims, NothingIsKeptOfPayersWithoutClaims) {
  SeatClaims claims;
  EXPECT_EQ(claims.add("one", net::ConnectionId{1}, 0), net::ConnectionId{1});
  claims.add("two", net::ConnectionId{2}, 1);
  claims.remove("two", net::ConnectionId{2});
  claims.remove("two", net::ConnectionId{2});
  EXPECT_EQ(claims.payer_count(), 0U);
}

}  // namespace
}  // namespace rensa::sessions
