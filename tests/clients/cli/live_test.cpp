#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "clients/cli/live/canvas.h"
#include "clients/cli/live/scene.h"
#include "clients/cli/match/summary.h"

namespace rensa::cli {
namespace {

using testing::HasSubstr;

TEST(Canvas, SendsOnlyChanges) {
  Canvas canvas(10, 2, ColourDepth::no_colours);
  canvas.put(0, 0, "abc", {});
  EXPECT_THAT(canvas.take_changes(), HasSubstr("abc"));
  EXPECT_EQ(canvas.take_changes(), "");
  canvas.clear();
  canvas.put(0, 0, "abd", {});
  EXPECT_EQ(canvas.take_changes(), "\x1b[1;3H\x1b[0md");
}

TEST(Canvas, SendsEverythingToAnUnknownScreen) {
  Canvas canvas(10, 2, ColourDepth::no_colours);
  canvas.put(0, 0, "abc", {});
  canvas.take_changes();
  canvas.forget_screen();
  EXPECT_THAT(canvas.take_changes(), HasSubstr("abc"));
}

TEST(Canvas, CutsOffTextOutside) {
  Canvas canvas(3, 1, ColourDepth::no_colours);
  canvas.put(-1, 0, "abcdef", {});
  canvas.put(0, 1, "x", {});
  EXPECT_EQ(canvas.take_changes(), "\x1b[0m\x1b[2J\x1b[1;1H\x1b[0mbcd");
}

TEST(Canvas, WidthCountsCharactersNotBytes) { EXPECT_EQ(display_width("│••│"), 4); }

TEST(GarbageSymbols, AreAtMostSixTheLargestFirst) {
  EXPECT_EQ(garbage_symbols(0, false), "");
  EXPECT_EQ(garbage_symbols(3, false), "ooo");
  EXPECT_EQ(garbage_symbols(43, false), "#OOo");
  EXPECT_EQ(garbage_symbols(720 + 360 + 180 + 30 + 6 + 1, false), "KM*#Oo");
  EXPECT_EQ(garbage_symbols(29, false), "OOOOoo");
}

TEST(Strength, FollowsTheFormulas) {
  // 60 wins, 20 draws, 20 losses: mean 0.7, variance 0.16, error 1.95996 * sqrt(0.16 / 100).
  const Strength strength = estimate_strength(tournament::Sample(tournament::GameCounts{20, 20, 60}));
  EXPECT_NEAR(strength.score.value, 0.7, 1e-12);
  EXPECT_NEAR(strength.score.low, 0.7 - 0.0783984, 1e-7);
  EXPECT_NEAR(strength.score.high, 0.7 + 0.0783984, 1e-7);
  EXPECT_NEAR(strength.elo.value, 147.1904, 1e-3);
}

TEST(Strength, AgreesWithPublishedSamples) {
  EXPECT_NEAR(estimate_strength(tournament::Sample(tournament::PairCounts{{13, 37, 50, 25, 3}})).elo.value, -43.6578,
              1e-4);
  const Strength strength = estimate_strength(tournament::Sample(tournament::GameCounts{1020, 1500, 1100}));
  EXPECT_NEAR(strength.elo.value, 7.679, 1e-3);
  EXPECT_NEAR((strength.elo.high - strength.elo.low) / 2, 8.664, 1e-3);
}

TEST(Strength, OfPairsKeepsTheirDependence) {
  // The same hundred games as fifty pairs: if both games of a pair end alike, the sample is half as large.
  const Strength pairs = estimate_strength(tournament::Sample(tournament::PairCounts{{20, 0, 0, 0, 30}}));
  const Strength singles = estimate_strength(tournament::Sample(tournament::GameCounts{40, 0, 60}));
  EXPECT_NEAR(pairs.score.value, singles.score.value, 1e-4);
  EXPECT_GT(pairs.score.high - pairs.score.low, 1.4 * (singles.score.high - singles.score.low));
}

TEST(Strength, StaysFiniteWithoutALoss) {
  const Strength strength = estimate_strength(tournament::Sample(tournament::GameCounts{0, 0, 1000}));
  EXPECT_LE(strength.score.high, 1.0);
  EXPECT_LE(strength.elo.high, 1200.0);
}

}  // namespace
}  // namespace rensa::cli
