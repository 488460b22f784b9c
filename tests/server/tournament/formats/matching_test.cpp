#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>

#include "engine/rules/rng.h"
#include "server/tournament/formats/pairing.h"

namespace rensa::tournament {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
using Pairs = std::vector<IndexPair>;

// Tables of the costs of every pair, and of leaving each element unpaired.
struct Table {
  std::vector<std::vector<double>> pair;  // pair[i][k], i < k
  std::vector<double> unpaired;

  MatchingCosts costs() const {
    return {.pair = [this](std::size_t i, std::size_t k) { return pair.at(i).at(k); },
            .unpaired = [this](std::size_t i) { return unpaired.at(i); }};
  }
};

Table flat(std::size_t count, double pair, double unpaired) {
  return {.pair = std::vector(count, std::vector(count, pair)), .unpaired = std::vector(count, unpaired)};
}

// Costs are multiples of 1/4, so sums are exact. They have few values, so many sums are equal.
Table random_table(std::size_t count, std::uint32_t values, rules::Rng& rng) {
  Table table = flat(count, kNever, 0);
  const auto cost = [&] { return (static_cast<double>(rng.below(values)) - 3) / 4; };
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t i = 0; i < k; ++i) {
      if (rng.below(5) > 0) table.pair[i][k] = cost();
    }
    table.unpaired[k] = cost();
  }
  return table;
}

// Tries all matchings in the order of preference and keeps the first of the best ones.
class NaiveMatching {
 public:
  NaiveMatching(std::size_t window, const Table& table) : window_(window), table_(table), free_(table.unpaired.size()) {
    decide(0);
    std::sort(best_.begin(), best_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  }

  const Pairs& best() const { return best_; }
  double least() const { return least_; }

 private:
  void decide(std::size_t place) {
    if (place == free_.size()) {
      weigh();
      return;
    }
    for (std::size_t back = 1; back <= std::min(place, window_); ++back) {
      if (!free_[place - back]) continue;
      free_[place - back] = false;
      pairs_.push_back({.first = place - back, .second = place});
      decide(place + 1);
      pairs_.pop_back();
      free_[place - back] = true;
    }
    free_[place] = true;
    decide(place + 1);
    free_[place] = false;
  }

  void weigh() {
    double sum = 0;
    for (const IndexPair& pair : pairs_) sum += table_.pair[pair.first][pair.second];
    for (std::size_t i = 0; i < free_.size(); ++i) sum += free_[i] ? table_.unpaired[i] : 0;
    if (sum >= least_) return;
    least_ = sum;
    best_ = pairs_;
  }

  std::size_t window_;
  const Table& table_;
  std::vector<bool> free_;
  Pairs pairs_;
  Pairs best_;
  double least_ = kNever;
};

TEST(Matching, EqualsAnExhaustiveSearch) {
  rules::Rng rng(1, 1);
  for (int round = 0; round < 4000; ++round) {
    const std::size_t count = rng.below(10);
    const Table table = random_table(count, round % 2 == 0 ? 8 : 1000, rng);
    const NaiveMatching twin(count, table);
    ASSERT_LT(twin.least(), kNever);
    ASSERT_EQ(find_matching(count, table.costs()), twin.best()) << round;
  }
}

TEST(Matching, EqualsAnExhaustiveSearchWithinASmallWindow) {
  rules::Rng rng(2, 1);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t count = rng.below(11);
    const std::size_t window = rng.below(5);
    const Table table = random_table(count, round % 2 == 0 ? 8 : 1000, rng);
    ASSERT_EQ(find_matching_within(window, count, table.costs()), NaiveMatching(window, table).best()) << round;
  }
}

TEST(Matching, AnOddElementStaysUnpaired) {
  Table table = flat(5, 1, 10);
  EXPECT_EQ(find_matching(5, table.costs()), (Pairs{{0, 1}, {2, 3}}));
  table.unpaired[2] = 9;
  EXPECT_EQ(find_matching(5, table.costs()), (Pairs{{0, 1}, {3, 4}}));
  EXPECT_EQ(find_matching(1, flat(1, 0, 10).costs()), Pairs{});
  EXPECT_EQ(find_matching(0, flat(0, 0, 10).costs()), Pairs{});
}

TEST(Matching, ForbiddenPairsAreAvoided) {
  EXPECT_EQ(find_matching(6, flat(6, kNever, 1e9).costs()), Pairs{});
  Table table = flat(4, kNever, 1e9);
  table.pair[0][3] = 5;
  EXPECT_EQ(find_matching(4, table.costs()), (Pairs{{0, 3}}));
}

TEST(Matching, EqualCostsPairNeighboursFromTheFront) {
  EXPECT_EQ(find_matching(6, flat(6, 0, 0).costs()), (Pairs{{0, 1}, {2, 3}, {4, 5}}));
  EXPECT_EQ(find_matching(5, flat(5, -1, 0).costs()), (Pairs{{0, 1}, {2, 3}}));
  EXPECT_EQ(find_matching(4, flat(4, 1, 0).costs()), Pairs{});
}

TEST(Matching, AsksForEachCostOnce) {
  constexpr std::size_t kCount = 300;
  std::vector asked(kCount, std::vector(kCount, 0));
  std::vector asked_alone(kCount, 0);
  const std::size_t window = max_partner_distance(kCount);
  const MatchingCosts costs{.pair = [&](std::size_t i, std::size_t k) { return ++asked.at(i).at(k); },
                            .unpaired = [&](std::size_t i) { return ++asked_alone.at(i); }};
  EXPECT_EQ(find_matching(kCount, costs).size(), kCount / 2);
  for (std::size_t i = 0; i < kCount; ++i) {
    EXPECT_EQ(asked_alone[i], 1);
    for (std::size_t k = 0; k < kCount; ++k) ASSERT_EQ(asked[i][k], i < k && k - i <= window ? 1 : 0);
  }
}

TEST(Matching, ItsWindowCoversAShortRowAndIsBoundedForALongOne) {
  EXPECT_EQ(max_partner_distance(2), 1U);
  EXPECT_EQ(max_partner_distance(10), 9U);
  EXPECT_EQ(max_partner_distance(16), 15U);
  EXPECT_EQ(max_partner_distance(256), 15U);
  EXPECT_EQ(max_partner_distance(257), 14U);
  EXPECT_EQ(max_partner_distance(10'000), 9U);
  EXPECT_EQ(max_partner_distance(std::size_t{1} << 23), 1U);
}

}  // namespace
}  // namespace rensa::tournament
