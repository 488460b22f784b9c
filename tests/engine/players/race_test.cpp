#include "engine/players/race.h"

#include <gtest/gtest.h>

namespace rensa::players {
namespace {

constexpr std::uint32_t kAll = (1U << rules::kPlacementCount) - 1;

search::Growths growths(int others) {
  search::Growths growths;
  for (search::Growth& growth : growths) growth = {.lives = true, .now = {}, .promise = others};
  return growths;
}

TEST(Race, IsOnWhereTurnsAreTakenAgainstSomebody) {
  duel::View view;
  view.pacing = rules::Pacing::turns;
  EXPECT_FALSE(Race::is_on(view));
  view.opponent.hand = 1;
  EXPECT_TRUE(Race::is_on(view));
  view.pacing = rules::Pacing::frames;
  EXPECT_FALSE(Race::is_on(view));
}

TEST(Race, TakesWhatPromisesMostAndTheFirstOfEquals) {
  search::Growths some = growths(1000);
  EXPECT_EQ(choose_for_race(some, kAll, std::nullopt), 0U);
  some[7].promise = some[9].promise = 1200;
  EXPECT_EQ(choose_for_race(some, kAll, std::nullopt), 7U);
  EXPECT_EQ(choose_for_race(some, kAll & ~(1U << 7), std::nullopt), 9U);
}

TEST(Race, AFormMayCostALittle) {
  search::Growths some = growths(1000);
  some[7].promise = 20'000;
  some[3].promise = 19'600;
  EXPECT_EQ(choose_for_race(some, kAll, 3), 3U);
  some[3].promise = 19'599;
  EXPECT_EQ(choose_for_race(some, kAll, 3), 7U);
}

TEST(Race, AFormIsNotWorthTheGame) {
  search::Growths some = growths(1000);
  some[3].lives = false;
  EXPECT_EQ(choose_for_race(some, kAll, 3), 0U);
  EXPECT_EQ(choose_for_race(growths(1000), kAll & ~(1U << 3), 3), 0U) << "it cannot be put there";
}

TEST(Race, WhatWouldBeAnsweredIsNotFiredWithoutNeed) {
  search::Growths some = growths(1000);
  some[3].now.links = 3;
  some[3].promise = 9000;
  some[4].now.links = 2;
  some[4].promise = 2000;
  EXPECT_EQ(choose_for_race(some, kAll, std::nullopt), 4U);
  EXPECT_EQ(choose_for_race(some, 1U << 3, std::nullopt), 3U);
  some[5].lives = false;
  EXPECT_EQ(choose_for_race(some, 1U << 3 | 1U << 5, std::nullopt), 3U);
}

}  // namespace
}  // namespace rensa::players
