#include "engine/research/spider/clearing.h"

#include <gtest/gtest.h>

#include "engine/research/spider/game.h"

namespace rensa::spider::test {
namespace {

int won_of(int deals, int suits, const ColumnChoice& choice, const ClearingRules& habits) {
  int won = 0;
  for (int seed = 1; seed <= deals; ++seed) {
    Game game(shuffled_table(static_cast<std::uint64_t>(seed), suits));
    clear_table(game, choice, habits);
    won += game.is_won() ? 1 : 0;
  }
  return won;
}

TEST(SpiderClearing, BasicAlgorithmWinsAsOftenAsPublished) {
  EXPECT_NEAR(won_of(1000, 1, choose_leftmost, kSimpleRules), 450, 40);
}

TEST(SpiderClearing, PreferringHiddenCardsWinsMoreOften) {
  const int basic = won_of(200, 1, choose_leftmost, kSimpleRules);
  const int high = won_of(200, 1, prefer_most_movable, kHighLevelRules);
  const int looking = won_of(200, 1, prefer_most_movable, kLookaheadRules);
  EXPECT_GT(high, basic + 20);
  EXPECT_GT(looking, high + 10);
}

TEST(SpiderClearing, EndsWithAnyNumberOfSuits) {
  for (const int suits : {1, 2, 4}) {
    for (const ColumnChoice& choice :
         {ColumnChoice(choose_leftmost), ColumnChoice(prefer_on_hidden), ColumnChoice(prefer_most_hidden)}) {
      won_of(20, suits, choice, kSimpleRules);
      won_of(20, suits, choice, kLookaheadRules);
    }
    won_of(20, suits, prefer_most_movable, kHighLevelRules);
  }
}

TEST(SpiderClearing, LookaheadLeavesTheTableUnchanged) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Game game(shuffled_table(seed, 1));
    const ColumnSet movable = movable_columns(game.view());
    if (movable == 0) continue;
    const int column = prefer_most_movable(game, movable);
    EXPECT_TRUE(movable >> column & 1);
    EXPECT_EQ(game.steps(), 0);
    EXPECT_EQ(game.view().count_hidden(), kHiddenAtStart);
  }
}

}  // namespace
}  // namespace rensa::spider::test
