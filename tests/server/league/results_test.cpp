#include "server/league/results.h"

#include <gtest/gtest.h>

#include "server/league/tournament.h"

namespace rensa::league {
namespace {

Results results_after(const Tournament& tournament) {
  return results_of(tournament, std::array{PairRange{.begin = 0, .end = tournament.pairs().size()}});
}

void play(Tournament& tournament, std::optional<Side> winner, duel::Cause cause = duel::Cause::choked) {
  const GameId game = tournament.next()->id;
  tournament.apply(GameStarted{game});
  tournament.apply(GameEnded{.game = game, .winner = winner, .cause = cause});
}

Tournament of_two(const Pair& pair) {
  Tournament tournament(2);
  tournament.apply(StageBegun{{0, 1}});
  tournament.apply(PairDrawn{pair});
  return tournament;
}

TEST(Results, CountFromTheLowerNumber) {
  Tournament tournament = of_two({.first = 0, .second = 1});
  tournament.apply(PairDrawn{{.first = 1, .second = 0}});
  play(tournament, 0);
  play(tournament, std::nullopt);
  play(tournament, 1, duel::Cause::time);  // won by 0
  play(tournament, 0);                     // won by 1
  const Results results = results_after(tournament);
  ASSERT_EQ(results.pairings.size(), 1U);
  EXPECT_EQ(results.pairings[0].games, (GameCounts{.losses = 1, .draws = 1, .wins = 2}));
  EXPECT_EQ(results.pairings[0].pairs.pairs, (std::array<std::int64_t, 5>{0, 0, 1, 1, 0}));
  EXPECT_EQ(results.lost_by[1][static_cast<std::size_t>(duel::Cause::time)], 1);
  EXPECT_EQ(results.find(1, 0), &results.pairings[0]);
}

TEST(Results, AuditedPairsStandAlone) {
  Tournament tournament = of_two({.first = 1, .second = 0, .is_audit = true});
  play(tournament, 0);
  play(tournament, 0);
  const Results results = results_after(tournament);
  EXPECT_EQ(results.pairings[0].games, (GameCounts{.losses = 2})) << "they count for strength";
  EXPECT_EQ(results.pairings[0].pairs, PairCounts{}) << "but are no sample of two games";
  EXPECT_EQ(results.audited.pairs[4], 1);
  EXPECT_EQ(results.audited_games.wins, 2);
}

TEST(Results, GamesOfABestOfAreNoPairs) {
  Tournament tournament = of_two({.first = 0, .second = 1, .legs = 3, .is_best_of = true});
  play(tournament, 0);
  play(tournament, 0);
  EXPECT_TRUE(tournament.is_decided(0));
  EXPECT_EQ(results_after(tournament).pairings[0].pairs, PairCounts{});
  EXPECT_EQ(results_after(tournament).pairings[0].games.wins, 2);
}

TEST(Results, ReversedIsTheOtherSide) {
  EXPECT_EQ(reversed(GameCounts{.losses = 1, .draws = 2, .wins = 3}), (GameCounts{.losses = 3, .draws = 2, .wins = 1}));
  EXPECT_EQ(reversed(PairCounts{{1, 2, 3, 4, 5}}), (PairCounts{{5, 4, 3, 2, 1}}));
}

}  // namespace
}  // namespace rensa::league
