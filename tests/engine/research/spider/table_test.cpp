#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

#include "engine/research/spider/game.h"
#include "engine/rules/rng.h"
#include "tests/engine/research/spider/plain_table.h"

namespace rensa::spider::test {
namespace {

std::map<Card, int> counts_of(const Table& table) {
  std::map<Card, int> counts;
  for (int c = 0; c < kColumns; ++c) {
    for (const Card card : table.column(c)) ++counts[card];
  }
  for (const Card card : table.stock_cards()) ++counts[card];
  return counts;
}

// Compares all moves in random games. The fast table lists only the moves to the first empty column.
void play_beside_the_slow_twin(std::uint64_t seed, int suits) {
  Table table = shuffled_table(seed, suits);
  PlainTable plain(table);
  rules::Rng rng(seed, 1);
  for (int step = 0; step < 400 && !table.is_won(); ++step) {
    ASSERT_TRUE(table.is_consistent());
    ASSERT_TRUE(plain.is_same_as(table)) << "seed " << seed << " step " << step;
    const MoveList moves(table);
    std::size_t to_first_empty = 0;
    for (const Move move : plain.moves()) {
      ASSERT_TRUE(table.may_move(move));
      bool first = true;
      for (int c = 0; c < move.to; ++c) first = first && !(table.is_empty(move.to) && table.is_empty(c));
      if (first) ++to_first_empty;
      EXPECT_EQ(first, std::count(moves.all().begin(), moves.all().end(), move) == 1);
    }
    EXPECT_EQ(moves.all().size(), to_first_empty);
    if (table.may_deal() && (moves.all().empty() || rng.below(12) == 0)) {
      table.deal();
      plain.deal();
    } else if (!moves.all().empty()) {
      const Move move = moves.all()[rng.below(static_cast<std::uint32_t>(moves.all().size()))];
      const Table before = table;
      const bool completes_run = table.completes_run(move);
      const MoveEffect moved = table.move(move);
      EXPECT_EQ(moved.removed, completes_run);
      plain.move(move);
      if (!moved.removed) {
        Table back = table;
        back.undo(move, moved);
        EXPECT_EQ(back, before);
      }
    } else {
      return;
    }
  }
}

TEST(SpiderTable, MatchesThePlainTableInRandomGames) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    for (const int suits : {1, 2, 4}) play_beside_the_slow_twin(seed, suits);
  }
}

TEST(SpiderTable, StartsWithFiftyFourCardsOfTwoPacks) {
  for (const int suits : {1, 2, 4}) {
    const Table table = shuffled_table(7, suits);
    EXPECT_EQ(table.count_hidden(), kHiddenAtStart);
    EXPECT_EQ(table.stock_size(), kStockAtStart);
    EXPECT_EQ(table.size(3), 6);
    EXPECT_EQ(table.size(4), 5);
    const auto counts = counts_of(table);
    EXPECT_EQ(counts.size(), static_cast<std::size_t>(kRanks * suits));
    for (const auto& [card, count] : counts) EXPECT_EQ(count, kRuns / suits);
  }
  EXPECT_EQ(shuffled_table(7, 2), shuffled_table(7, 2));
  EXPECT_NE(shuffled_table(7, 2), shuffled_table(8, 2));
}

TEST(SpiderTable, ShufflesAllPlacesEqually) {
  int kings = 0;  // on top of the first column
  constexpr int kDeals = 13'000;
  for (std::uint64_t seed = 1; seed <= kDeals; ++seed)
    kings += rank_of(shuffled_table(seed, 1).top(0)) == kRanks ? 1 : 0;
  EXPECT_NEAR(kings, kDeals / kRanks, 4 * 31) << "a thirteenth, within four deviations";
}

TEST(SpiderTable, DealsOnlyWithoutAnEmptyColumn) {
  Table table = shuffled_table(1, 1);
  EXPECT_TRUE(table.may_deal());
  for (int deal = 0; deal < 5; ++deal) table.deal();
  EXPECT_FALSE(table.may_deal()) << "there is nothing left";
}

}  // namespace
}  // namespace rensa::spider::test
