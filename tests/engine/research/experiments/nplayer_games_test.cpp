#include "engine/research/experiments/nplayer_games.h"

#include <gtest/gtest.h>

namespace rensa::experiments::test {
namespace {

using enum Searcher;

TEST(ContestTable, LetsEachPlayerSitInEachSeatAsOften) {
  ContestTable table;
  const Contest two_naive{.players = {max_n, naive, naive}, .depth = 2};
  EXPECT_EQ(orders_of(two_naive).size(), 3U);
  const Contest one_naive{.players = {max_n, paranoid, naive}, .depth = 2};
  EXPECT_EQ(orders_of(one_naive).size(), 6U);
  for (const Contest& contest : {two_naive, one_naive}) {
    const ContestGame game = table.play_random(contest, {.most = 3}, 5);
    const auto orders = static_cast<std::int64_t>(orders_of(contest).size());
    for (const Effort& effort : game.efforts) EXPECT_EQ(effort.moves, 20 * orders);
    EXPECT_EQ(game.plies, 60 * orders);
  }
}

TEST(ContestTable, SharesTheWinAmongEquals) {
  ContestTable table;
  const Contest alike{.players = {naive, naive, naive}, .depth = 2};
  EXPECT_EQ(table.play_random(alike, {.most = 5}, 1).points, (std::array<int, 3>{2, 2, 2}))
      << "the same moves from each seat";
}

TEST(ContestTable, KnowsNothingOfTheGamesBefore) {
  const Contest contest{.players = {turn_considered, best_first, naive}, .depth = 3};
  ContestTable fresh;
  ContestTable used;
  used.play_random(contest, {.most = 5}, 1);
  used.play_diamond(contest, 1);
  EXPECT_EQ(fresh.play_random(contest, {.most = 5}, 2).points, used.play_random(contest, {.most = 5}, 2).points);
  const auto games = fresh.play_diamond(contest, 3);
  const auto again = used.play_diamond(contest, 3);
  ASSERT_EQ(games.size(), 6U);
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_EQ(games[i].points, again[i].points);
    EXPECT_EQ(games[i].plies, again[i].plies);
  }
}

TEST(ContestTable, SpendsNoMoreThanMaxN) {
  ContestTable table;
  const Contest contest{.players = {best_first, turn_considered, naive}, .depth = 3};
  const ContestGame game = table.play_random(contest, {.most = 3, .is_fixed = true}, 4);
  for (const std::size_t player : {0U, 1U}) EXPECT_LE(game.efforts[player].expanded, 13 * game.efforts[player].moves);
}

}  // namespace
}  // namespace rensa::experiments::test
