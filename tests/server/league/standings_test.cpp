#include "server/league/standings.h"

#include <gtest/gtest.h>

#include "tests/server/league/run_of.h"

namespace rensa::league::test {
namespace {

PairRange all_of(const Tournament& tournament) { return {.begin = 0, .end = tournament.pairs().size()}; }

std::vector<Standing> standings_after(const Tournament& tournament) {
  return standings_of(results_of(tournament, std::array{all_of(tournament)}), tournament.players());
}

TEST(Standings, GoByStrength) {
  RunOf run(plan_of({StagePlan{.pairs = 20}}, 4), 3, 1);
  rules::Rng rng(5, 1);
  run.play([&rng](const Pair& pair) {
    const bool lower_wins = rng.below(10) < 7;
    return (pair.first < pair.second) == lower_wins ? 0 : 1;
  });
  const auto standings = standings_after(run.tournament);
  for (std::size_t place = 0; place < 4; ++place) {
    EXPECT_EQ(standings[place].player, place);
    EXPECT_EQ(standings[place].games.games(), 3 * 40);
    ASSERT_TRUE(standings[place].elo);
    EXPECT_LT(standings[place].elo->low, standings[place].elo->value);
  }
}

TEST(Standings, WhoWonAllIsFirstAndHasNoElo) {
  RunOf run(plan_of({StagePlan{.pairs = 1}}, 3), 1, 1);
  int game = 0;
  run.play([&game](const Pair& pair) {
    const bool strongest_plays = pair.first == 2 || pair.second == 2;
    return strongest_plays ? (pair.first == 2 ? 0 : 1) : ++game % 2;
  });
  const auto standings = standings_after(run.tournament);
  EXPECT_EQ(standings[0].player, 2U);
  EXPECT_EQ(standings[0].elo, std::nullopt);
  EXPECT_EQ(standings[1].component, standings[2].component);
  EXPECT_TRUE(standings[1].elo);
}

TEST(Standings, BeforeTheFirstGameNobodyHasAnything) {
  for (const Standing& standing : standings_after(Tournament(4))) {
    EXPECT_EQ(standing.games.games(), 0);
    EXPECT_EQ(standing.elo, std::nullopt);
  }
}

TEST(Standings, OfVeryManyNobodyIsFitted) {
  const Tournament tournament(kMostFitted + 1);
  EXPECT_EQ(standings_after(tournament).size(), kMostFitted + 1);
}

}  // namespace
}  // namespace rensa::league::test
