#include "server/league/performance.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>

#include "engine/rules/rng.h"

namespace rensa::league {
namespace {

using duel::Feats;

constexpr Feats kLong{.hands = 30,
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
constexpr Feats kShort{.hands = 10,
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

Performance of_games(const std::vector<Feats>& games) {
  Performance performance;
  for (const Feats& game : games) performance.add(game);
  return performance;
}

TEST(Performance, IsAMeanOfGamesAndARatioOfSums) {
  const Performance performance = of_games({kLong, kShort});
  const std::vector<std::pair<Measure, double>> expected = {
      {Measure::longest_chain, 3},   {Measure::chains, 3},          {Measure::links_a_chain, 10.0 / 6},
      {Measure::garbage_sent, 21},   {Measure::garbage_fell, 21},   {Measure::garbage_cancelled, 3},
      {Measure::all_clears, 0.5},    {Measure::score, 5000},        {Measure::hands, 20},
      {Measure::frames_a_hand, 100}, {Measure::control_a_hand, 35}, {Measure::hands_a_second, 0.6},
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

// Two games 19 off their mean of 21: 1.95996 * sqrt(2 * 2 * 19^2) / 2 on both sides.
TEST(Performance, HasIntervals) {
  const Performance performance = of_games({kLong, kShort});
  EXPECT_EQ(performance.interval(Measure::garbage_sent)->low, 0);
  EXPECT_NEAR(performance.interval(Measure::garbage_sent)->high, 21 + 1.95996 * 19, 1e-9);
  EXPECT_NEAR(performance.interval(Measure::hands)->low, 20 - 1.95996 * 10, 1e-9);
  EXPECT_EQ(performance.interval(Measure::frames_a_hand)->low, 100);
  EXPECT_EQ(performance.interval(Measure::frames_a_hand)->high, 100);
  // 900 - 35 * 30 = -150 frames, and 150: 1.95996 * sqrt(2 * 2 * 150^2) / 40 on both sides.
  EXPECT_NEAR(performance.interval(Measure::control_a_hand)->low, 35 - 1.95996 * 7.5, 1e-9);
  EXPECT_NEAR(performance.interval(Measure::control_a_hand)->high, 35 + 1.95996 * 7.5, 1e-9);
}

// 40 hands in 2000 frames, 1.2 a second; each game is 5 off, 60 * 1.95996 * sqrt(2 * 2 * 5^2) / 2000 on both sides.
TEST(Performance, CountsHandsASecondAtSixtyFrames) {
  const Performance performance = of_games({{.hands = 25, .clock = 1000}, {.hands = 15, .clock = 1000}});
  EXPECT_DOUBLE_EQ(*performance.value(Measure::hands_a_second), 1.2);
  EXPECT_NEAR(performance.interval(Measure::hands_a_second)->low, 1.2 - 0.587988, 1e-6);
  EXPECT_NEAR(performance.interval(Measure::hands_a_second)->high, 1.2 + 0.587988, 1e-6);
}

TEST(Performance, OfOneGameHasNoInterval) {
  EXPECT_EQ(Performance().value(Measure::score), std::nullopt);
  const Performance performance = of_games({kLong});
  for (const Measure measure : measures_of(rules::Pacing::frames)) {
    EXPECT_TRUE(performance.value(measure));
    EXPECT_FALSE(performance.interval(measure));
  }
}

TEST(Performance, WithoutChainsTheyHaveNoLength) {
  const Performance performance = of_games({{.hands = 7, .clock = 700}, {.hands = 6, .clock = 600}});
  EXPECT_EQ(performance.value(Measure::chains), 0);
  EXPECT_TRUE(performance.interval(Measure::chains));
  EXPECT_EQ(performance.value(Measure::links_a_chain), std::nullopt);
  EXPECT_FALSE(performance.interval(Measure::links_a_chain));
}

TEST(Performance, HandsHaveNoSpeedInTurns) {
  std::string names;
  for (const Measure measure : measures_of(rules::Pacing::turns)) names.append(name_of(measure)).append(" ");
  EXPECT_EQ(names,
            "longest_chain chains links_a_chain garbage_sent garbage_cancelled garbage_fell all_clears score hands ");
  EXPECT_EQ(measures_of(rules::Pacing::frames).size(), kMeasures);
  EXPECT_EQ(name_of(measures_of(rules::Pacing::frames).back()), "hands_a_second");
}

TEST(PerformanceTable, CountsBothSidesAndAllOpponents) {
  PerformanceTable table;
  table.add({.first = 0, .second = 1}, {kLong, kShort});
  table.add({.first = 2, .second = 0}, {kShort, kShort});
  EXPECT_EQ(table.against(0, 1), of_games({kLong}));
  EXPECT_EQ(table.against(1, 0), of_games({kShort}));
  EXPECT_EQ(table.against(2, 1), Performance());
  EXPECT_EQ(table.of(0), of_games({kLong, kShort}));
  EXPECT_EQ(table.of(2), of_games({kShort}));
}

TEST(PerformanceTable, TheOrderOfTheGamesChangesNothing) {
  constexpr std::size_t kPlayers = 4;
  rules::Rng rng(7, 1);
  std::vector<std::pair<PlannedPair, std::array<Feats, 2>>> games;
  for (int i = 0; i < 300; ++i) {
    const std::size_t first = rng.below(kPlayers);
    games.push_back({{.first = first, .second = (first + 1 + rng.below(kPlayers - 1)) % kPlayers}, {}});
    for (Feats& feats : games.back().second) {
      for (const duel::Feat& feat : duel::kFeats) feats.*feat.count = rng.below(20'000);
    }
  }
  PerformanceTable forwards;
  for (const auto& [players, feats] : games) forwards.add(players, feats);
  for (std::uint32_t i = 1; i < games.size(); ++i) std::swap(games[i], games[rng.below(i + 1)]);
  PerformanceTable shuffled;
  for (const auto& [players, feats] : games) shuffled.add(players, feats);
  for (std::size_t player = 0; player < kPlayers; ++player) {
    EXPECT_EQ(forwards.of(player), shuffled.of(player));
    for (std::size_t other = 0; other < kPlayers; ++other) {
      EXPECT_EQ(forwards.against(player, other), shuffled.against(player, other));
    }
    for (const Measure measure : measures_of(rules::Pacing::frames)) {
      EXPECT_EQ(forwards.of(player).interval(measure)->low, shuffled.of(player).interval(measure)->low);
      EXPECT_EQ(forwards.of(player).interval(measure)->high, shuffled.of(player).interval(measure)->high);
    }
  }
}

}  // namespace
}  // namespace rensa::league
