#include "server/tournament/statistics/elo.h"

#include <gtest/gtest.h>

namespace rensa::tournament {

namespace {

TEST(Sample, PairsCountAsTwoGames) {
  const PairCounts counts{{1, 2, 3, 4, 5}};
  EXPECT_EQ(counts.games(), 30);
  const Sample sample(counts);
  EXPECT_EQ(sample.units(), 15);
  EXPECT_EQ(sample.games(), 30);
  EXPECT_NEAR(sample.mean(), (2 * 0.25 + 3 * 0.5 + 4 * 0.75 + 5) / 15, 1e-12);
}

TEST(Sample, AnUnseenScoreIsStillPossible) {
  const Sample sample(GameCounts{.losses = 0, .draws = 0, .wins = 10});
  EXPECT_GT(sample.share(0), 0);
  EXPECT_LT(sample.mean(), 1);
}

TEST(CorrelationInPairs, IsOneIfTheSecondGameRepeatsTheFirst) {
  EXPECT_NEAR(*correlation_in_pairs({{40, 0, 0, 0, 60}}, {.losses = 80, .draws = 0, .wins = 120}), 1, 1e-12);
}

TEST(CorrelationInPairs, IsMinusOneIfTheSecondGameReversesTheFirst) {
  EXPECT_NEAR(*correlation_in_pairs({{0, 0, 50, 0, 0}}, {.losses = 50, .draws = 0, .wins = 50}), -1, 1e-12);
}

TEST(CorrelationInPairs, IsZeroForIndependentGames) {
  EXPECT_NEAR(*correlation_in_pairs({{25, 0, 50, 0, 25}}, {.losses = 100, .draws = 0, .wins = 100}), 0, 1e-12);
}

TEST(CorrelationInPairs, IsUnknownIfAllResultsAreEqual) {
  EXPECT_FALSE(correlation_in_pairs({{0, 0, 0, 0, 9}}, {.losses = 0, .draws = 0, .wins = 18}));
  EXPECT_FALSE(correlation_in_pairs({}, {}));
  EXPECT_FALSE(correlation_in_pairs({{0, 0, 1, 0, 0}}, {.losses = 1, .draws = 0, .wins = 1})) << "of one pair";
}

}  // namespace

namespace {

TEST(Elo, ConvertsToScoreAndBack) {
  EXPECT_NEAR(elo_of(0.75), 190.8485, 1e-4);
  EXPECT_NEAR(score_of(elo_of(0.6)), 0.6, 1e-12);
  EXPECT_EQ(elo_of(0.5), 0);
}

// The figures of the published examples.
TEST(Elo, PairsMatchThePublishedExamples) {
  const Sample sample(PairCounts{{13, 37, 50, 25, 3}});
  EXPECT_NEAR(estimate_elo(sample).elo.value, -43.6578, 5e-5);
  EXPECT_NEAR(estimate_normalised_elo(sample).elo, -63.968, 5e-4);
  EXPECT_NEAR(sample.variance(), 0.0576172, 5e-8);
  EXPECT_NEAR(likelihood_of_superiority(sample), 0.00161, 5e-6);
}

TEST(Elo, SingleGamesMatchThePublishedExamples) {
  const Sample sample(GameCounts{.losses = 1020, .draws = 1500, .wins = 1100});
  EXPECT_NEAR(estimate_elo(sample).elo.value, 7.679, 5e-4);
  EXPECT_NEAR(estimate_elo(sample).error, 8.664, 5e-4);
  EXPECT_NEAR(likelihood_of_superiority(sample), 0.9589, 5e-5);
}

TEST(Elo, IsUnboundedIfOnePlayerHasAllPoints) {
  const EloEstimate all = estimate_elo(Sample(GameCounts{.losses = 0, .draws = 0, .wins = 100}));
  EXPECT_TRUE(all.is_unbounded);
  EXPECT_GT(all.elo.low, 0);
  EXPECT_TRUE(estimate_normalised_elo(Sample(PairCounts{{0, 0, 0, 0, 4}})).is_unbounded);
  EXPECT_FALSE(estimate_normalised_elo(Sample(PairCounts{{0, 0, 0, 1, 4}})).is_unbounded);
  EXPECT_TRUE(estimate_elo(Sample(PairCounts{{7, 0, 0, 0, 0}})).is_unbounded);
  EXPECT_FALSE(estimate_elo(Sample(PairCounts{{0, 0, 7, 0, 0}})).is_unbounded);
  EXPECT_FALSE(estimate_elo(Sample(GameCounts{.losses = 1, .draws = 0, .wins = 100})).is_unbounded);
}

TEST(Score, FewUnitsUseTheWilsonInterval) {
  const Interval four = estimate_score(Sample(GameCounts{.losses = 0, .draws = 0, .wins = 4}));
  EXPECT_NEAR(four.low, 0.51, 0.005);
  EXPECT_GT(four.high, 0.99);
  EXPECT_LT(estimate_score(Sample(PairCounts{{0, 0, 2, 0, 0}})).low, 0.2);
}

TEST(Score, IsThatOfTheGamesThatWerePlayed) {
  EXPECT_EQ(estimate_score(Sample(GameCounts{.losses = 3, .draws = 0, .wins = 1})).value, 0.25);
  EXPECT_EQ(estimate_score(Sample(GameCounts{.losses = 0, .draws = 0, .wins = 8})).value, 1);
  EXPECT_EQ(estimate_score(Sample(GameCounts{.losses = 0, .draws = 0, .wins = 8})).high, 1);
  EXPECT_EQ(estimate_score(Sample(PairCounts{{40, 0, 0, 0, 0}})).value, 0);
  EXPECT_EQ(estimate_score(Sample(PairCounts{{1, 1, 0, 0, 0}})).value, 0.125);
  EXPECT_EQ(estimate_score(Sample(GameCounts{})).value, 0.5);
}

TEST(NormalisedElo, HasAnErrorThatDependsOnTheGamesOnly) {
  EXPECT_NEAR(estimate_normalised_elo(Sample(PairCounts{{100, 0, 0, 0, 100}})).error, 1.95996 * kNormalisedElo / 20,
              1e-3);
}

}  // namespace

}  // namespace rensa::tournament
