#include "engine/research/experiments/nplayer_games.h"

#include <gtest/gtest.h>

namespace rensa::experiments::test {
namespace {

using enum Searcher;

TEST(LineupRunner, GivesEachPlayerEachSeatEquallyOften) {
  LineupRunner table;
  const SearcherLineup two_naive{.players = {max_n, naive, naive}, .depth = 2};
  EXPECT_EQ(seat_orders_of(two_naive).size(), 3U);
  const SearcherLineup one_naive{.players = {max_n, paranoid, naive}, .depth = 2};
  EXPECT_EQ(seat_orders_of(one_naive).size(), 6U);
  for (const SearcherLineup& contest : {two_naive, one_naive}) {
    const LineupResult game = table.play_random(contest, {.max_moves = 3}, 5);
    const auto orders = static_cast<std::int64_t>(seat_orders_of(contest).size());
    for (const SearchEffort& effort : game.efforts) EXPECT_EQ(effort.moves, 20 * orders);
    EXPECT_EQ(game.plies, 60 * orders);
  }
}

TEST(LineupRunner, SharesTheWinAmongEqualPlayers) {
  LineupRunner table;
  const SearcherLineup alike{.players = {naive, naive, naive}, .depth = 2};
  EXPECT_EQ(table.play_random(alike, {.max_moves = 5}, 1).points, (std::array<int, 3>{2, 2, 2}))
      << "the same moves from each seat";
}

TEST(LineupRunner, DoesNotDependOnEarlierGames) {
  const SearcherLineup contest{.players = {turn_considered, best_first, naive}, .depth = 3};
  LineupRunner fresh;
  LineupRunner used;
  used.play_random(contest, {.max_moves = 5}, 1);
  used.play_diamond(contest, 1);
  EXPECT_EQ(fresh.play_random(contest, {.max_moves = 5}, 2).points,
            used.play_random(contest, {.max_moves = 5}, 2).points);
  const auto games = fresh.play_diamond(contest, 3);
  const auto again = used.play_diamond(contest, 3);
  ASSERT_EQ(games.size(), 6U);
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_EQ(games[i].points, again[i].points);
    EXPECT_EQ(games[i].plies, again[i].plies);
  }
}

TEST(LineupRunner, BestFirstExpandsNoMoreThanMaxN) {
  LineupRunner table;
  const SearcherLineup contest{.players = {best_first, turn_considered, naive}, .depth = 3};
  const LineupResult game = table.play_random(contest, {.max_moves = 3, .is_fixed = true}, 4);
  for (const std::size_t player : {0U, 1U}) EXPECT_LE(game.efforts[player].expanded, 13 * game.efforts[player].moves);
}

}  // namespace
}  // namespace rensa::experiments::test
