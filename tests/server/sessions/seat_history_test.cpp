#include "server/sessions/moderation/seat_history.h"

#include <gtest/gtest.h>
#include <string>

namespace rensa::sessions {
namespace {

constexpr base::MatchId kMatch{1};

class SeatHistoryTest : public testing::Test {
 protected:
  SeatHistoryTest() { history_.begin(kMatch, {}, {}); }

  void take(const std::string& subject, const std::string& network) {
    history_.take(kMatch, 0, {}, {.subject = subject, .network = network});
  }

  SeatHistory history_;
};

// A token proves that it is the same person.
TEST_F(SeatHistoryTest, AnAccountHasTheAddressFromWhichItCameLast) {
  take("account 1", "192.0.2.1");
  take("account 1", "198.51.100.1");
  ASSERT_EQ(history_.holders(kMatch, 0).size(), 1U);
  EXPECT_EQ(history_.holders(kMatch, 0)[0].network, "198.51.100.1");
  EXPECT_TRUE(history_.seats_that_changed().empty());
  take("guests at 192.0.2.1", "192.0.2.1");
  EXPECT_EQ(history_.seats_that_changed().size(), 1U);
}

TEST_F(SeatHistoryTest, TheFirstHoldersOfASeatStayKnown) {
  for (int i = 0; i < 40; ++i) take("account " + std::to_string(i), "192.0.2.1");
  ASSERT_EQ(history_.holders(kMatch, 0).size(), SeatHistory::kMaxHolders);
  EXPECT_EQ(history_.holders(kMatch, 0)[0].subject, "account 0");
}

}  // namespace
}  // namespace rensa::sessions
