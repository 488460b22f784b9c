#include "engine/search/completions.h"

#include <gtest/gtest.h>

#include "engine/rules/picture.h"
#include "tests/engine/search/naive_possible_chains.h"
#include "tests/engine/search/quiet_fields.h"

namespace rensa::search {
namespace {

int missing(const Completions& completions, ColourIndex colour, int x) {
  for (int count = 1; count <= kMostMissing; ++count) {
    if (completions.vanishes(colour, x, count)) return count;
  }
  return 0;
}

int naive_missing(const rules::Field& field, ColourIndex colour, int x) {
  for (int count = 1; count <= kMostMissing; ++count) {
    if (naive::completes(rensa::naive::cells_of(field), {x, rules::kColours[colour], count})) return count;
  }
  return 0;
}

TEST(Completions, AreThoseThatTryingEachNumberFinds) {
  rules::Rng rng(21, 1);
  for (int i = 0; i < 4000; ++i) {
    const rules::Field field = i % 2 == 0 ? random_heap(rng) : random_play(rng, i % 40);
    const Completions completions = completions_of(field.planes());
    for (ColourIndex colour = 0; colour < rules::kColours.size(); ++colour) {
      const Completions alone = completions_of(field.planes(), colour);
      for (int x = 1; x <= rules::kColumns; ++x) {
        ASSERT_EQ(missing(completions, colour, x), naive_missing(field, colour, x))
            << rules::picture_of(field) << "colour " << colour << " column " << x;
        ASSERT_EQ(missing(alone, colour, x), missing(completions, colour, x));
      }
    }
  }
}

// The talk's example: two yellow ones on the second column, or one on the fourth or the sixth.
TEST(Completions, OfAGroupOfThreeAndOfOneBelow) {
  const rules::Field field = rules::field_of_picture(
      ".G....\n"
      "YR.YYB\n"
      "YG.YGB\n");
  const Completions completions = completions_of(field.planes());
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
  EXPECT_EQ(missing(completions_of(field.planes()), 0, 1), 0);
}

}  // namespace
}  // namespace rensa::search
