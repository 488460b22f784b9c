#include "engine/players/race.h"

#include <array>
#include <gtest/gtest.h>
#include <initializer_list>
#include <utility>

namespace rensa::players {
namespace {

constexpr std::uint32_t kAll = (1U << rules::kPlacementCount) - 1;

search::PlacementForecasts forecasts(int others) {
  search::PlacementForecasts forecasts;
  for (search::PlacementForecast& forecast : forecasts)
    forecast = {.survives = true, .fired = {}, .expected_value = others};
  return forecasts;
}

TEST(Race, IsOnInTurnGamesWithAnOpponent) {
  Position position;
  position.pacing = rules::Pacing::turns;
  EXPECT_FALSE(Race::is_on(position));
  position.opponent.hand = 1;
  EXPECT_TRUE(Race::is_on(position));
  position.pacing = rules::Pacing::frames;
  EXPECT_FALSE(Race::is_on(position));
}

TEST(Race, TakesTheGreatestValueAndTheFirstOfEquals) {
  search::PlacementForecasts some = forecasts(1000);
  EXPECT_EQ(choose_for_race(some, kAll, std::nullopt), 0U);
  some[7].expected_value = some[9].expected_value = 1200;
  EXPECT_EQ(choose_for_race(some, kAll, std::nullopt), 7U);
  EXPECT_EQ(choose_for_race(some, kAll & ~(1U << 7), std::nullopt), 9U);
}

TEST(Race, AFormMayDelayTheAttackALittle) {
  search::PlacementForecasts some = forecasts(1000);
  some[7].expected_value = 20'000;
  some[3].expected_value = 19'600;
  EXPECT_EQ(choose_for_race(some, kAll, 3), 3U);
  some[3].expected_value = 19'599;
  EXPECT_EQ(choose_for_race(some, kAll, 3), 7U);
}

TEST(Race, AFormThatLosesIsNotTaken) {
  search::PlacementForecasts some = forecasts(1000);
  some[3].survives = false;
  EXPECT_EQ(choose_for_race(some, kAll, 3), 0U);
  EXPECT_EQ(choose_for_race(forecasts(1000), kAll & ~(1U << 3), 3), 0U) << "it cannot be put there";
}

TEST(Race, AnAnswerableAttackIsNotFiredWithoutNeed) {
  search::PlacementForecasts some = forecasts(1000);
  some[3].fired.links = 3;
  some[3].expected_value = 9000;
  some[4].fired.links = 2;
  some[4].expected_value = 2000;
  EXPECT_EQ(choose_for_race(some, kAll, std::nullopt), 4U);
  EXPECT_EQ(choose_for_race(some, 1U << 3, std::nullopt), 3U);
  some[5].survives = false;
  EXPECT_EQ(choose_for_race(some, 1U << 3 | 1U << 5, std::nullopt), 3U);
}

using search::PlacementPotentials;

constexpr DecisiveAttackSituation kOpen{.to_bury = 78};

PlacementPotentials potentials(std::initializer_list<std::pair<std::size_t, std::array<int, 3>>> attacks) {
  PlacementPotentials potentials;
  for (const auto& [index, by_pair] : attacks) potentials[index].attacks = by_pair;
  return potentials;
}

TEST(DecisiveAttack, IsAnAttackThatHurts) {
  EXPECT_EQ(choose_decisive_attack(potentials({{4, {20, 0, 0}}}), kAll, kOpen), 4U);
  EXPECT_EQ(choose_decisive_attack(potentials({{4, {19, 0, 0}}}), kAll, kOpen), std::nullopt);
}

TEST(DecisiveAttack, CannotBeAnswered) {
  const PlacementPotentials four_links = potentials({{4, {36, 0, 0}}});
  DecisiveAttackSituation situation = kOpen;
  situation.answers = {0, 0, 36};
  EXPECT_EQ(choose_decisive_attack(four_links, kAll, situation), 4U) << "that comes too late";
  situation.answers = {0, 18, 0};
  EXPECT_EQ(choose_decisive_attack(four_links, kAll, situation), std::nullopt);
  situation.answers = {18, 0, 0};
  EXPECT_EQ(choose_decisive_attack(four_links, kAll, situation), std::nullopt) << "both at once";
}

TEST(DecisiveAttack, MayWaitForAGreaterAttack) {
  const PlacementPotentials five_links_later = potentials({{4, {36, 0, 0}}, {7, {0, 60, 0}}});
  EXPECT_EQ(choose_decisive_attack(five_links_later, kAll, kOpen), 7U);
  EXPECT_EQ(choose_decisive_attack(five_links_later, kAll, {.to_bury = 36}), 4U) << "more than buries is worth nothing";
  EXPECT_EQ(choose_decisive_attack(potentials({{4, {36, 0, 0}}, {7, {0, 39, 0}}}), kAll, kOpen), 4U);
}

TEST(DecisiveAttack, IsNotPreparedWhileGarbageIsWaiting) {
  const PlacementPotentials five_links_later = potentials({{4, {36, 0, 0}}, {7, {0, 60, 0}}});
  EXPECT_EQ(choose_decisive_attack(five_links_later, kAll, {.waiting = 6, .to_bury = 78}), 4U);
  EXPECT_EQ(choose_decisive_attack(five_links_later, kAll, {.waiting = 20, .to_bury = 78}), std::nullopt)
      << "what is left of it does not hurt";
}

TEST(DecisiveAttack, CountsGarbageInAllUnitsOfAttacks) {
  EXPECT_EQ(choose_decisive_attack(potentials({{4, {1400, 0, 0}}}), kAll, {.to_bury = 78, .attack_per_garbage = 70}),
            4U);
  EXPECT_EQ(choose_decisive_attack(potentials({{4, {1399, 0, 0}}}), kAll, {.to_bury = 78, .attack_per_garbage = 70}),
            std::nullopt);
}

TEST(DecisiveAttack, IsOneOfTheGivenPlacements) {
  const PlacementPotentials two = potentials({{4, {60, 0, 0}}, {9, {36, 0, 0}}});
  EXPECT_EQ(choose_decisive_attack(two, 1U << 9, kOpen), 9U);
  EXPECT_EQ(choose_decisive_attack(two, 1U << 3, kOpen), std::nullopt);
}

TEST(DecisiveAttack, AnswersAreTheGreatestOfAllPlacements) {
  EXPECT_EQ(greatest_attacks(potentials({{0, {5, 0, 8}}, {21, {1, 7, 0}}})), (std::array{5, 7, 8}));
}

}  // namespace
}  // namespace rensa::players
