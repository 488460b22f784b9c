#include "server/tournament/statistics/standings.h"

#include <gtest/gtest.h>

namespace rensa::tournament {
namespace {

PairingResult won(std::size_t winner, std::size_t loser, std::int64_t wins, std::int64_t losses) {
  PairingResult result{.first = winner, .second = loser, .games = {.losses = losses, .wins = wins}, .pairs = {}};
  if (winner < loser) return result;
  return {.first = loser, .second = winner, .games = reversed(result.games), .pairs = {}};
}

GameResults results_with(std::vector<PairingResult> pairings) {
  GameResults results;
  results.pairings = std::move(pairings);
  return results;
}

TEST(Standings, APlayerWithoutGamesComesLast) {
  GameResults results = results_with({won(1, 2, 3, 1), won(2, 3, 3, 1), won(1, 3, 3, 1)});
  results.lost_by.resize(5);
  std::vector<std::size_t> order;
  for (const PlayerStanding& standing : compute_standings(results, 5)) order.push_back(standing.player);
  EXPECT_EQ(order, (std::vector<std::size_t>{1, 2, 3, 0, 4}));
  // Also behind players that have lost all games.
  GameResults lost = results_with({won(2, 1, 4, 0)});
  lost.lost_by.resize(3);
  order.clear();
  for (const PlayerStanding& standing : compute_standings(lost, 3)) order.push_back(standing.player);
  EXPECT_EQ(order, (std::vector<std::size_t>{2, 1, 0}));
}

TEST(Cycles, FindsStonePaperScissors) {
  const auto cycles = find_cycles(results_with({won(0, 1, 90, 10), won(2, 0, 80, 20), won(1, 2, 85, 15)}), 3);
  EXPECT_EQ(cycles, (std::vector<Cycle>{{.players = {0, 1, 2}, .is_certain = true}}));
}

TEST(Cycles, AFewGamesAreNotCertain) {
  const auto cycles = find_cycles(results_with({won(0, 1, 90, 10), won(2, 0, 80, 20), won(1, 2, 2, 1)}), 3);
  EXPECT_EQ(cycles, (std::vector<Cycle>{{.players = {0, 1, 2}, .is_certain = false}}));
}

TEST(Cycles, AnOrderHasNoCycle) {
  EXPECT_TRUE(find_cycles(results_with({won(0, 1, 9, 1), won(0, 2, 9, 1), won(1, 2, 9, 1)}), 3).empty());
  EXPECT_TRUE(find_cycles(results_with({won(0, 1, 5, 5), won(1, 2, 9, 1), won(2, 0, 9, 1)}), 3).empty());
}

TEST(Cycles, FindsTheShortestThroughEachPlayer) {
  // 0 > 1 > 2 > 3 > 0, and 1 > 3 as well.
  const auto cycles = find_cycles(
      results_with({won(0, 1, 3, 1), won(1, 2, 3, 1), won(2, 3, 3, 1), won(3, 0, 3, 1), won(1, 3, 3, 1)}), 5);
  EXPECT_EQ(cycles, (std::vector<Cycle>{{.players = {0, 1, 3}}, {.players = {0, 1, 2, 3}}}));
}

}  // namespace

}  // namespace rensa::tournament
