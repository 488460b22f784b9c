#include "server/league/sprt.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rensa::league {
namespace {

SprtTerms normalised(double elo0, double elo1) { return {.scale = EloScale::normalised, .elo0 = elo0, .elo1 = elo1}; }
SprtTerms logistic(double elo0, double elo1) { return {.scale = EloScale::logistic, .elo0 = elo0, .elo1 = elo1}; }

// The figures of the published examples.
TEST(LogLikelihoodRatio, OfPairsIsAsPublished) {
  const Sample few(PairCounts{{13, 37, 50, 25, 3}});
  EXPECT_NEAR(log_likelihood_ratio(few, normalised(0, 4)), -0.549125, 5e-7);
  EXPECT_NEAR(rough_log_likelihood_ratio(few, normalised(0, 4)), -0.540121, 5e-7);
  const Sample drawn(PairCounts{{39, 2226, 31451, 2412, 40}});
  EXPECT_NEAR(log_likelihood_ratio(drawn, normalised(0.764, 3.439)), 2.162941, 5e-7);
  const Sample many(PairCounts{{10789, 19328, 33806, 19402, 10543}});
  EXPECT_NEAR(log_likelihood_ratio(many, logistic(-3, 1)), 2.131068, 5e-7);
  EXPECT_NEAR(log_likelihood_ratio(many, normalised(0.764, 3.439)), -12.701292, 5e-7);
  const Sample better(PairCounts{{39, 8843, 26675, 9240, 44}});
  EXPECT_NEAR(log_likelihood_ratio(better, normalised(0.5, 2.5)), 2.941675, 5e-7);
}

TEST(LogLikelihoodRatio, OfSingleGamesIsAsPublished) {
  const Sample sample(GameCounts{.losses = 1020, .draws = 1500, .wins = 1100});
  EXPECT_NEAR(log_likelihood_ratio(sample, normalised(0, 5)), 1.129616, 5e-7);
  EXPECT_NEAR(log_likelihood_ratio(sample, logistic(0, 5)), 1.325995, 5e-7);
}

TEST(LogLikelihoodRatio, IsSomethingWhereAllEndsAlike) {
  const double won = log_likelihood_ratio(Sample(PairCounts{{0, 0, 0, 0, 50}}), normalised(0, 30));
  EXPECT_GT(won, 0);
  EXPECT_LT(won, 1000);
  EXPECT_LT(log_likelihood_ratio(Sample(PairCounts{{50, 0, 0, 0, 0}}), normalised(0, 30)), 0);
}

TEST(LogLikelihoodRatio, IsANumberForAllThatCanBeAskedOfAllThatCanBeSeen) {
  for (const auto& terms : {normalised(-200, 200), normalised(199, 200), normalised(-200, -199), logistic(-200, 200)}) {
    for (int seen = 1; seen < 32; ++seen) {
      PairCounts counts;
      for (std::size_t i = 0; i < 5; ++i) counts.pairs[i] = (seen >> i & 1) * (i == 2 ? 100'000 : 3);
      EXPECT_TRUE(std::isfinite(log_likelihood_ratio(Sample(counts), terms))) << seen;
      const GameCounts games{.losses = counts.pairs[0], .draws = counts.pairs[2], .wins = counts.pairs[4]};
      EXPECT_TRUE(std::isfinite(log_likelihood_ratio(Sample(games), terms))) << seen;
    }
  }
}

TEST(SprtBounds, AreThoseOfWald) {
  EXPECT_NEAR(bounds_of({}).low, -2.9444, 5e-5);
  EXPECT_NEAR(bounds_of({}).high, 2.9444, 5e-5);
}

TEST(Sprt, AcceptsWhatIsPlainlySo) {
  Sprt better({});
  while (better.verdict() == SprtVerdict::open) better.add_pair(better.counts().games() % 6 == 0 ? 2 : 4);
  EXPECT_EQ(better.verdict(), SprtVerdict::accept_elo1);
  Sprt equal({});
  while (equal.verdict() == SprtVerdict::open) equal.add_pair(static_cast<int>(equal.counts().games() / 2 % 5));
  EXPECT_EQ(equal.verdict(), SprtVerdict::accept_elo0);
  EXPECT_GT(equal.counts().games(), better.counts().games());
}

TEST(Sprt, BoundsAreDrawnInByHalfOfTheJumps) {
  Sprt sprt({});
  EXPECT_EQ(sprt.bounds().high, bounds_of({}).high);
  sprt.add_pair(4);
  ASSERT_GT(sprt.log_likelihood_ratio(), 0);
  EXPECT_NEAR(sprt.bounds().high, bounds_of({}).high - sprt.log_likelihood_ratio() / 2, 1e-12);
  EXPECT_EQ(sprt.bounds().low, bounds_of({}).low);
}

TEST(SprtForecast, IsAsPublished) {
  EXPECT_NEAR(2 * forecast(normalised(0, 5), 0).pairs, 25'600, 50);
  EXPECT_NEAR(2 * forecast(normalised(0, 5), 2.5).pairs, 41'900, 50);
  EXPECT_NEAR(2 * forecast(normalised(0, 30), 0).pairs, 730, 20);
  EXPECT_NEAR(forecast(normalised(0, 30), 0).accepts_elo1, 0.05, 1e-9);
  EXPECT_NEAR(forecast(normalised(0, 30), 15).accepts_elo1, 0.5, 1e-9);
  EXPECT_NEAR(forecast(normalised(0, 30), 30).accepts_elo1, 0.95, 1e-9);
  EXPECT_NEAR(forecast(normalised(0, 30), 15.0000001).pairs, forecast(normalised(0, 30), 15).pairs, 1e-3);
  EXPECT_NEAR(forecast(normalised(0, 30), 15.001).pairs, forecast(normalised(0, 30), 15).pairs, 1e-2);
  EXPECT_NEAR(forecast(normalised(0, 0.1), 200).accepts_elo1, 1, 1e-12);
  EXPECT_NEAR(forecast(normalised(0, 0.1), -200).accepts_elo1, 0, 1e-12);
  EXPECT_GT(forecast(normalised(0, 0.1), -200).pairs, 0);
}

}  // namespace
}  // namespace rensa::league
