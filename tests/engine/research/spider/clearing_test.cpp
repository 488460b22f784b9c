#include "engine/research/spider/clearing.h"

#include <gtest/gtest.h>

#include "engine/research/spider/table.h"

namespace rensa::spider::test {
namespace {

int won_of(int deals, int suits, const ColumnChoice& choice, const Habits& habits) {
  int won = 0;
  for (int seed = 1; seed <= deals; ++seed) {
    Game game(shuffled(static_cast<std::uint64_t>(seed), suits));
    clear(game, choice, habits);
    won += game.is_won() ? 1 : 0;
  }
  return won;
}

TEST(SpiderClearing, TheBasicAlgorithmWinsAsOftenAsWasPublished) {
  EXPECT_NEAR(won_of(1000, 1, leftmost, kSimpleHabits), 450, 40);
}

TEST(SpiderClearing, LookingUnderTheCardsWinsMoreOften) {
  const int basic = won_of(200, 1, leftmost, kSimpleHabits);
  const int high = won_of(200, 1, leftmost_most_movable, kHighLevelHabits);
  const int looking = won_of(200, 1, leftmost_most_movable, kLookingHabits);
  EXPECT_GT(high, basic + 20);
  EXPECT_GT(looking, high + 10);
}

TEST(SpiderClearing, ComesToAnEndWithAnyNumberOfSuits) {
  for (const int suits : {1, 2, 4}) {
    for (const ColumnChoice& choice :
         {ColumnChoice(leftmost), ColumnChoice(leftmost_on_hidden), ColumnChoice(leftmost_most_hidden)}) {
      won_of(20, suits, choice, kSimpleHabits);
      won_of(20, suits, choice, kLookingHabits);
    }
    won_of(20, suits, leftmost_most_movable, kHighLevelHabits);
  }
}

TEST(SpiderClearing, LeavesTheTableAsItWasAfterALook) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Game game(shuffled(seed, 1));
    const Columns movable = movable_columns(game.view());
    if (movable == 0) continue;
    const int column = leftmost_most_movable(game, movable);
    EXPECT_TRUE(movable >> column & 1);
    EXPECT_EQ(game.steps(), 0);
    EXPECT_EQ(game.view().all_hidden(), kHiddenAtStart);
  }
}

}  // namespace
}  // namespace rensa::spider::test
