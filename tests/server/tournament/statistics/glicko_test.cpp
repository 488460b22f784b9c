#include "server/tournament/statistics/glicko.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>

namespace rensa::tournament {
namespace {

constexpr Rating kPlayer{.rating = 1500, .deviation = 200, .volatility = 0.06};
constexpr std::array kGames{RatedGame{.opponent = {.rating = 1400, .deviation = 30}, .score = 1},
                            RatedGame{.opponent = {.rating = 1550, .deviation = 100}, .score = 0},
                            RatedGame{.opponent = {.rating = 1700, .deviation = 300}, .score = 0}};

// The example of the paper.
TEST(Glicko, MatchesThePublishedExample) {
  const Rating after = update_rating(kPlayer, kGames, 1, {.tau = 0.5, .freezes_volatility = false});
  EXPECT_NEAR(after.rating, 1464.0507, 5e-5);
  EXPECT_NEAR(after.deviation, 151.5165, 5e-5);
  EXPECT_NEAR(after.volatility, 0.05999598, 5e-9);
}

TEST(Glicko, TheVolatilityOfAProgramStays) {
  const Rating after = update_rating(kPlayer, kGames, 1, {});
  EXPECT_EQ(after.volatility, 0.06);
  EXPECT_NEAR(after.rating, 1464.05, 0.01);
}

TEST(Glicko, TheDeviationGrowsWithoutGames) {
  const Rating after = update_rating(kPlayer, {}, 1, {});
  EXPECT_EQ(after.rating, 1500);
  EXPECT_NEAR(after.deviation, std::sqrt(200 * 200 + 0.06 * 0.06 * 173.7178 * 173.7178), 1e-9);
  EXPECT_EQ(update_rating({.deviation = 349.99}, {}, 100, {}).deviation, 350);
  EXPECT_EQ(update_rating({.deviation = 20}, {}, 0, {.min_deviation = 45}).deviation, 45);
}

TEST(Glicko, ASurpriseRaisesTheVolatility) {
  const std::array upset{RatedGame{.opponent = {.rating = 2200, .deviation = 30}, .score = 1},
                         RatedGame{.opponent = {.rating = 2200, .deviation = 30}, .score = 1}};
  const Rating steady{.rating = 1500, .deviation = 50, .volatility = 0.06};
  EXPECT_GT(update_rating(steady, upset, 1, {.tau = 1.2, .freezes_volatility = false}).volatility, 0.06);
}

TEST(Glicko, PredictsTheReductionOfTheVariance) {
  for (const double score : {0.0, 0.5, 1.0}) {
    for (const RatedGame& game : kGames) {
      const RatedGame played{.opponent = game.opponent, .score = score};
      const double after = update_rating(kPlayer, {&played, 1}, 0, {}).deviation;
      EXPECT_NEAR(variance_reduction(kPlayer, game.opponent), 200 * 200 - after * after, 1e-6);
    }
  }
}

}  // namespace
}  // namespace rensa::tournament
