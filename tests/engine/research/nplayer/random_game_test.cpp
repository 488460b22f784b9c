#include "engine/research/nplayer/random_game.h"

#include <array>
#include <gtest/gtest.h>

#include "engine/research/nplayer/game.h"

namespace rensa::nplayer::test {
namespace {

static_assert(Game<RandomGame>);

TEST(RandomGame, SeedGivesOneTree) {
  const RandomGame game({.max_moves = 5});
  EXPECT_EQ(RandomGame::start(3), RandomGame::start(3));
  EXPECT_NE(RandomGame::start(3), RandomGame::start(4));
  const auto first = game.after(RandomGame::start(3), 0);
  EXPECT_EQ(first, game.after(RandomGame::start(3), 0));
  EXPECT_NE(first.path, game.after(RandomGame::start(3), 1).path);
}

TEST(RandomGame, GivesLargeNumbersToTheMoverAndSmallOnesToTheOthers) {
  const RandomGame game({.max_moves = 5, .is_fixed = true});
  std::array<std::int32_t, 3> least{};
  std::array<std::int32_t, 3> most{};
  double sum = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    for (RandomGame::Move move = 0; move < 5; ++move) {
      const auto sums = game.after(RandomGame::start(seed), move).sums;
      sum += sums[0];
      for (std::size_t i = 0; i < 3; ++i) {
        least[i] = std::min(least[i], sums[i]);
        most[i] = std::max(most[i], sums[i]);
      }
    }
  }
  EXPECT_NEAR(least[0], -16384, 20);
  EXPECT_NEAR(most[0], 16383, 20);
  for (const std::size_t other : {1U, 2U}) {
    EXPECT_EQ(least[other], -1024);
    EXPECT_EQ(most[other], 1023);
  }
  EXPECT_NEAR(sum / 20'000, 0, 250) << "alike over the range";
}

TEST(RandomGame, HasEachNumberOfMovesEquallyOften) {
  const RandomGame game({.max_moves = 5});
  std::array<int, 6> counts{};
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    ++counts[static_cast<std::size_t>(game.count_moves(game.after(RandomGame::start(seed), 0)))];
  }
  EXPECT_EQ(counts[0], 0);
  for (std::size_t moves = 1; moves <= 5; ++moves) EXPECT_NEAR(counts[moves], 1000, 120);
}

TEST(RandomGame, ValueIsTheLeadOverTheBestOtherPlayer) {
  const RandomGame game({.max_moves = 2});
  RandomGame::Position position;
  position.sums = {-2, -4, 4};
  EXPECT_EQ(game.values(position), (Values<3>{-6, -8, 6})) << "document 001, figure 1";
}

TEST(RandomGame, EndsAfterTwentyMovesEach) {
  const RandomGame game({.max_moves = 3});
  auto position = RandomGame::start(9);
  std::array<int, 3> moved{};
  while (!game.is_over(position)) {
    ++moved[game.player(position)];
    position = game.after(position, 0);
  }
  EXPECT_EQ(moved, (std::array<int, 3>{20, 20, 20}));
}

}  // namespace
}  // namespace rensa::nplayer::test
