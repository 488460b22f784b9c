#include "engine/rules/chain.h"

#include <bit>
#include <gtest/gtest.h>

#include "engine/notation/text.h"
#include "engine/rules/drop.h"
#include "engine/rules/rng.h"
#include "tests/tools/field_picture.h"
#include "tests/tools/naive_chain.h"

namespace rensa::rules {
namespace {

using notation::picture_of;
using tests::field_from_picture;

// A random field at rest. Few colours make long chains and large groups.
Field random_field(Rng& rng, std::uint32_t colours, std::uint32_t one_garbage_in, int lowest) {
  Field field;
  for (int x = 1; x <= kColumns; ++x) {
    const int height = lowest + static_cast<int>(rng.below(static_cast<std::uint32_t>(kHiddenRow + 1 - lowest)));
    for (int y = 1; y <= height; ++y) {
      const bool garbage = one_garbage_in != 0 && rng.below(one_garbage_in) == 0;
      field.put(x, y, garbage ? Cell::garbage : kColours[rng.below(colours)]);
    }
  }
  if (rng.below(4) == 0) field.put(1 + static_cast<int>(rng.below(6)), kTrapRow, Cell::red);
  return field;
}

void expect_same_as_naive(const Field& field, const ChainKernel& path) {
  naive::Cells cells = naive::cells_of(field);
  const ChainResult expected = naive::simulate(cells);
  Field after;
  const ChainResult got = path.simulate(field, after);
  ASSERT_EQ(got.links, expected.links) << path.name << '\n' << picture_of(field);
  ASSERT_EQ(got.score, expected.score) << path.name << '\n' << picture_of(field);
  ASSERT_EQ(got.frames, expected.frames) << path.name << '\n' << picture_of(field);
  ASSERT_EQ(got.quick, expected.quick) << path.name << '\n' << picture_of(field);
  ASSERT_EQ(naive::cells_of(after), cells) << path.name << '\n' << picture_of(field);
  ASSERT_TRUE(after.is_consistent());
}

class Chain : public testing::TestWithParam<std::string_view> {
 protected:
  const ChainKernel& path() const { return *find_chain_kernel(GetParam()); }
  // The result for a picture, and the field after it.
  ChainResult run(std::string_view picture) {
    const Field before = field_from_picture(picture);
    return path().simulate(before, after_);
  }
  Field after_;
};

std::vector<std::string_view> names_of_paths() {
  std::vector<std::string_view> names;
  for (const ChainKernel& path : chain_kernels()) names.push_back(path.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(EveryPath, Chain, testing::ValuesIn(names_of_paths()),
                         [](const auto& name) { return std::string(name.param); });

TEST_P(Chain, EqualsTheNaiveTwinOnRandomFields) {
  Rng rng(11);
  for (std::uint32_t colours = 1; colours <= 5; ++colours) {
    for (const std::uint32_t one_garbage_in : {0U, 2U, 3U, 8U}) {
      for (int i = 0; i < 250; ++i) {
        expect_same_as_naive(random_field(rng, colours, one_garbage_in, i % 2 == 0 ? 0 : 9), path());
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_P(Chain, GivesTheSameWhenItWorksInPlace) {
  Rng rng(12);
  for (int i = 0; i < 200; ++i) {
    Field field = random_field(rng, 3, 8, 5);
    Field after;
    const ChainResult apart = path().simulate(field, after);
    EXPECT_EQ(path().simulate(field, field), apart);
    EXPECT_EQ(field, after);
  }
}

TEST_P(Chain, ErasesFourButNotThree) {
  EXPECT_EQ(run("RRR...").links, 0);
  EXPECT_EQ(run("RRRR..").links, 1);
  EXPECT_TRUE(after_.is_all_clear());
}

TEST_P(Chain, ScoresFourCellsAtFortyPoints) { EXPECT_EQ(run("RRRR..").score, 40); }

TEST_P(Chain, IsQuickWhenNothingFallsAtItsEnd) {
  const ChainResult chain = run("RRRR..");
  EXPECT_TRUE(chain.quick);
  EXPECT_EQ(chain.frames, 50);
  EXPECT_FALSE(run(R"(
    B.....
    RRRR..)")
                   .quick);
}

TEST_P(Chain, ClearsGarbageBesideAndKeepsTheRest) {
  const ChainResult chain = run(R"(
    OO....
    RRRROO)");
  EXPECT_EQ(chain.links, 1);
  EXPECT_EQ(after_, field_from_picture(".....O"));
}

TEST_P(Chain, DoesNotConnectInTheHiddenRow) {
  Field field;
  for (int y = 1; y <= 9; ++y) field.put(1, y, y % 2 == 0 ? Cell::blue : Cell::yellow);
  for (int y = 10; y <= 13; ++y) field.put(1, y, Cell::red);
  EXPECT_EQ(path().simulate(field, after_).links, 0);
  EXPECT_EQ(after_, field);
}

TEST_P(Chain, LetsTheHiddenRowFallAndThenConnect) {
  Field field;
  for (int y = 1; y <= 8; ++y) field.put(1, y, y % 2 == 0 ? Cell::blue : Cell::yellow);
  field.put(1, 9, Cell::green);
  for (int x = 2; x <= 4; ++x) {
    for (int y = 1; y <= 8; ++y) field.put(x, y, (x + y) % 2 == 0 ? Cell::garbage : Cell::purple);
    field.put(x, 9, Cell::green);
  }
  for (int y = 10; y <= 13; ++y) field.put(1, y, Cell::red);
  const ChainResult chain = path().simulate(field, after_);
  EXPECT_EQ(chain.links, 2);  // green, and then the hidden red comes down beside red
}

TEST_P(Chain, KeepsTheHiddenRowFromClearingGarbageThere) {
  Field field;
  for (int y = 1; y <= 8; ++y) field.put(1, y, y % 2 == 0 ? Cell::blue : Cell::yellow);
  for (int y = 9; y <= 12; ++y) field.put(1, y, Cell::red);
  field.put(1, 13, Cell::garbage);
  EXPECT_EQ(path().simulate(field, after_).links, 1);
  EXPECT_EQ(after_.at(1, 9), Cell::garbage);
}

TEST_P(Chain, LeavesTheTrapRowWhereItIs) {
  Field field = field_from_picture("RRRR..");
  field.put(2, kTrapRow, Cell::red);
  EXPECT_EQ(path().simulate(field, after_).links, 1);
  EXPECT_EQ(after_.at(2, kTrapRow), Cell::red);
  EXPECT_TRUE(after_.is_all_clear());
}

TEST_P(Chain, CountsColoursAndGroupsOfALink) {
  EXPECT_EQ(run(R"(
    RRRR..
    BBBB..)")
                .score,
            10 * 8 * 3);
  EXPECT_EQ(run(R"(
    RRRRRB
    OOOOOO
    RRRRRR)")
                .score,
            10 * 11 * (2 + 3));
}

TEST_P(Chain, NeverPaysMoreThanItsLimit) {
  // Even every group bonus at once on a late link, which no game has, stays within 999.
  Rng rng(13);
  for (int i = 0; i < 200; ++i) expect_same_as_naive(random_field(rng, 1, 0, 13), path());
}

TEST_P(Chain, ExpandsANodeAsIfOneByOne) {
  Rng rng(14);
  for (int i = 0; i < 400; ++i) {
    Field field = random_field(rng, 4, 10, i % 2 == 0 ? 0 : 8);
    path().simulate(field, field);
    const Heights heights = field.heights();
    const Pair pair{kColours[rng.below(5)], kColours[rng.below(5)]};
    const std::uint32_t placements = droppable_placements(heights);
    std::array<PlacementResult, kPlacementCount> children;
    path().expand(field, heights, pair, placements, children.data());
    std::size_t next = 0;
    for (std::size_t p = 0; p < kPlacements.size(); ++p) {
      if ((placements >> p & 1U) == 0) continue;
      Field dropped = field;
      drop_pair(dropped, pair, kPlacements[p]);
      naive::Cells cells = naive::cells_of(dropped);
      const ChainResult expected = naive::simulate(cells);
      Field alone;
      EXPECT_EQ(path().place_and_simulate(field, heights, pair, kPlacements[p], alone), expected);
      EXPECT_EQ(naive::cells_of(alone), cells);
      EXPECT_EQ(children[next].chain, expected);
      EXPECT_EQ(children[next].field, alone);
      ++next;
    }
  }
}

TEST(ChainKernels, EndWithThePortableOne) {
  EXPECT_EQ(chain_kernels().back().name, "portable");
  EXPECT_EQ(find_chain_kernel("portable"), &chain_kernels().back());
  EXPECT_EQ(find_chain_kernel("abacus"), nullptr);
  EXPECT_EQ(&fastest_chain_kernel(), &chain_kernels().front());
}

}  // namespace
}  // namespace rensa::rules
