#include "engine/research/spider/search.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/research/spider/game.h"
#include "tests/tools/setting_flag.h"

namespace rensa::spider::test {
namespace {

TEST(SpiderSearch, ClearsNearlyAllTablesOfOneSuit) {
  Search search({});
  limits::SearchBudget budget(limits::SearchLimits{});
  int won = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Game game(shuffled_table(seed, 1));
    search.clear_table(game, budget);
    won += game.is_won() ? 1 : 0;
  }
  EXPECT_GE(won, 38);
}

// Two tables that differ only in hidden cards are played alike, unless the search looks at hidden cards.
TEST(SpiderSearch, DoesNotDependOnTheStockBeforeTheFirstDeal) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Table table = shuffled_table(seed, 2);
    std::array<Card, kCards> cards{};
    std::size_t next = 0;
    for (int c = 0; c < kColumns; ++c) {
      for (const Card card : table.column(c)) cards[next++] = card;
    }
    for (const Card card : table.stock_cards()) cards[next++] = card;
    std::reverse(cards.end() - kStockAtStart, cards.end());
    Game one(table);
    Game other{Table(cards)};
    Search search({.tables = 500});
    limits::SearchBudget budget(limits::SearchLimits{});
    ASSERT_TRUE(search.play_to_deal(one, budget));
    ASSERT_TRUE(search.play_to_deal(other, budget));
    EXPECT_EQ(one.view(), other.view());
    EXPECT_EQ(one.steps(), other.steps());
  }
}

TEST(SpiderSearch, EndsWithVeryFewTables) {
  for (const int tables : {1, 2, 3, 10}) {
    Search search({.tables = tables, .last_tables = tables, .fill_tables = tables});
    limits::SearchBudget budget(limits::SearchLimits{});
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      Game game(shuffled_table(seed, 1));
      search.clear_table(game, budget);
      EXPECT_TRUE(game.view().is_consistent());
    }
  }
}

TEST(SpiderSearch, EndsAtMostSixtyFourNodesAfterItsFlagIsSet) {
  for (const std::int64_t after : {0, 1, 50, 300, 1234}) {
    const tests::SettingFlag flag(after);
    limits::SearchBudget budget({.stop = &flag});
    Search search({.tables = 500});
    Game game(shuffled_table(9, 2));
    search.clear_table(game, budget);
    EXPECT_TRUE(flag.was_seen());
    EXPECT_LE(budget.searched() - after, tests::kMostNodesBetweenLooks);
    EXPECT_TRUE(game.view().is_consistent());
  }
}

TEST(SpiderSearch, HasExactlyTheNodesOfItsLimit) {
  for (const std::int64_t nodes : {0, 1, 50, 300}) {
    limits::SearchBudget budget({.nodes = nodes});
    Search search({.tables = 500});
    Game game(shuffled_table(9, 2));
    search.clear_table(game, budget);
    EXPECT_EQ(budget.searched(), nodes);
  }
}

TEST(SpiderSearch, PlaysTheSameGameAgain) {
  Search search({.tables = 500});
  limits::SearchBudget budget(limits::SearchLimits{});
  Game one(shuffled_table(9, 2));
  search.clear_table(one, budget);
  Game other(shuffled_table(9, 2));
  search.clear_table(other, budget);
  EXPECT_EQ(one.view(), other.view());
  EXPECT_EQ(one.steps(), other.steps());
}

}  // namespace
}  // namespace rensa::spider::test
