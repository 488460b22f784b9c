#include "server/sessions/arrival_budget.h"

#include <gtest/gtest.h>
#include <map>
#include <vector>

namespace rensa::sessions {
namespace {

using namespace std::chrono_literals;

const base::Time kStart = base::Time(1h);

TEST(ArrivalBudget, LetsFewClientsInAtOnce) {
  ArrivalBudget budget({.per_second = 10, .burst = 20}, 1);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(budget.wait_of(Arrival::newcomer, kStart), std::nullopt) << i;
  EXPECT_NE(budget.wait_of(Arrival::newcomer, kStart), std::nullopt);
  EXPECT_EQ(budget.wait_of(Arrival::newcomer, kStart + 1s), std::nullopt);
}

TEST(ArrivalBudget, KeepsAPartForSpectatorsThatReturn) {
  ArrivalBudget budget({.per_second = 10, .burst = 20}, 1);
  while (!budget.wait_of(Arrival::newcomer, kStart)) {
  }
  for (int i = 0; i < 10; ++i) EXPECT_EQ(budget.wait_of(Arrival::returning_spectator, kStart), std::nullopt) << i;
  EXPECT_NE(budget.wait_of(Arrival::returning_spectator, kStart), std::nullopt);
}

TEST(ArrivalBudget, PlayersThatTakeTheirSeatsOverNeverWait) {
  ArrivalBudget budget({.per_second = 10, .burst = 20}, 1);
  for (int i = 0; i < 10'000; ++i) EXPECT_EQ(budget.wait_of(Arrival::returning_player, kStart), std::nullopt);
  EXPECT_NE(budget.wait_of(Arrival::returning_spectator, kStart), std::nullopt) << "but the others do";
  EXPECT_EQ(budget.wait_of(Arrival::returning_spectator, kStart + 3s), std::nullopt) << "and not for ever";
}

TEST(ArrivalBudget, ARateOfZeroIsNoLimit) {
  ArrivalBudget budget({.per_second = 0, .burst = 0}, 1);
  for (int i = 0; i < 1'000; ++i) EXPECT_EQ(budget.wait_of(Arrival::newcomer, kStart), std::nullopt);
}

TEST(ArrivalBudget, WaitsAreNeitherEqualNorTooLong) {
  ArrivalBudget budget({.per_second = 10, .burst = 20}, 1);
  std::map<std::chrono::milliseconds, int> waits;
  for (int i = 0; i < 10'000; ++i) {
    if (const auto wait = budget.wait_of(Arrival::newcomer, kStart)) ++waits[*wait];
  }
  EXPECT_GE(waits.begin()->first, 250ms);
  EXPECT_LE(waits.rbegin()->first, 72s);
  EXPECT_GT(waits.size(), 100U);
}

// All clients of a server that has started again come within a moment, and again when they were told to.
TEST(ArrivalBudget, ClientsThatComeAtOnceComeInAsQuicklyAsTheBudgetAllowsAndPlayersFirst) {
  constexpr int kClients = 10'000;
  constexpr int kPerSecond = 1'000;
  ArrivalBudget budget({.per_second = kPerSecond, .burst = 2 * kPerSecond}, 1);
  struct Client {
    int number;
    Arrival arrival;
    int tries = 0;
  };
  std::multimap<base::Time, Client> coming;
  for (int i = 0; i < kClients; ++i) {
    const Arrival arrival = i % 5 == 0  ? Arrival::returning_player
                            : i % 5 < 3 ? Arrival::returning_spectator
                                        : Arrival::newcomer;
    coming.emplace(kStart + i % 125 * 1ms, Client{i, arrival});
  }
  std::map<long, int> came_in;  // by second, without players
  std::map<Arrival, base::Time> last;
  int most_tries = 0;
  while (!coming.empty()) {
    auto next = coming.extract(coming.begin());
    const base::Time now = next.key();
    Client& client = next.mapped();
    most_tries = std::max(most_tries, ++client.tries);
    if (const auto wait = budget.wait_of(client.arrival, now)) {
      next.key() = now + *wait;
      coming.insert(std::move(next));
      continue;
    }
    if (client.arrival != Arrival::returning_player) ++came_in[(now - kStart) / 1s];
    last[client.arrival] = now;
  }
  EXPECT_LT(last[Arrival::returning_player], kStart + 125ms) << "players do not wait";
  EXPECT_LT(last[Arrival::returning_spectator], last[Arrival::newcomer]);
  EXPECT_LT(last[Arrival::newcomer], kStart + 30s);
  EXPECT_LE(most_tries, 4);
  int sum = 0;
  for (const auto& [second, count] : came_in) {
    sum += count;
    EXPECT_LE(sum, 2 * kPerSecond + (second + 1) * kPerSecond) << "after " << second << " seconds";
  }
  EXPECT_EQ(sum, kClients - kClients / 5);
}

TEST(ArrivalBudget, ALowerRateOwesNoMoreThanItsBurst) {
  ArrivalBudget budget({.per_second = 1'000, .burst = 2'000}, 1);
  base::Time now = base::Time(std::chrono::hours(1));
  for (int i = 0; i < 5'000; ++i) budget.wait_of(Arrival::returning_player, now);
  budget.change_rate({.per_second = 10, .burst = 20});
  now += std::chrono::seconds(5);
  EXPECT_FALSE(budget.wait_of(Arrival::newcomer, now));
}

}  // namespace
}  // namespace rensa::sessions
