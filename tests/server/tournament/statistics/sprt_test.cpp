#include "server/tournament/statistics/sprt.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <queue>
#include <vector>

#include "engine/rules/rng.h"

namespace rensa::tournament {

namespace {

SprtTerms normalised(double elo0, double elo1) { return {.scale = EloScale::normalised, .elo0 = elo0, .elo1 = elo1}; }
SprtTerms logistic(double elo0, double elo1) { return {.scale = EloScale::logistic, .elo0 = elo0, .elo1 = elo1}; }

// The figures of the published examples.
TEST(LogLikelihoodRatio, PairsMatchThePublishedExamples) {
  const Sample few(PairCounts{{13, 37, 50, 25, 3}});
  EXPECT_NEAR(log_likelihood_ratio(few, normalised(0, 4)), -0.549125, 5e-7);
  const Sample drawn(PairCounts{{39, 2226, 31451, 2412, 40}});
  EXPECT_NEAR(log_likelihood_ratio(drawn, normalised(0.764, 3.439)), 2.162941, 5e-7);
  const Sample many(PairCounts{{10789, 19328, 33806, 19402, 10543}});
  EXPECT_NEAR(log_likelihood_ratio(many, logistic(-3, 1)), 2.131068, 5e-7);
  EXPECT_NEAR(log_likelihood_ratio(many, normalised(0.764, 3.439)), -12.701292, 5e-7);
  const Sample better(PairCounts{{39, 8843, 26675, 9240, 44}});
  EXPECT_NEAR(log_likelihood_ratio(better, normalised(0.5, 2.5)), 2.941675, 5e-7);
}

TEST(LogLikelihoodRatio, SingleGamesMatchThePublishedExamples) {
  const Sample sample(GameCounts{.losses = 1020, .draws = 1500, .wins = 1100});
  EXPECT_NEAR(log_likelihood_ratio(sample, normalised(0, 5)), 1.129616, 5e-7);
  EXPECT_NEAR(log_likelihood_ratio(sample, logistic(0, 5)), 1.325995, 5e-7);
}

TEST(LogLikelihoodRatio, IsFiniteIfAllResultsAreEqual) {
  const double won = log_likelihood_ratio(Sample(PairCounts{{0, 0, 0, 0, 50}}), normalised(0, 30));
  EXPECT_GT(won, 0);
  EXPECT_LT(won, 1000);
  EXPECT_LT(log_likelihood_ratio(Sample(PairCounts{{50, 0, 0, 0, 0}}), normalised(0, 30)), 0);
}

TEST(LogLikelihoodRatio, IsFiniteForAllTermsAndResults) {
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

TEST(SprtBounds, AreTheBoundsOfWald) {
  EXPECT_NEAR(bounds_of({}).low, -2.9444, 5e-5);
  EXPECT_NEAR(bounds_of({}).high, 2.9444, 5e-5);
}

TEST(Sprt, AcceptsAnObviousAnswer) {
  Sprt better({});
  while (better.verdict() == SprtVerdict::open) better.add_pair(better.counts().games() % 6 == 0 ? 2 : 4);
  EXPECT_EQ(better.verdict(), SprtVerdict::accept_elo1);
  Sprt equal({});
  while (equal.verdict() == SprtVerdict::open) equal.add_pair(static_cast<int>(equal.counts().games() / 2 % 5));
  EXPECT_EQ(equal.verdict(), SprtVerdict::accept_elo0);
  EXPECT_GT(equal.counts().games(), better.counts().games());
}

TEST(Sprt, BoundsMoveInwardsByHalfOfTheJumps) {
  Sprt sprt({});
  EXPECT_EQ(sprt.bounds().high, bounds_of({}).high);
  sprt.add_pair(4);
  ASSERT_GT(sprt.log_likelihood_ratio(), 0);
  EXPECT_NEAR(sprt.bounds().high, bounds_of({}).high - sprt.log_likelihood_ratio() / 2, 1e-12);
  EXPECT_EQ(sprt.bounds().low, bounds_of({}).low);
}

TEST(SprtForecast, MatchesThePublishedExample) {
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

namespace {

// A test between equal players. Games that the first player wins are quick, the others are slow. `slots` pairs are
// played at a time.
class SimulatedTest {
 public:
  SimulatedTest(std::size_t slots, std::uint64_t seed) : rng_(seed, 1), sprt_({.elo0 = 0, .elo1 = 30}) {
    for (std::size_t slot = 0; slot < slots; ++slot) start_pair(0);
  }

  SprtVerdict run() {
    while (sprt_.verdict() == SprtVerdict::open) {
      const Pair ended = running_.top();
      running_.pop();
      in_order_.put(ended.number, ended.half_points);
      start_pair(ended.end);
      while (sprt_.verdict() == SprtVerdict::open) {
        const auto half_points = in_order_.next();
        if (!half_points) break;
        sprt_.add_pair(*half_points);
      }
    }
    return sprt_.verdict();
  }

 private:
  struct Pair {
    double end = 0;
    std::size_t number = 0;
    int half_points = 0;
    bool operator>(const Pair& other) const { return end > other.end; }
  };

  void start_pair(double now) {
    Pair pair{.end = now, .number = started_++};
    for (int game = 0; game < 2; ++game) {
      const bool is_won = rng_.below(2) == 0;
      pair.half_points += is_won ? 2 : 0;
      pair.end += (is_won ? 30 : 60) * (0.5 + rng_.below(1'000'000) / 1e6);
    }
    running_.push(pair);
  }

  rules::Rng rng_;
  Sprt sprt_;
  ReorderBuffer<int> in_order_;
  std::priority_queue<Pair, std::vector<Pair>, std::greater<>> running_;
  std::size_t started_ = 0;
};

class SprtInOrder : public testing::TestWithParam<std::size_t> {};

TEST_P(SprtInOrder, IsWrongNoMoreOftenThanAlphaAndBetaAllow) {
  constexpr int kTests = 2000;
  int wrong = 0;
  for (std::uint64_t seed = 1; seed <= kTests; ++seed) {
    wrong += SimulatedTest(GetParam(), seed).run() == SprtVerdict::accept_elo1 ? 1 : 0;
  }
  EXPECT_LE(wrong, kTests * 56 / 1000);
  EXPECT_GE(wrong, kTests * 30 / 1000) << "it would take longer than it has to";
}

INSTANTIATE_TEST_SUITE_P(Slots, SprtInOrder, testing::Values(1, 16, 64, 256), testing::PrintToStringParamName());

}  // namespace

namespace {

TEST(ReorderBuffer, HoldsBackEarlyResults) {
  ReorderBuffer<char> letters;
  EXPECT_EQ(letters.next(), std::nullopt);
  letters.put(2, 'c');
  letters.put(1, 'b');
  EXPECT_EQ(letters.next(), std::nullopt);
  letters.put(0, 'a');
  EXPECT_EQ(letters.next(), 'a');
  EXPECT_EQ(letters.next(), 'b');
  EXPECT_EQ(letters.next(), 'c');
  EXPECT_EQ(letters.next(), std::nullopt);
}

}  // namespace

}  // namespace rensa::tournament
