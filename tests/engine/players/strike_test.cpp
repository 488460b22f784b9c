#include "engine/players/strike.h"

#include <array>
#include <gtest/gtest.h>
#include <initializer_list>
#include <utility>

namespace rensa::players {
namespace {

using search::Prospects;

constexpr std::uint32_t kAll = (1U << rules::kPlacementCount) - 1;
constexpr StrikeSituation kOpen{.to_bury = 78};

Prospects prospects(std::initializer_list<std::pair<std::size_t, std::array<int, 3>>> attacks) {
  Prospects prospects;
  for (const auto& [index, by_pair] : attacks) prospects[index].attacks = by_pair;
  return prospects;
}

TEST(Strike, IsAnAttackThatHurts) {
  EXPECT_EQ(choose_strike(prospects({{4, {20, 0, 0}}}), kAll, kOpen), 4U);
  EXPECT_EQ(choose_strike(prospects({{4, {19, 0, 0}}}), kAll, kOpen), std::nullopt);
}

TEST(Strike, IsNothingThatCanBeAnswered) {
  const Prospects four_links = prospects({{4, {36, 0, 0}}});
  StrikeSituation situation = kOpen;
  situation.answers = {0, 0, 36};
  EXPECT_EQ(choose_strike(four_links, kAll, situation), 4U) << "that comes too late";
  situation.answers = {0, 18, 0};
  EXPECT_EQ(choose_strike(four_links, kAll, situation), std::nullopt);
  situation.answers = {18, 0, 0};
  EXPECT_EQ(choose_strike(four_links, kAll, situation), std::nullopt) << "both at once";
}

TEST(Strike, WaitsForOneThatIsWorthIt) {
  const Prospects five_links_later = prospects({{4, {36, 0, 0}}, {7, {0, 60, 0}}});
  EXPECT_EQ(choose_strike(five_links_later, kAll, kOpen), 7U);
  EXPECT_EQ(choose_strike(five_links_later, kAll, {.to_bury = 36}), 4U) << "more than buries is worth nothing";
  EXPECT_EQ(choose_strike(prospects({{4, {36, 0, 0}}, {7, {0, 39, 0}}}), kAll, kOpen), 4U);
}

TEST(Strike, IsNotPreparedWhileGarbageWaits) {
  const Prospects five_links_later = prospects({{4, {36, 0, 0}}, {7, {0, 60, 0}}});
  EXPECT_EQ(choose_strike(five_links_later, kAll, {.waiting = 6, .to_bury = 78}), 4U);
  EXPECT_EQ(choose_strike(five_links_later, kAll, {.waiting = 20, .to_bury = 78}), std::nullopt)
      << "what is left of it does not hurt";
}

TEST(Strike, CountsGarbageWhateverAttacksAreCountedIn) {
  EXPECT_EQ(choose_strike(prospects({{4, {1400, 0, 0}}}), kAll, {.to_bury = 78, .worth = 70}), 4U);
  EXPECT_EQ(choose_strike(prospects({{4, {1399, 0, 0}}}), kAll, {.to_bury = 78, .worth = 70}), std::nullopt);
}

TEST(Strike, IsOneOfThePlacementsThatAreAsked) {
  const Prospects two = prospects({{4, {60, 0, 0}}, {9, {36, 0, 0}}});
  EXPECT_EQ(choose_strike(two, 1U << 9, kOpen), 9U);
  EXPECT_EQ(choose_strike(two, 1U << 3, kOpen), std::nullopt);
}

TEST(Strike, AnswersAreTheMostOfAllPlacements) {
  EXPECT_EQ(most_attacks(prospects({{0, {5, 0, 8}}, {21, {1, 7, 0}}})), (std::array{5, 7, 8}));
}

}  // namespace
}  // namespace rensa::players
