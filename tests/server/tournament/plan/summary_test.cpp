#include "server/tournament/plan/summary.h"

#include <gtest/gtest.h>

#include "tests/server/tournament/formats/simulated_run.h"

namespace rensa::tournament::test {
namespace {

GameResults results_after(const TournamentProgress& progress) {
  return count_results(progress, std::array{PairRange{.begin = 0, .end = progress.pairs().size()}});
}

void play(TournamentProgress& progress, std::optional<PairSide> winner, duel::Cause cause = duel::Cause::choked) {
  const GameId game = progress.next_game()->id;
  progress.apply(GameStarted{game});
  progress.apply(GameEnded{.game = game, .winner = winner, .cause = cause});
}

TournamentProgress of_two(const PlayerPair& pair) {
  TournamentProgress progress(2);
  progress.apply(StageStarted{{0, 1}});
  progress.apply(PairScheduled{pair});
  return progress;
}

TEST(GameResults, CountFromTheLowerNumber) {
  TournamentProgress progress = of_two({.first = 0, .second = 1});
  progress.apply(PairScheduled{{.first = 1, .second = 0}});
  play(progress, 0);
  play(progress, std::nullopt);
  play(progress, 1, duel::Cause::time);  // won by 0
  play(progress, 0);                     // won by 1
  const GameResults results = results_after(progress);
  ASSERT_EQ(results.pairings.size(), 1U);
  EXPECT_EQ(results.pairings[0].games, (GameCounts{.losses = 1, .draws = 1, .wins = 2}));
  EXPECT_EQ(results.pairings[0].pairs.pairs, (std::array<std::int64_t, 5>{0, 0, 1, 1, 0}));
  EXPECT_EQ(results.lost_by[1][static_cast<std::size_t>(duel::Cause::time)], 1);
  EXPECT_EQ(results.find(1, 0), &results.pairings[0]);
}

TEST(GameResults, AuditedPairsStandAlone) {
  TournamentProgress progress = of_two({.first = 1, .second = 0, .is_audit = true});
  play(progress, 0);
  play(progress, 0);
  const GameResults results = results_after(progress);
  EXPECT_EQ(results.pairings[0].games, (GameCounts{.losses = 2})) << "they count for strength";
  EXPECT_EQ(results.pairings[0].pairs, PairCounts{}) << "but are no sample of two games";
  EXPECT_EQ(results.audited.pairs[4], 1);
  EXPECT_EQ(results.audited_games.wins, 2);
}

TEST(GameResults, GamesOfABestOfAreNotCountedAsPairs) {
  TournamentProgress progress = of_two({.first = 0, .second = 1, .legs = 3, .is_best_of = true});
  play(progress, 0);
  play(progress, 0);
  EXPECT_TRUE(progress.is_decided(0));
  EXPECT_EQ(results_after(progress).pairings[0].pairs, PairCounts{});
  EXPECT_EQ(results_after(progress).pairings[0].games.wins, 2);
}

TEST(GameResults, ReversedShowsTheOtherSide) {
  EXPECT_EQ(reversed(GameCounts{.losses = 1, .draws = 2, .wins = 3}), (GameCounts{.losses = 3, .draws = 2, .wins = 1}));
  EXPECT_EQ(reversed(PairCounts{{1, 2, 3, 4, 5}}), (PairCounts{{5, 4, 3, 2, 1}}));
}

std::vector<PlayerStanding> standings_after(const TournamentProgress& progress) {
  return compute_standings(results_after(progress), progress.player_count());
}

TEST(Standings, AreSortedByStrength) {
  SimulatedRun run(plan_of({StagePlan{.pairs = 20}}, 4), 3, 1);
  rules::Rng rng(5, 1);
  run.play([&rng](const PlayerPair& pair) {
    const bool lower_wins = rng.below(10) < 7;
    return (pair.first < pair.second) == lower_wins ? 0 : 1;
  });
  const auto standings = standings_after(run.progress);
  for (std::size_t place = 0; place < 4; ++place) {
    EXPECT_EQ(standings[place].player, place);
    EXPECT_EQ(standings[place].games.games(), 3 * 40);
    ASSERT_TRUE(standings[place].elo);
    EXPECT_LT(standings[place].elo->low, standings[place].elo->value);
  }
}

TEST(Standings, APlayerWithOnlyWinsIsFirstAndHasNoElo) {
  SimulatedRun run(plan_of({StagePlan{.pairs = 1}}, 3), 1, 1);
  int game = 0;
  run.play([&game](const PlayerPair& pair) {
    const bool strongest_plays = pair.first == 2 || pair.second == 2;
    return strongest_plays ? (pair.first == 2 ? 0 : 1) : ++game % 2;
  });
  const auto standings = standings_after(run.progress);
  EXPECT_EQ(standings[0].player, 2U);
  EXPECT_EQ(standings[0].elo, std::nullopt);
  EXPECT_EQ(standings[1].component, standings[2].component);
  EXPECT_TRUE(standings[1].elo);
}

TEST(Standings, AreEmptyBeforeTheFirstGame) {
  for (const PlayerStanding& standing : standings_after(TournamentProgress(4))) {
    EXPECT_EQ(standing.games.games(), 0);
    EXPECT_EQ(standing.elo, std::nullopt);
  }
}

TEST(Standings, VeryManyPlayersGetNoElo) {
  const TournamentProgress progress(kMaxRatedPlayers + 1);
  EXPECT_EQ(standings_after(progress).size(), kMaxRatedPlayers + 1);
}

}  // namespace
}  // namespace rensa::tournament::test
