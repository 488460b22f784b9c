#include "engine/search/needed_draws.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>

#include "engine/rules/rng.h"

namespace rensa::search {
namespace {

// Counts the sequences of draws that contain the needed puyos, one by one.
std::int64_t sequences_that_hold(const ColourCounts& needed, int colours, int draws) {
  if (draws == 0) return std::ranges::all_of(needed, [](int count) { return count == 0; }) ? 1 : 0;
  std::int64_t sum = 0;
  for (int colour = 0; colour < colours; ++colour) {
    ColourCounts left = needed;
    std::uint8_t& count = left[static_cast<std::size_t>(colour)];
    if (count > 0) --count;
    sum += sequences_that_hold(left, colours, draws - 1);
  }
  return sum;
}

int naive_draws(const ColourCounts& needed, int colours, int percent, int most) {
  std::int64_t all = 1;
  for (int draws = 0; draws <= most; ++draws, all *= colours) {
    if (sequences_that_hold(needed, colours, draws) * 100 >= all * percent) return draws;
  }
  return most + 1;
}

ColourCounts random_counts(rules::Rng& rng, int colours, std::uint32_t most) {
  ColourCounts counts{};
  for (int i = 0; i < colours; ++i)
    counts[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(rng.below(most + 1));
  return counts;
}

TEST(NeededDraws, OneRedTakesThreeDrawsForHalfAndSixForFourFifths) {
  EXPECT_EQ(NeededDraws(4, 50).draws_for({1}), 3);
  EXPECT_EQ(NeededDraws(4, 80).draws_for({1}), 6);
}

TEST(NeededDraws, AHandIsTwoDraws) {
  EXPECT_EQ(NeededDraws(4, 50).hands_for({1}), 2);
  EXPECT_EQ(NeededDraws(4, 80).hands_for({1}), 3);
}

TEST(NeededDraws, NoPuyosNeedNoDraws) {
  const NeededDraws table(4, 80);
  EXPECT_EQ(table.draws_for({}), 0);
  EXPECT_EQ(table.hands_for({}), 0);
}

TEST(NeededDraws, EqualsCountingAllSequences) {
  for (const int percent : {20, 50, 80}) {
    for (int colours = 3; colours <= 5; ++colours) {
      const NeededDraws table(colours, percent);
      const int most = colours == 3 ? 9 : colours == 4 ? 8 : 7;
      rules::Rng rng(static_cast<std::uint64_t>(percent * colours));
      for (int i = 0; i < 25; ++i) {
        const ColourCounts needed = random_counts(rng, colours, 2);
        EXPECT_EQ(std::min(table.draws_for(needed), most + 1), naive_draws(needed, colours, percent, most))
            << "colours " << colours << ", percent " << percent << ", case " << i;
      }
    }
  }
}

// One puyo of each of five colours comes in 5! of 5^5 sequences: exactly 3.84 per cent.
TEST(NeededDraws, TheExactProbabilityIsEnough) {
  EXPECT_EQ(NeededDraws(5, 3).draws_for({1, 1, 1, 1, 1}), 5);
  EXPECT_EQ(NeededDraws(5, 4).draws_for({1, 1, 1, 1, 1}), 6);
  EXPECT_EQ(NeededDraws(5, 20).draws_for({1}), 1);
  EXPECT_EQ(NeededDraws(5, 21).draws_for({1}), 2);
  EXPECT_EQ(NeededDraws(4, 25).draws_for({1}), 1);
}

TEST(NeededDraws, TheOrderOfTheColoursDoesNotMatter) {
  const NeededDraws table(4, 50);
  EXPECT_EQ(table.draws_for({2, 1, 0, 3}), table.draws_for({3, 2, 1, 0}));
  EXPECT_EQ(table.draws_for({0, 0, 0, 1}), table.draws_for({1, 0, 0, 0}));
}

TEST(NeededDraws, MoreOfAColourNeverTakesFewerDraws) {
  rules::Rng rng(3);
  for (int colours = 3; colours <= 5; ++colours) {
    const NeededDraws table(colours, 50);
    for (int i = 0; i < 300; ++i) {
      const ColourCounts needed = random_counts(rng, colours, kMaxNeededPuyos - 1);
      ColourCounts more = needed;
      ++more[rng.below(static_cast<std::uint32_t>(colours))];
      EXPECT_LE(table.draws_for(needed), table.draws_for(more));
    }
  }
}

TEST(NeededDraws, MoreCertaintyNeverTakesFewerDraws) {
  rules::Rng rng(4);
  for (int percent = 10; percent < 90; percent += 10) {
    const NeededDraws bold(4, percent);
    const NeededDraws careful(4, percent + 10);
    for (int i = 0; i < 100; ++i) {
      const ColourCounts needed = random_counts(rng, 4, kMaxNeededPuyos);
      EXPECT_LE(bold.draws_for(needed), careful.draws_for(needed));
    }
  }
}

TEST(NeededDraws, MoreColoursNeverTakeFewerDraws) {
  const NeededDraws three(3, 50);
  const NeededDraws four(4, 50);
  const NeededDraws five(5, 50);
  rules::Rng rng(5);
  for (int i = 0; i < 200; ++i) {
    const ColourCounts needed = random_counts(rng, 3, kMaxNeededPuyos);
    EXPECT_LE(three.draws_for(needed), four.draws_for(needed));
    EXPECT_LE(four.draws_for(needed), five.draws_for(needed));
  }
}

TEST(NeededDraws, TheGreatestNeedIsInTheTable) {
  EXPECT_LT(NeededDraws(4, 50).draws_for({8, 8, 8, 8}), kTooManyDraws);
  EXPECT_LT(NeededDraws(4, 80).draws_for({8, 8, 8}), kTooManyDraws);
}

TEST(NeededDraws, TooManyPuyosTakeTooManyDraws) {
  EXPECT_EQ(NeededDraws(4, 50).draws_for({9}), kTooManyDraws);
  EXPECT_EQ(NeededDraws(5, 99).draws_for({8, 8, 8, 8, 8}), kTooManyDraws);
}

}  // namespace
}  // namespace rensa::search
