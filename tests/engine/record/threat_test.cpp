#include "engine/record/threat.h"

#include <gtest/gtest.h>

#include "engine/rules/picture.h"
#include "engine/rules/queue_text.h"

namespace rensa::record {
namespace {

const rules::Pair kRed{rules::Cell::red, rules::Cell::red};
const rules::Pair kBlueGreen{rules::Cell::blue, rules::Cell::green};

TEST(Threat, IsTheGreatestChainThatThePairsFire) {
  const rules::Field field = rules::field_of_picture(
      ".B....\n"
      "RRBBB.\n");
  const rules::Pair pairs[] = {kRed};
  const rules::ChainResult chain = greatest_threat(field, pairs);
  EXPECT_EQ(chain.links, 2);
  EXPECT_EQ(chain.score, 360);
}

TEST(Threat, LooksAsFarAsThePairsGo) {
  const rules::Field field = rules::field_of_picture("RR....\n");
  const rules::Pair soon[] = {kRed};
  const rules::Pair later[] = {kBlueGreen, kRed};
  const rules::Pair never[] = {kBlueGreen, kBlueGreen};
  EXPECT_EQ(greatest_threat(field, soon).score, 40);
  EXPECT_EQ(greatest_threat(field, later).score, 40);
  EXPECT_EQ(greatest_threat(field, never).links, 0);
}

TEST(Threat, IsNothingWithoutPairs) {
  const rules::Pair empty[] = {rules::Pair{}};
  EXPECT_EQ(greatest_threat(rules::field_of_picture("RR....\n"), empty).links, 0);
  EXPECT_EQ(greatest_threat(rules::field_of_picture("RR....\n"), {}).links, 0);
}

}  // namespace
}  // namespace rensa::record
