#include "engine/players/placement_options.h"

#include <gtest/gtest.h>

#include "engine/players/exchange/side_facts.h"

namespace rensa::players {
namespace {

PlacementOption building(int promise) {
  PlacementOption option;
  option.survives = true;
  option.garbage_to_lose = 60;
  option.expected_points = promise;
  return option;
}

PlacementOption firing(int score, int promise = 0) {
  PlacementOption option = building(promise);
  option.fired = {.links = 2, .score = score, .frames = 0, .quick = false};
  return option;
}

// Sets the garbage that is left on both sides.
PlacementOption leaving(PlacementOption option, int own, int theirs) {
  option.outcome.garbage = {own, theirs};
  return option;
}

PlacementOption dying(PlacementOption option) {
  option.survives = false;
  return option;
}

constexpr DuelSituation kFarFromTheEnd{.points_per_garbage = 70, .garbage_to_win = 60};

std::size_t choice(std::initializer_list<PlacementOption> list, const DuelSituation& situation = kFarFromTheEnd) {
  PlacementOptions options;
  std::size_t count = 0;
  for (const PlacementOption& option : list) options[count++] = option;
  return choose_option(options, (1U << count) - 1, situation);
}

TEST(PlacementOptions, BuildsWhereTheExpectedPointsAreGreatest) {
  EXPECT_EQ(choice({building(50), building(900), building(800)}), 1U);
}

TEST(PlacementOptions, OfEqualsTakesTheFirst) {
  EXPECT_EQ(choice({building(7), building(900), building(900)}), 1U);
  EXPECT_EQ(choice({building(0), building(0)}), 0U);
}

TEST(PlacementOptions, LooksOnlyAtTheGivenPlacements) {
  PlacementOptions options;
  options.fill(building(10));
  options[3].expected_points = 900;
  EXPECT_EQ(choose_option(options, 1U << 5 | 1U << 9, kFarFromTheEnd), 5U);
  EXPECT_EQ(choose_option(options, 1U << 3 | 1U << 21, kFarFromTheEnd), 3U);
}

TEST(PlacementOptions, FiresForTheChainOrForTheExpectedPointsAfterIt) {
  EXPECT_EQ(choice({building(10'000), firing(9'999)}), 1U) << "expected points do not always come";
  EXPECT_EQ(choice({building(10'000), firing(5'000)}), 0U);
  EXPECT_EQ(choice({building(10'000), firing(40, 12'000)}), 1U) << "a small chain may be in the way";
  EXPECT_EQ(choice({building(10'000), firing(9'000, 9'000)}), 0U) << "the greater of both, not the sum";
}

TEST(PlacementOptions, AnOptionWithoutAChainHasNoPointsOfItsOwn) {
  PlacementOption score_without_links = building(100);
  score_without_links.fired.score = 5'000;
  EXPECT_EQ(choice({score_without_links, building(200)}), 1U);
}

TEST(PlacementOptions, GarbageCountsItsPointsAfterAChain) {
  EXPECT_EQ(choice({firing(1'000), leaving(firing(400), 0, 10)}), 1U) << "ten are 700 points";
  EXPECT_EQ(choice({firing(1'000), leaving(firing(200), 0, 10)}), 0U);
  EXPECT_EQ(choice({leaving(firing(1'000), 10, 0), firing(400)}), 1U);
  EXPECT_EQ(choice({leaving(firing(1'000), 20, 30), firing(1'600)}), 0U) << "both lose, and they ten more";
  DuelSituation cheap = kFarFromTheEnd;
  cheap.points_per_garbage = 10;
  EXPECT_EQ(choice({firing(1'000), leaving(firing(400), 0, 10)}, cheap), 0U);
}

TEST(PlacementOptions, AnUncertainOutcomeCountsHalf) {
  EXPECT_EQ(choice({firing(360), leaving(building(0), 0, 10)}), 0U) << "350 points";
  EXPECT_EQ(choice({firing(340), leaving(building(0), 0, 10)}), 1U);
  EXPECT_EQ(choice({leaving(building(10'000), 0, 60), leaving(firing(0), 0, 60)}), 1U) << "a fired chain is certain";
}

TEST(PlacementOptions, TheSoonestAttackCountsThreeTimes) {
  const auto soon = [](PlacementOption option, int points) {
    option.soonest_attack = points;
    return option;
  };
  EXPECT_EQ(choice({building(10'000), soon(building(7'100), 1'000)}), 1U);
  EXPECT_EQ(choice({building(10'000), soon(building(6'900), 1'000)}), 0U);
  EXPECT_EQ(choice({soon(building(10'000), 1'000), soon(firing(40, 10'000), 1'100)}), 1U) << "what is left as well";
}

TEST(PlacementOptions, AFiredChainCountsAsTheSoonestAttack) {
  DuelSituation race = kFarFromTheEnd;
  race.max_soonest_attack = 2'000;
  EXPECT_EQ(choice({building(9'000), firing(2'500)}, race), 0U) << "8,730 and 8,500";
  EXPECT_EQ(choice({building(8'700), firing(2'500)}, race), 1U);
}

TEST(PlacementOptions, AVictoryOutweighsTheExpectedPoints) {
  EXPECT_EQ(choice({building(100'000), leaving(firing(4'200), 0, 60)}), 1U);
  EXPECT_EQ(choice({building(100'000), leaving(firing(4'130), 0, 59)}), 0U) << "that is none";
}

TEST(PlacementOptions, ADefeatOutweighsTheExpectedPoints) {
  EXPECT_EQ(choice({leaving(firing(100'000), 60, 0), building(100)}), 1U);
  EXPECT_EQ(choice({leaving(firing(100'000), 59, 0), building(100)}), 0U);
  EXPECT_EQ(choice({leaving(building(60'000), 60, 0), firing(100)}), 1U) << "even one that is only feared";
}

TEST(PlacementOptions, AChainMakesSpaceForGarbage) {
  PlacementOption clearing = leaving(firing(400), 60, 0);
  clearing.garbage_to_lose = 72;
  EXPECT_EQ(choice({leaving(firing(500), 60, 0), clearing}), 1U);
}

TEST(PlacementOptions, GarbageBeyondALossDoesNotCount) {
  EXPECT_EQ(choice({leaving(firing(500), 0, 60), leaving(firing(400), 0, 600)}), 0U);
  EXPECT_EQ(choice({leaving(firing(500), 600, 0), leaving(firing(400), 60, 0)}), 0U);
}

TEST(PlacementOptions, AnAbsentOpponentCannotBeBuried) {
  const DuelSituation alone{.points_per_garbage = 70, .garbage_to_win = kCannotBeBuried};
  EXPECT_EQ(choice({building(10'000), leaving(firing(4'200), 0, 60)}, alone), 0U);
}

TEST(PlacementOptions, LosesOnlyIfAllOptionsDo) {
  EXPECT_EQ(choice({dying(building(90'000)), building(1)}), 1U);
  EXPECT_EQ(choice({dying(firing(90'000)), leaving(building(1), 60, 0)}), 1U);
  EXPECT_EQ(choice({dying(building(1)), dying(building(900))}), 0U);
}

TEST(PlacementOptions, ASurvivingOptionMayHaveANegativeValue) {
  EXPECT_EQ(choice({dying(building(0)), leaving(building(-5), 60, 0), leaving(building(-6), 60, 0)}), 1U);
}

TEST(PlacementOptions, DoesNotOverflow) {
  DuelSituation dear = kFarFromTheEnd;
  dear.points_per_garbage = 1'000'000;
  dear.garbage_to_win = kCannotBeBuried;
  EXPECT_EQ(choice({leaving(firing(1), 0, 100'000), leaving(firing(1), 0, 200'000)}, dear), 1U);
  EXPECT_EQ(choice({building(1'000'000'000), building(2'000'000'000)}), 1U);
}

}  // namespace
}  // namespace rensa::players
