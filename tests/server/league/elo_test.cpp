#include "server/league/elo.h"

#include <gtest/gtest.h>

namespace rensa::league {
namespace {

TEST(Elo, IsTheInverseOfItsScore) {
  EXPECT_NEAR(elo_of(0.75), 190.8485, 1e-4);
  EXPECT_NEAR(score_of(elo_of(0.6)), 0.6, 1e-12);
  EXPECT_EQ(elo_of(0.5), 0);
}

// The figures of the published examples.
TEST(Elo, OfPairsIsAsPublished) {
  const Sample sample(PairCounts{{13, 37, 50, 25, 3}});
  EXPECT_NEAR(elo_from(sample).elo.value, -43.6578, 5e-5);
  EXPECT_NEAR(normalised_elo_from(sample).elo, -63.968, 5e-4);
  EXPECT_NEAR(sample.variance(), 0.0576172, 5e-8);
  EXPECT_NEAR(likelihood_of_superiority(sample), 0.00161, 5e-6);
}

TEST(Elo, OfSingleGamesIsAsPublished) {
  const Sample sample(GameCounts{.losses = 1020, .draws = 1500, .wins = 1100});
  EXPECT_NEAR(elo_from(sample).elo.value, 7.679, 5e-4);
  EXPECT_NEAR(elo_from(sample).error, 8.664, 5e-4);
  EXPECT_NEAR(likelihood_of_superiority(sample), 0.9589, 5e-5);
}

TEST(Elo, AllPointsHaveNoBound) {
  const EloEstimate all = elo_from(Sample(GameCounts{.losses = 0, .draws = 0, .wins = 100}));
  EXPECT_TRUE(all.is_unbounded);
  EXPECT_GT(all.elo.low, 0);
  EXPECT_TRUE(normalised_elo_from(Sample(PairCounts{{0, 0, 0, 0, 4}})).is_unbounded);
  EXPECT_FALSE(normalised_elo_from(Sample(PairCounts{{0, 0, 0, 1, 4}})).is_unbounded);
  EXPECT_TRUE(elo_from(Sample(PairCounts{{7, 0, 0, 0, 0}})).is_unbounded);
  EXPECT_FALSE(elo_from(Sample(PairCounts{{0, 0, 7, 0, 0}})).is_unbounded);
  EXPECT_FALSE(elo_from(Sample(GameCounts{.losses = 1, .draws = 0, .wins = 100})).is_unbounded);
}

TEST(Score, OfFewIsAfterWilson) {
  const Interval four = score_from(Sample(GameCounts{.losses = 0, .draws = 0, .wins = 4}));
  EXPECT_NEAR(four.low, 0.51, 0.005);
  EXPECT_GT(four.high, 0.99);
  EXPECT_LT(score_from(Sample(PairCounts{{0, 0, 2, 0, 0}})).low, 0.2);
}

TEST(NormalisedElo, ErrsByTheNumberOfGames) {
  EXPECT_NEAR(normalised_elo_from(Sample(PairCounts{{100, 0, 0, 0, 100}})).error, 1.95996 * kNormalisedElo / 20, 1e-3);
}

}  // namespace
}  // namespace rensa::league
