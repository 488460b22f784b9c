#include "engine/search/possible_chain_list.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

#include "engine/rules/rng.h"

namespace rensa::search {
namespace {

TEST(PossibleChainList, KeepsTheBest) {
  rules::Rng rng(61, 1);
  PossibleChainList list;
  std::vector<int> scores;
  for (int i = 0; i < 500; ++i) {
    PossibleChain chain;
    chain.score = 10 * static_cast<int>(rng.below(400));
    list.add(chain);
    scores.push_back(chain.score);
  }
  std::sort(scores.rbegin(), scores.rend());
  ASSERT_EQ(list.chains().size(), PossibleChainList::kCapacity);
  for (std::size_t i = 0; i < list.chains().size(); ++i) EXPECT_EQ(list.chains()[i].score, scores[i]);
}

TEST(PossibleChainList, OfEqualsTheOneThatNeedsLessComesFirst) {
  PossibleChainList list;
  PossibleChain chain;
  chain.score = 40;
  chain.needed = {2, 1, 0, 0, 0};
  list.add(chain);
  chain.needed = {0, 0, 0, 2, 0};
  list.add(chain);
  ASSERT_EQ(list.chains().size(), 2U);
  EXPECT_EQ(list.chains().front().needed[3], 2);
  list.clear();
  EXPECT_TRUE(list.chains().empty());
}

}  // namespace
}  // namespace rensa::search
