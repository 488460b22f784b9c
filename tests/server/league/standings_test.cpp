#include "server/league/standings.h"

#include <gtest/gtest.h>

namespace rensa::league {
namespace {

void play(Tournament& tournament, std::optional<Side> winner, duel::Cause cause = duel::Cause::choked) {
  const GameId game = tournament.next()->id;
  tournament.apply(GameStarted{game});
  tournament.apply(GameEnded{.game = game, .winner = winner, .cause = cause});
}

TEST(Standings, CountFromBothSides) {
  Tournament tournament({{.first = 0, .second = 1}, {.first = 1, .second = 0}});
  play(tournament, 0);
  play(tournament, std::nullopt);
  play(tournament, 1, duel::Cause::time);  // won by 0
  play(tournament, 0);                     // won by 1
  const auto standings = standings_of(tournament, 2);
  EXPECT_EQ(standings[0].player, 0U);
  EXPECT_EQ(standings[0].games, (GameCounts{.losses = 1, .draws = 1, .wins = 2}));
  EXPECT_EQ(standings[1].games, (GameCounts{.losses = 2, .draws = 1, .wins = 1}));
  EXPECT_EQ(standings[0].points(), 2.5);
  EXPECT_EQ(standings[1].lost_by[static_cast<std::size_t>(duel::Cause::time)], 1);
  ASSERT_TRUE(standings[0].elo);
  EXPECT_NEAR(standings[0].elo->value, -standings[1].elo->value, 1e-9);
  EXPECT_LT(standings[0].elo->low, standings[0].elo->value);
  EXPECT_EQ(crosstable_of(tournament, 2)[1], standings[0].games);
}

TEST(Standings, WhoWonAllIsFirstAndHasNoElo) {
  Tournament tournament(round_robin(3, 1));
  while (const auto game = tournament.next()) {
    const auto& [first, second] = game->players;
    const bool strongest_plays = first == 2 || second == 2;
    play(tournament, strongest_plays ? (first == 2 ? 0 : 1) : game->id.leg);
  }
  const auto standings = standings_of(tournament, 3);
  EXPECT_EQ(standings[0].player, 2U);
  EXPECT_EQ(standings[0].elo, std::nullopt);
  EXPECT_EQ(standings[1].component, standings[2].component);
  EXPECT_TRUE(standings[1].elo);
}

TEST(Standings, BeforeTheFirstGameNobodyHasAnything) {
  for (const Standing& standing : standings_of(Tournament(round_robin(4, 1)), 4)) {
    EXPECT_EQ(standing.games.games(), 0);
    EXPECT_EQ(standing.elo, std::nullopt);
  }
}

}  // namespace
}  // namespace rensa::league
