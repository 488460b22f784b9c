#include "server/daily/standings.h"

#include <gtest/gtest.h>

namespace rensa::daily {
namespace {

Try result(const std::string& name, bool has_won, std::int64_t score) {
  return {.person = name, .name = name, .has_won = has_won, .score = score};
}

TEST(Standings, WinIsBetterThanAllLossesAndThenTheScoreCounts) {
  const auto table = standings_of({result("lost", false, 90'000), result("low", true, 10), result("high", true, 20)});
  ASSERT_EQ(table.size(), 3U);
  EXPECT_EQ(table[0].result.name, "high");
  EXPECT_EQ(table[1].result.name, "low");
  EXPECT_EQ(table[2].result.name, "lost");
  EXPECT_EQ(table[0].match_points, 4);
  EXPECT_EQ(table[1].match_points, 2);
  EXPECT_EQ(table[2].match_points, 0);
  EXPECT_DOUBLE_EQ(table[1].share, 0.5);
}

TEST(Standings, EqualResultsSharePlaceAndPoints) {
  const auto table =
      standings_of({result("a", true, 5), result("b", true, 5), result("c", false, 5), result("d", true, 7)});
  EXPECT_EQ(table[1].place, 2);
  EXPECT_EQ(table[2].place, 2);
  EXPECT_EQ(table[3].place, 4);
  EXPECT_EQ(table[1].match_points, 3);
  EXPECT_EQ(table[2].match_points, 3);
  int points = 0;
  for (const Standing& standing : table) points += standing.match_points;
  EXPECT_EQ(points, 4 * 3);
}

TEST(Standings, OnePersonHasAllAndNobodyHasNone) {
  EXPECT_DOUBLE_EQ(standings_of({result("a", false, 0)})[0].share, 1);
  EXPECT_TRUE(standings_of({}).empty());
}

TEST(Standings, FirstGameOfAPersonCountsUnlessItWasVoid) {
  const auto game = [](std::uint64_t record, const std::string& person, const std::string& cause, std::int64_t score) {
    storage::GameRow row;
    row.record = record;
    row.players = {person, "gaze"};
    row.tournament_game = person;
    row.cause = cause;
    row.scores = {score, 1};
    row.winner = 1;
    return row;
  };
  const std::vector<storage::GameRow> games{game(9, "ann", "choked", 900), game(4, "ann", "choked", 400),
                                            game(2, "ann", "voided", 200), game(5, "bob", "voided", 500)};
  const auto tries = tries_of(games);
  ASSERT_EQ(tries.size(), 1U);
  EXPECT_EQ(tries[0].record, 4U);
  EXPECT_EQ(tries[0].score, 400);
  EXPECT_TRUE(tries[0].has_won);
}

}  // namespace
}  // namespace rensa::daily
