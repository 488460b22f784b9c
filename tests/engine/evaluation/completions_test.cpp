#include "engine/evaluation/completions.h"

#include <gtest/gtest.h>

#include "engine/notation/text.h"
#include "engine/rules/link.h"
#include "tests/engine/evaluation/quiet_fields.h"
#include "tests/engine/search/naive_possible_chains.h"
#include "tests/tools/field_picture.h"

namespace rensa::evaluation {
namespace {

int missing(const Completions& completions, ColourIndex colour, int x) {
  for (int count = 1; count <= kMaxCompletionPuyos; ++count) {
    if (completions.vanishes(colour, x, count)) return count;
  }
  return 0;
}

int naive_missing(const rules::Field& field, ColourIndex colour, int x) {
  for (int count = 1; count <= kMaxCompletionPuyos; ++count) {
    if (search::naive::completes(rensa::naive::cells_of(field), {x, rules::kColours[colour], count})) return count;
  }
  return 0;
}

TEST(Completions, EqualTryingEachNumberOfPuyos) {
  rules::Rng rng(21, 1);
  for (int i = 0; i < 4000; ++i) {
    const rules::Field field = i % 2 == 0 ? random_heap(rng) : random_play(rng, i % 40);
    const Completions completions = find_completions(field.planes());
    for (ColourIndex colour = 0; colour < rules::kColours.size(); ++colour) {
      const Completions alone = find_completions(field.planes(), colour);
      for (int x = 1; x <= rules::kColumns; ++x) {
        ASSERT_EQ(missing(completions, colour, x), naive_missing(field, colour, x))
            << notation::picture_of(field) << "colour " << colour << " column " << x;
        ASSERT_EQ(missing(alone, colour, x), missing(completions, colour, x));
      }
    }
  }
}

// The example of the mayah AI talk: two yellow puyos on the second column, or one on the fourth or the sixth.
TEST(Completions, CountPuyosBesideAndBelow) {
  const rules::Field field = tests::field_from_picture(
      ".G....\n"
      "YR.YYB\n"
      "YG.YGB\n");
  const Completions completions = find_completions(field.planes());
  constexpr ColourIndex kYellow = 2;
  EXPECT_EQ(missing(completions, kYellow, 3), 1);  // between two groups
  EXPECT_EQ(missing(completions, kYellow, 4), 1);
  EXPECT_EQ(missing(completions, kYellow, 5), 1);
  EXPECT_EQ(missing(completions, kYellow, 6), 0);  // one lands above row 2
  EXPECT_EQ(missing(completions, kYellow, 1), 2);
}

TEST(Completions, NothingVanishesAboveTheTwelfthRow) {
  rules::Field field;
  for (int y = 1; y <= 9; ++y) field.put(1, y, rules::Cell::garbage);
  for (int y = 10; y <= 12; ++y) field.put(1, y, rules::Cell::red);
  EXPECT_EQ(missing(find_completions(field.planes()), 0, 1), 0);
}

// Tries every column, colour and number of puyos, link by link.
OneColourChain naive_one_colour_chain(const rules::Field& field, int colours) {
  OneColourChain best;
  for (int x = 1; x <= rules::kColumns; ++x) {
    const int height = field.heights()[static_cast<std::size_t>(x)];
    for (int colour = 0; colour < colours; ++colour) {
      for (int puyos = 1; puyos <= 3 && height < 11 && height + puyos <= 12; ++puyos) {
        rules::Field placed = field;
        for (int i = 1; i <= puyos; ++i) placed.put(x, height + i, rules::kColours[static_cast<std::size_t>(colour)]);
        int links = 0;
        for (; rules::erase_groups(placed).erased > 0; ++links) rules::settle(placed);
        if (links == 0) continue;
        const OneColourChain chain{.links = links, .puyos = puyos};
        if (chain.value() > best.value()) best = chain;
        break;
      }
    }
  }
  return best;
}

TEST(OneColourChain, EqualsTryingEveryColumnAndColour) {
  rules::Rng rng(5);
  int with_links = 0;
  for (int round = 0; round < 400; ++round) {
    const int colours = 3 + round % 3;
    const rules::Field field = random_position(rng, 4 + round % 32, static_cast<std::uint32_t>(colours));
    EXPECT_EQ(longest_one_colour_chain(field, colours), naive_one_colour_chain(field, colours));
    with_links += longest_one_colour_chain(field, colours).links > 1 ? 1 : 0;
  }
  EXPECT_GT(with_links, 100);
}

TEST(OneColourChain, IsEmptyWithoutEqualNeighbours) {
  EXPECT_EQ(longest_one_colour_chain(rules::Field(), 4), OneColourChain{});
  EXPECT_EQ(longest_one_colour_chain(tests::field_from_picture("OO..OO"), 4), OneColourChain{});
  EXPECT_EQ(longest_one_colour_chain(tests::field_from_picture("RBYGRB"), 4), (OneColourChain{.links = 1, .puyos = 3}));
}

}  // namespace
}  // namespace rensa::evaluation
