#include "server/league/ratio.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "engine/rules/rng.h"

namespace rensa::league {
namespace {

using Games = std::vector<std::pair<std::int64_t, std::int64_t>>;

Ratio ratio_of(const Games& games) {
  Ratio ratio;
  for (const auto& [of, per] : games) ratio.add(of, per);
  return ratio;
}

void expect_same(const Ratio& one, const Ratio& two) {
  EXPECT_EQ(one, two);
  EXPECT_EQ(one.value(), two.value());
  EXPECT_EQ(one.interval()->low, two.interval()->low);
  EXPECT_EQ(one.interval()->high, two.interval()->high);
}

TEST(Ratio, PerGameItIsTheMean) {
  const auto interval = ratio_of({{1, 1}, {2, 1}, {3, 1}, {4, 1}}).interval();
  ASSERT_TRUE(interval);
  EXPECT_DOUBLE_EQ(interval->value, 2.5);
  EXPECT_NEAR(interval->low, 1.23485, 1e-5);
  EXPECT_NEAR(interval->high, 3.76515, 1e-5);
}

// 15 of 10; the games are 3, -2 and -1 off it: 1.95996 * sqrt(14 * 3 / 2) / 10 on both sides.
TEST(Ratio, OfSumsThatBothVary) {
  const Ratio ratio = ratio_of({{6, 2}, {4, 4}, {5, 4}});
  EXPECT_EQ(ratio.value(), 1.5);
  ASSERT_TRUE(ratio.interval());
  EXPECT_NEAR(ratio.interval()->low, 0.601834, 1e-6);
  EXPECT_NEAR(ratio.interval()->high, 2.398166, 1e-6);
}

TEST(Ratio, IsNeverBelowNothing) {
  const auto interval = ratio_of({{6, 2}, {4, 4}}).interval();
  EXPECT_EQ(interval->low, 0);
  EXPECT_NEAR(interval->high, 10.0 / 6 + 1.95996 * 8 / 9, 1e-9);
}

TEST(Ratio, GamesThatSayNothingDoNotCount) {
  Ratio ratio;
  EXPECT_EQ(ratio.value(), std::nullopt);
  ratio.add(0, 0);
  ratio.add(6, 2);
  EXPECT_EQ(ratio.value(), 3);
  EXPECT_FALSE(ratio.interval());
  ratio.add(4, 4);
  EXPECT_TRUE(ratio.interval());
  expect_same(ratio, ratio_of({{6, 2}, {4, 4}}));
}

TEST(Ratio, GamesAllAlikeLeaveNoDoubt) {
  const auto interval = ratio_of({{300, 7}, {300, 7}, {300, 7}}).interval();
  EXPECT_EQ(interval->low, interval->value);
  EXPECT_EQ(interval->high, interval->value);
}

TEST(Ratio, TheOrderOfTheGamesChangesNothing) {
  rules::Rng rng(5, 1);
  Games games;
  for (int i = 0; i < 500; ++i) games.emplace_back(rng.below(1'000'000), rng.below(100'000));
  const Ratio ratio = ratio_of(games);
  for (std::uint32_t i = 1; i < games.size(); ++i) std::swap(games[i], games[rng.below(i + 1)]);
  expect_same(ratio, ratio_of(games));
  const auto middle = games.begin() + 123;
  Ratio parts = ratio_of({middle, games.end()});
  parts.add(ratio_of({games.begin(), middle}));
  expect_same(ratio, parts);
}

TEST(Ratio, BearsTheLongestGames) {
  constexpr std::int64_t kFrames = 1'000'000'000;
  Games games(10'000, {kFrames, 1});
  games.back().first = 0;
  const auto interval = ratio_of(games).interval();
  EXPECT_DOUBLE_EQ(interval->value, 999'900'000.0);
  EXPECT_NEAR(interval->high - interval->value, 1.95996 * 1e5, 1e-3);
}

}  // namespace
}  // namespace rensa::league
