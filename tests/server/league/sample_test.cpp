#include "server/league/sample.h"

#include <gtest/gtest.h>

namespace rensa::league {
namespace {

TEST(Sample, PairsCountTwice) {
  const PairCounts counts{{1, 2, 3, 4, 5}};
  EXPECT_EQ(counts.games(), 30);
  const Sample sample(counts);
  EXPECT_EQ(sample.units(), 15);
  EXPECT_EQ(sample.games(), 30);
  EXPECT_NEAR(sample.mean(), (2 * 0.25 + 3 * 0.5 + 4 * 0.75 + 5) / 15, 1e-12);
}

TEST(Sample, WhatWasNotSeenIsNotImpossible) {
  const Sample sample(GameCounts{.losses = 0, .draws = 0, .wins = 10});
  EXPECT_GT(sample.share(0), 0);
  EXPECT_LT(sample.mean(), 1);
}

TEST(CorrelationInPairs, IsOneWhereTheSecondGameRepeatsTheFirst) {
  EXPECT_NEAR(*correlation_in_pairs({{40, 0, 0, 0, 60}}, {.losses = 80, .draws = 0, .wins = 120}), 1, 1e-12);
}

TEST(CorrelationInPairs, IsMinusOneWhereItUndoesIt) {
  EXPECT_NEAR(*correlation_in_pairs({{0, 0, 50, 0, 0}}, {.losses = 50, .draws = 0, .wins = 50}), -1, 1e-12);
}

TEST(CorrelationInPairs, IsNoneOfGamesThatKnowNothingOfEachOther) {
  EXPECT_NEAR(*correlation_in_pairs({{25, 0, 50, 0, 25}}, {.losses = 100, .draws = 0, .wins = 100}), 0, 1e-12);
}

TEST(CorrelationInPairs, CannotBeSaidWhereAllEndAlike) {
  EXPECT_FALSE(correlation_in_pairs({{0, 0, 0, 0, 9}}, {.losses = 0, .draws = 0, .wins = 18}));
  EXPECT_FALSE(correlation_in_pairs({}, {}));
  EXPECT_FALSE(correlation_in_pairs({{0, 0, 1, 0, 0}}, {.losses = 1, .draws = 0, .wins = 1})) << "of one pair";
}

}  // namespace
}  // namespace rensa::league
