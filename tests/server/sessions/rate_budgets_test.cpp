#include "server/sessions/rate_budgets.h"

#include <gtest/gtest.h>

namespace rensa::sessions {
namespace {

using namespace std::chrono_literals;

const base::Time kStart = base::Time(1h);

TEST(RateBudgets, AreSharedPerKey) {
  RateBudgets budgets({.per_second = 1, .burst = 3});
  budgets.join("ann", kStart);
  budgets.join("ann", kStart);
  budgets.join("bob", kStart);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(budgets.take("ann", kStart));
  EXPECT_FALSE(budgets.take("ann", kStart));
  EXPECT_TRUE(budgets.take("bob", kStart));
  EXPECT_TRUE(budgets.take("ann", kStart + 1s));
  EXPECT_FALSE(budgets.take("ann", kStart + 1s));
}

TEST(RateBudgets, RejoiningDoesNotFillThem) {
  RateBudgets budgets({.per_second = 1, .burst = 3});
  int taken = 0;
  for (int i = 0; i < 10; ++i) {
    budgets.join("ann", kStart);
    while (budgets.take("ann", kStart)) ++taken;
    budgets.leave("ann", kStart);
  }
  EXPECT_EQ(taken, 3);
}

TEST(RateBudgets, AreRemovedOnceTheyWouldBeFull) {
  RateBudgets budgets({.per_second = 1, .burst = 3});
  for (int i = 0; i < 100; ++i) {
    budgets.join(std::to_string(i), kStart);
    budgets.leave(std::to_string(i), kStart);
  }
  budgets.join("ann", kStart + 2s);
  EXPECT_EQ(budgets.size(), 101U);
  budgets.join("bob", kStart + 6s);
  EXPECT_EQ(budgets.size(), 2U);
}

}  // namespace
}  // namespace rensa::sessions
