#include <gtest/gtest.h>

#include "engine/record/game_history.h"
#include "tests/tools/field_picture.h"

namespace rensa::record {
namespace {

const rules::Pair kRed{rules::Cell::red, rules::Cell::red};
const rules::Pair kBlueGreen{rules::Cell::blue, rules::Cell::green};

TEST(AvailableChain, IsTheLargestThatThePairsFire) {
  const rules::Field field = tests::field_from_picture(
      ".B....\n"
      "RRBBB.\n");
  const rules::Pair pairs[] = {kRed};
  const rules::ChainResult chain = largest_available_chain(field, pairs);
  EXPECT_EQ(chain.links, 2);
  EXPECT_EQ(chain.score, 360);
}

TEST(AvailableChain, LooksAsFarAsThePairsGo) {
  const rules::Field field = tests::field_from_picture("RR....\n");
  const rules::Pair soon[] = {kRed};
  const rules::Pair later[] = {kBlueGreen, kRed};
  const rules::Pair never[] = {kBlueGreen, kBlueGreen};
  EXPECT_EQ(largest_available_chain(field, soon).score, 40);
  EXPECT_EQ(largest_available_chain(field, later).score, 40);
  EXPECT_EQ(largest_available_chain(field, never).links, 0);
}

TEST(AvailableChain, IsNothingWithoutPairs) {
  const rules::Pair empty[] = {rules::Pair{}};
  EXPECT_EQ(largest_available_chain(tests::field_from_picture("RR....\n"), empty).links, 0);
  EXPECT_EQ(largest_available_chain(tests::field_from_picture("RR....\n"), {}).links, 0);
}

}  // namespace
}  // namespace rensa::record
