#include "engine/research/experiments/completion.h"

#include <gtest/gtest.h>
#include <vector>

#include "engine/templates/families.h"

namespace rensa::experiments {
namespace {

using rules::Cell;
using rules::Pair;

Completion completion_of(const std::vector<Pair>& pairs, const std::string& drawing, int most_hands = 100) {
  const std::vector<templates::Template> templates{
      templates::Template(templates::drawings_of("form stands\n" + drawing).front())};
  CompletionSettings settings{.templates = templates};
  settings.most_hands = most_hands;
  return complete(rules::PairQueue::from_pairs(pairs), settings);
}

TEST(Completion, CountsTheHandThatCompletes) {
  const Completion built = completion_of({{Cell::red, Cell::red}, {Cell::blue, Cell::blue}}, "AABB..\n");
  EXPECT_TRUE(built.built);
  EXPECT_EQ(built.hands, 2);
}

TEST(Completion, GivesUpAfterSoManyHands) {
  const Completion stuck = completion_of({{Cell::red, Cell::red}}, "AABB..\n", 7);
  EXPECT_FALSE(stuck.built) << "there is but one colour";
  EXPECT_LE(stuck.hands, 7);
}

TEST(Completion, ALongerLookAheadNeedsFewerHands) {
  int hands[4] = {};
  for (const int depth : {1, 3}) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      const CompletionSettings settings{.templates = templates::find_family("domino")->templates, .depth = depth};
      hands[depth] += complete(rules::PairQueue::from_seed(seed, 4), settings).hands;
    }
  }
  EXPECT_LT(hands[3], hands[1]);
}

TEST(Completion, CountingTheHandsThatAreLeftNeedsFewer) {
  int degree = 0;
  int hands_left = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto queue = rules::PairQueue::from_seed(seed, 4);
    CompletionSettings settings{.templates = templates::find_family("flat-stairs")->templates};
    degree += complete(queue, settings).hands;
    settings.way = Way::hands_left;
    hands_left += complete(queue, settings).hands;
  }
  EXPECT_LT(hands_left, degree);
}

}  // namespace
}  // namespace rensa::experiments
