#include "server/storage/games.h"

#include <gtest/gtest.h>

#include "tests/server/storage/sample_rows.h"

namespace rensa::storage {
namespace {

using test::game_row;
using test::match_row;

TEST(WhyNotStorable, AValidGameIsStorable) {
  for (int game = 1; game <= 3; ++game) EXPECT_EQ(why_not_storable(match_row(1), game_row(1, game)), std::nullopt);
}

TEST(WhyNotStorable, MatchMustHaveANumberThatADatabaseCanHold) {
  EXPECT_TRUE(why_not_storable(match_row(0), game_row(0, 1)));
  const std::uint64_t number = std::uint64_t{1} << 63;
  EXPECT_TRUE(why_not_storable(match_row(number), game_row(number, 1)));
  EXPECT_FALSE(why_not_storable(match_row(number - 1), game_row(number - 1, 1)));
}

TEST(WhyNotStorable, GameMustBelongToItsMatch) {
  EXPECT_EQ(why_not_storable(match_row(1), game_row(2, 1)),
            "Game 1 of match 2 cannot be stored: it names another match than the row of its match.");
}

TEST(WhyNotStorable, GamesAreNumberedFromOne) {
  EXPECT_TRUE(why_not_storable(match_row(1), game_row(1, 0)));
  EXPECT_TRUE(why_not_storable(match_row(1), game_row(1, -1)));
}

TEST(WhyNotStorable, WinnerIsASeat) {
  GameRow game = game_row(1, 1);
  for (const int winner : {0, 3, -1}) {
    game.winner = winner;
    EXPECT_TRUE(why_not_storable(match_row(1), game)) << winner;
  }
}

TEST(WhyNotStorable, FramesAreNotNegative) {
  GameRow game = game_row(1, 1);
  game.frames = -1;
  EXPECT_TRUE(why_not_storable(match_row(1), game));
}

TEST(GamesQuery, MatchesGamesByEachFilter) {
  GameRow game = game_row(1, 1);
  game.record = 10;
  game.players = {"ann", "bob"};
  game.ended = "2026-01-02T03:04:05Z";
  EXPECT_TRUE(matches({}, game));
  EXPECT_TRUE(matches({.before = 11}, game));
  EXPECT_FALSE(matches({.before = 10}, game));
  EXPECT_TRUE(matches({.player = "ann"}, game));
  EXPECT_TRUE(matches({.player = "bob"}, game));
  EXPECT_FALSE(matches({.player = "an"}, game));
  EXPECT_TRUE(matches({.ruleset = "tsu-1"}, game));
  EXPECT_FALSE(matches({.ruleset = "tsu-2"}, game));
  EXPECT_FALSE(matches({.tournament = "cup"}, game));
  game.tournament = "cup";
  EXPECT_TRUE(matches({.tournament = "cup"}, game));
  EXPECT_TRUE(matches({.from = "2026-01-02T03:04:05Z"}, game));
  EXPECT_FALSE(matches({.from = "2026-01-02T03:04:06Z"}, game));
  EXPECT_FALSE(matches({.to = "2026-01-02T03:04:05Z"}, game));
  EXPECT_TRUE(matches({.to = "2026-01-03"}, game));
  EXPECT_FALSE(matches({.player = "ann", .ruleset = "tsu-2"}, game));
}

}  // namespace
}  // namespace rensa::storage
