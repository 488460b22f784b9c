#include "server/sessions/arrival_budget.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>

namespace rensa::sessions {
namespace {

using namespace std::chrono_literals;

const base::Time kStart = base::Time(1h);

std::string payer_number(int number) { return "guests at " + std::to_string(number); }

// Returns how many clients of this payer come in at once.
int use_up(ArrivalBudget& budget, Arrival arrival, const std::string& payer, base::Time now) {
  int count = 0;
  while (budget.let_in(arrival, payer, now)) ++count;
  return count;
}

// Returns how many clients come in at once if each has another payer.
int use_up_by_many(ArrivalBudget& budget, Arrival arrival, base::Time now) {
  int count = 0;
  while (budget.let_in(arrival, payer_number(count), now)) ++count;
  return count;
}

TEST(ArrivalBudget, LetsFewClientsInAtOnce) {
  ArrivalBudget budget({.per_second = 10, .burst = 20}, 1);
  EXPECT_EQ(use_up_by_many(budget, Arrival::newcomer, kStart), 10);
  EXPECT_FALSE(budget.let_in(Arrival::newcomer, "late", kStart + 50ms));
  EXPECT_TRUE(budget.let_in(Arrival::newcomer, "late", kStart + 1s));
}

TEST(ArrivalBudget, SpectatorsAndNewcomersDoNotUseThePlacesOfEachOther) {
  ArrivalBudget budget({.per_second = 10, .burst = 20}, 1);
  EXPECT_EQ(use_up_by_many(budget, Arrival::newcomer, kStart), 10);
  EXPECT_EQ(use_up_by_many(budget, Arrival::returning_spectator, kStart), 10);
}

TEST(ArrivalBudget, PlacesThatOneKindDoesNotNeedAreForTheOther) {
  ArrivalBudget budget({.per_second = 10, .burst = 20}, 1);
  use_up_by_many(budget, Arrival::newcomer, kStart);
  int count = 0;
  for (int tenth = 1; tenth <= 100; ++tenth) {
    count += budget.let_in(Arrival::newcomer, payer_number(1'000 + tenth), kStart + tenth * 105ms);
  }
  EXPECT_EQ(count, 100);
}

TEST(ArrivalBudget, OnePayerDoesNotKeepAnotherOut) {
  for (const Arrival arrival : {Arrival::newcomer, Arrival::returning_spectator}) {
    ArrivalBudget budget({.per_second = 10, .burst = 20}, 1);
    for (int second = 0; second < 100; ++second) {
      use_up(budget, arrival, "flood", kStart + second * 1s);
      EXPECT_TRUE(budget.let_in(arrival, payer_number(second), kStart + second * 1s)) << second;
    }
  }
}

TEST(ArrivalBudget, OnePayerDoesNotKeepOthersOutByTakingSeatsOver) {
  ArrivalBudget budget({.per_second = 10, .burst = 20}, 1);
  for (int i = 0; i < 10'000; ++i) budget.charge_player("flood", kStart);
  EXPECT_TRUE(budget.let_in(Arrival::newcomer, "newcomer", kStart));
  EXPECT_TRUE(budget.let_in(Arrival::returning_spectator, "spectator", kStart));
}

TEST(ArrivalBudget, PlayersTakeThePlacesOfNewcomersFirst) {
  ArrivalBudget budget({.per_second = 10, .burst = 20}, 1);
  for (int i = 0; i < 10; ++i) budget.charge_player(payer_number(i), kStart);
  EXPECT_FALSE(budget.let_in(Arrival::newcomer, "newcomer", kStart));
  EXPECT_TRUE(budget.let_in(Arrival::returning_spectator, "spectator", kStart));
  for (int i = 0; i < 10'000; ++i) budget.charge_player(payer_number(100 + i), kStart);
  EXPECT_FALSE(budget.let_in(Arrival::returning_spectator, "late", kStart));
  EXPECT_TRUE(budget.let_in(Arrival::returning_spectator, "late", kStart + 1s)) << "not for ever";
}

TEST(ArrivalBudget, ARateOfZeroIsNoLimit) {
  ArrivalBudget budget({.per_second = 0, .burst = 0}, 1);
  for (int i = 0; i < 1'000; ++i) EXPECT_TRUE(budget.let_in(Arrival::newcomer, "one", kStart));
}

TEST(ArrivalBudget, WaitsAreNeitherEqualNorTooLong) {
  ArrivalBudget budget({.per_second = 10, .burst = 20}, 1);
  std::map<std::chrono::milliseconds, int> waits;
  for (int i = 0; i < 10'000; ++i) ++waits[budget.wait_of(Arrival::newcomer, payer_number(i % 100), kStart)];
  EXPECT_GE(waits.begin()->first, 250ms);
  EXPECT_LE(waits.rbegin()->first, 72s);
  EXPECT_GT(waits.size(), 100U);
}

TEST(ArrivalBudget, AFloodThatDoesNotWaitDoesNotMakeOthersWaitLonger) {
  ArrivalBudget budget({.per_second = 10, .burst = 20}, 1);
  for (int i = 0; i < 10'000; ++i) budget.wait_of(Arrival::newcomer, "flood", kStart);
  EXPECT_LT(budget.wait_of(Arrival::newcomer, "modest", kStart), 1s);
}

// All clients of a server that has started again come within a moment, and again when they were told to.
struct Client {
  int number;
  Arrival arrival;
  std::string payer;
  int tries = 0;
};

struct Course {
  std::map<long, int> came_in;  // by second
  base::Time last;
  int most_tries = 0;
};

Course let_all_in(ArrivalBudget& budget, std::multimap<base::Time, Client> coming) {
  Course course;
  while (!coming.empty()) {
    auto next = coming.extract(coming.begin());
    const base::Time now = next.key();
    Client& client = next.mapped();
    course.most_tries = std::max(course.most_tries, ++client.tries);
    if (!budget.let_in(client.arrival, client.payer, now)) {
      next.key() = now + budget.wait_of(client.arrival, client.payer, now);
      coming.insert(std::move(next));
      continue;
    }
    ++course.came_in[(now - kStart) / 1s];
    course.last = now;
  }
  return course;
}

constexpr int kClients = 8'000;
constexpr int kPerSecond = 1'000;

void expect_within_budget(const Course& course) {
  int sum = 0;
  for (const auto& [second, count] : course.came_in) {
    sum += count;
    EXPECT_LE(sum, 2 * kPerSecond + (second + 1) * kPerSecond) << "after " << second << " seconds";
  }
  EXPECT_EQ(sum, kClients);
}

TEST(ArrivalBudget, ClientsThatComeAtOnceComeInAsQuicklyAsTheBudgetAllows) {
  ArrivalBudget budget({.per_second = kPerSecond, .burst = 2 * kPerSecond}, 1);
  std::multimap<base::Time, Client> coming;
  for (int i = 0; i < kClients; ++i) {
    const Arrival arrival = i % 2 == 0 ? Arrival::returning_spectator : Arrival::newcomer;
    coming.emplace(kStart + i % 125 * 1ms, Client{i, arrival, payer_number(i)});
  }
  const Course course = let_all_in(budget, std::move(coming));
  expect_within_budget(course);
  EXPECT_LT(course.last, kStart + 15s);
  EXPECT_LE(course.most_tries, 4);
}

TEST(ArrivalBudget, ClientsOfOneAddressComeInAsQuickly) {
  ArrivalBudget budget({.per_second = kPerSecond, .burst = 2 * kPerSecond}, 1);
  std::multimap<base::Time, Client> coming;
  for (int i = 0; i < kClients; ++i) {
    coming.emplace(kStart + i % 125 * 1ms, Client{i, Arrival::newcomer, "one"});
  }
  const Course course = let_all_in(budget, std::move(coming));
  expect_within_budget(course);
  EXPECT_LT(course.last, kStart + 30s);
  EXPECT_LE(course.most_tries, 4);
}

TEST(ArrivalBudget, ANewRateAppliesAtOnce) {
  ArrivalBudget budget({.per_second = 1'000, .burst = 2'000}, 1);
  use_up_by_many(budget, Arrival::newcomer, kStart);
  budget.change_rate({.per_second = 1'000, .burst = 2'000});
  EXPECT_FALSE(budget.let_in(Arrival::newcomer, "late", kStart)) << "the rate is the same";
  budget.change_rate({.per_second = 10, .burst = 20});
  EXPECT_EQ(use_up_by_many(budget, Arrival::newcomer, kStart), 10);
}

}  // namespace
}  // namespace rensa::sessions
