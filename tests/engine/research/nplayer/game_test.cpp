#include "engine/research/nplayer/game.h"

#include <gtest/gtest.h>

#include "tests/engine/research/nplayer/naive_search.h"

namespace rensa::nplayer::test {
namespace {

TEST(NPlayerValues, OwnValueComesFirst) { EXPECT_TRUE(compare_for<3>(1, {9, 2, 9}, {0, 1, 0}) > 0); }

TEST(NPlayerValues, LowerGreatestValueOfTheOthersComesSecond) {
  EXPECT_TRUE(compare_for<3>(0, {3, 4, 4}, {3, 5, 0}) > 0);
}

TEST(NPlayerValues, LowerRemainingValuesComeThird) { EXPECT_TRUE(compare_for<3>(0, {3, 1, 5}, {3, 5, 2}) > 0); }

TEST(NPlayerValues, LowerValueOfTheNextPlayerComesFourth) {
  EXPECT_TRUE(compare_for<3>(0, {3, 0, 6}, {3, 6, 0}) > 0);
  EXPECT_TRUE(compare_for<3>(2, {0, 6, 3}, {6, 0, 3}) > 0) << "after the last player comes the first";
}

TEST(NPlayerValues, AreOrderedLikeTheNaiveComparison) {
  std::vector<Values<3>> all;
  for (int i = 0; i < 64; ++i) all.push_back({i % 4, i / 4 % 4, i / 16});
  for (const auto& a : all) {
    for (const auto& b : all) {
      for (std::size_t player = 0; player < 3; ++player) {
        EXPECT_EQ(compare_for(player, a, b) > 0, likes_better(player, a, b));
        EXPECT_EQ(compare_for(player, a, b) == 0, a == b);
      }
    }
  }
}

TEST(NPlayerValues, WorkForTwoAndFourPlayers) {
  EXPECT_TRUE(compare_for<2>(0, {1, 0}, {1, 5}) > 0);
  EXPECT_TRUE(compare_for<4>(1, {7, 1, 2, 3}, {3, 1, 7, 2}) > 0) << "the next player has 2, not 7";
}

}  // namespace
}  // namespace rensa::nplayer::test
