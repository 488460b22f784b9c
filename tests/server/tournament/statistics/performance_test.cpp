#include "server/tournament/statistics/performance.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "engine/rules/rng.h"

namespace rensa::tournament {

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

TEST(Ratio, IsTheMeanIfAllDenominatorsAreOne) {
  const auto interval = ratio_of({{1, 1}, {2, 1}, {3, 1}, {4, 1}}).interval();
  ASSERT_TRUE(interval);
  EXPECT_DOUBLE_EQ(interval->value, 2.5);
  EXPECT_NEAR(interval->low, 1.23485, 1e-5);
  EXPECT_NEAR(interval->high, 3.76515, 1e-5);
}

// The ratio is 15 / 10 and the residuals are 3, -2 and -1: 1.95996 * sqrt(14 * 3 / 2) / 10 on both sides.
TEST(Ratio, HasAnIntervalIfBothSumsVary) {
  const Ratio ratio = ratio_of({{6, 2}, {4, 4}, {5, 4}});
  EXPECT_EQ(ratio.value(), 1.5);
  ASSERT_TRUE(ratio.interval());
  EXPECT_NEAR(ratio.interval()->low, 0.601834, 1e-6);
  EXPECT_NEAR(ratio.interval()->high, 2.398166, 1e-6);
}

TEST(Ratio, IsNeverBelowZero) {
  const auto interval = ratio_of({{6, 2}, {4, 4}}).interval();
  EXPECT_EQ(interval->low, 0);
  EXPECT_NEAR(interval->high, 10.0 / 6 + 1.95996 * 8 / 9, 1e-9);
}

TEST(Ratio, GamesWithDenominatorZeroDoNotCount) {
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

TEST(Ratio, EqualGamesGiveAnIntervalOfZeroWidth) {
  const auto interval = ratio_of({{300, 7}, {300, 7}, {300, 7}}).interval();
  EXPECT_EQ(interval->low, interval->value);
  EXPECT_EQ(interval->high, interval->value);
}

TEST(Ratio, TheOrderOfTheGamesDoesNotMatter) {
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

TEST(Ratio, DoesNotOverflowWithTheLongestGames) {
  constexpr std::int64_t kFrames = 1'000'000'000;
  Games games(10'000, {kFrames, 1});
  games.back().first = 0;
  const auto interval = ratio_of(games).interval();
  EXPECT_DOUBLE_EQ(interval->value, 999'900'000.0);
  EXPECT_NEAR(interval->high - interval->value, 1.95996 * 1e5, 1e-3);
}

}  // namespace

namespace {

using duel::GameStatistics;

constexpr GameStatistics kLong{.hands = 30,
                               .clock = 3000,
                               .control = 900,
                               .chains = 2,
                               .links = 6,
                               .longest_chain = 5,
                               .all_clears = 1,
                               .score = 9000,
                               .garbage_sent = 40,
                               .garbage_cancelled = 6,
                               .garbage_fell = 12};
constexpr GameStatistics kShort{.hands = 10,
                                .clock = 1000,
                                .control = 500,
                                .chains = 4,
                                .links = 4,
                                .longest_chain = 1,
                                .all_clears = 0,
                                .score = 1000,
                                .garbage_sent = 2,
                                .garbage_cancelled = 0,
                                .garbage_fell = 30};

Performance of_games(const std::vector<GameStatistics>& games) {
  Performance performance;
  for (const GameStatistics& game : games) performance.add(game);
  return performance;
}

TEST(Performance, HasMeansPerGameAndRatiosOfSums) {
  const Performance performance = of_games({kLong, kShort});
  const std::vector<std::pair<Measure, double>> expected = {
      {Measure::longest_chain, 3},
      {Measure::chains, 3},
      {Measure::links_per_chain, 10.0 / 6},
      {Measure::garbage_sent, 21},
      {Measure::garbage_fell, 21},
      {Measure::garbage_cancelled, 3},
      {Measure::all_clears, 0.5},
      {Measure::score, 5000},
      {Measure::hands, 20},
      {Measure::frames_per_hand, 100},
      {Measure::control_frames_per_hand, 35},
      {Measure::hands_per_second, 0.6},
  };
  EXPECT_EQ(expected.size(), kMeasures);
  for (const auto& [measure, value] : expected) {
    EXPECT_DOUBLE_EQ(*performance.value(measure), value) << name_of(measure);
    EXPECT_DOUBLE_EQ(performance.interval(measure)->value, value) << name_of(measure);
  }
  EXPECT_EQ(performance.games(), 2);
  EXPECT_EQ(performance.total().longest_chain, 5);
  EXPECT_EQ(performance.total().garbage_fell, 42);
}

// Two games differ by 19 from their mean of 21: 1.95996 * sqrt(2 * 2 * 19^2) / 2 on both sides.
TEST(Performance, HasIntervals) {
  const Performance performance = of_games({kLong, kShort});
  EXPECT_EQ(performance.interval(Measure::garbage_sent)->low, 0);
  EXPECT_NEAR(performance.interval(Measure::garbage_sent)->high, 21 + 1.95996 * 19, 1e-9);
  EXPECT_NEAR(performance.interval(Measure::hands)->low, 20 - 1.95996 * 10, 1e-9);
  EXPECT_EQ(performance.interval(Measure::frames_per_hand)->low, 100);
  EXPECT_EQ(performance.interval(Measure::frames_per_hand)->high, 100);
  // 900 - 35 * 30 = -150 frames, and 150: 1.95996 * sqrt(2 * 2 * 150^2) / 40 on both sides.
  EXPECT_NEAR(performance.interval(Measure::control_frames_per_hand)->low, 35 - 1.95996 * 7.5, 1e-9);
  EXPECT_NEAR(performance.interval(Measure::control_frames_per_hand)->high, 35 + 1.95996 * 7.5, 1e-9);
}

// 40 hands in 2000 frames are 1.2 per second. Each game differs by 5: 60 * 1.95996 * sqrt(2 * 2 * 5^2) / 2000 on both
// sides.
TEST(Performance, CountsHandsPerSecondAtSixtyFrames) {
  const Performance performance = of_games({{.hands = 25, .clock = 1000}, {.hands = 15, .clock = 1000}});
  EXPECT_DOUBLE_EQ(*performance.value(Measure::hands_per_second), 1.2);
  EXPECT_NEAR(performance.interval(Measure::hands_per_second)->low, 1.2 - 0.587988, 1e-6);
  EXPECT_NEAR(performance.interval(Measure::hands_per_second)->high, 1.2 + 0.587988, 1e-6);
}

TEST(Performance, OfOneGameHasNoInterval) {
  EXPECT_EQ(Performance().value(Measure::score), std::nullopt);
  const Performance performance = of_games({kLong});
  for (const Measure measure : measures_for(rules::Pacing::frames)) {
    EXPECT_TRUE(performance.value(measure));
    EXPECT_FALSE(performance.interval(measure));
  }
}

TEST(Performance, WithoutChainsTheirLengthIsUnknown) {
  const Performance performance = of_games({{.hands = 7, .clock = 700}, {.hands = 6, .clock = 600}});
  EXPECT_EQ(performance.value(Measure::chains), 0);
  EXPECT_TRUE(performance.interval(Measure::chains));
  EXPECT_EQ(performance.value(Measure::links_per_chain), std::nullopt);
  EXPECT_FALSE(performance.interval(Measure::links_per_chain));
}

TEST(Performance, HandsHaveNoSpeedInTurns) {
  std::string names;
  for (const Measure measure : measures_for(rules::Pacing::turns)) names.append(name_of(measure)).append(" ");
  EXPECT_EQ(names,
            "longest_chain chains links_a_chain garbage_sent garbage_cancelled garbage_fell all_clears score hands ");
  EXPECT_EQ(measures_for(rules::Pacing::frames).size(), kMeasures);
  EXPECT_EQ(name_of(measures_for(rules::Pacing::frames).back()), "hands_a_second");
}

TEST(PerformanceTable, CountsBothSidesAndAllOpponents) {
  PerformanceTable table;
  table.add({0, 1}, {kLong, kShort});
  table.add({2, 0}, {kShort, kShort});
  EXPECT_EQ(table.against(0, 1), of_games({kLong}));
  EXPECT_EQ(table.against(1, 0), of_games({kShort}));
  EXPECT_EQ(table.against(2, 1), Performance());
  EXPECT_EQ(table.of(0), of_games({kLong, kShort}));
  EXPECT_EQ(table.of(2), of_games({kShort}));
}

TEST(PerformanceTable, TheOrderOfTheGamesDoesNotMatter) {
  constexpr std::size_t kPlayers = 4;
  rules::Rng rng(7, 1);
  std::vector<std::pair<std::array<std::size_t, 2>, std::array<GameStatistics, 2>>> games;
  for (int i = 0; i < 300; ++i) {
    const std::size_t first = rng.below(kPlayers);
    games.push_back({{first, (first + 1 + rng.below(kPlayers - 1)) % kPlayers}, {}});
    for (GameStatistics& statistics : games.back().second) {
      for (const duel::StatisticField& field : duel::kStatisticFields) statistics.*field.count = rng.below(20'000);
    }
  }
  PerformanceTable forwards;
  for (const auto& [players, statistics] : games) forwards.add(players, statistics);
  for (std::uint32_t i = 1; i < games.size(); ++i) std::swap(games[i], games[rng.below(i + 1)]);
  PerformanceTable shuffled;
  for (const auto& [players, statistics] : games) shuffled.add(players, statistics);
  for (std::size_t player = 0; player < kPlayers; ++player) {
    EXPECT_EQ(forwards.of(player), shuffled.of(player));
    for (std::size_t other = 0; other < kPlayers; ++other) {
      EXPECT_EQ(forwards.against(player, other), shuffled.against(player, other));
    }
    for (const Measure measure : measures_for(rules::Pacing::frames)) {
      EXPECT_EQ(forwards.of(player).interval(measure)->low, shuffled.of(player).interval(measure)->low);
      EXPECT_EQ(forwards.of(player).interval(measure)->high, shuffled.of(player).interval(measure)->high);
    }
  }
}

}  // namespace

}  // namespace rensa::tournament
