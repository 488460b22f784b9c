#include "server/sessions/return_times.h"

#include <gtest/gtest.h>

namespace rensa::sessions {
namespace {

using namespace std::chrono_literals;

const base::Time kRefusal = base::Time(1h);

TEST(ReturnTimes, AreSpreadByTheRate) {
  ReturnTimes times;
  for (int payer = 1; payer <= 100; ++payer) {
    EXPECT_EQ(times.next(std::to_string(payer), 10, kRefusal), kRefusal + payer * 100ms);
  }
  EXPECT_EQ(times.waiting_payer_count(), 100U);
}

TEST(ReturnTimes, OfOnePayerAreSpreadByTheRateToo) {
  ReturnTimes times;
  for (int client = 1; client <= 100; ++client) {
    EXPECT_EQ(times.next("one", 10, kRefusal), kRefusal + client * 100ms);
  }
}

TEST(ReturnTimes, APayerWithManyClientsDoesNotDelayAnother) {
  ReturnTimes times;
  for (int client = 0; client < 10'000; ++client) times.next("many", 10, kRefusal);
  EXPECT_EQ(times.next("many", 10, kRefusal), kRefusal + ReturnTimes::kLongestWait);
  EXPECT_EQ(times.next("few", 10, kRefusal), kRefusal + 200ms);
  EXPECT_EQ(times.next("few", 10, kRefusal), kRefusal + 400ms) << "the two payers take turns";
}

TEST(ReturnTimes, ForgetPayersThatWaitNoMore) {
  ReturnTimes times;
  for (int payer = 0; payer < 100; ++payer) times.next(std::to_string(payer), 10, kRefusal);
  times.next("late", 10, kRefusal + 5s);
  EXPECT_EQ(times.waiting_payer_count(), 50U + 1U);
  EXPECT_EQ(times.next("late", 10, kRefusal + 1h), kRefusal + 1h + 100ms);
  EXPECT_EQ(times.waiting_payer_count(), 1U);
}

}  // namespace
}  // namespace rensa::sessions
