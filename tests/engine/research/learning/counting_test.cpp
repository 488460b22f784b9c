#include "engine/research/learning/counting.h"

#include <gtest/gtest.h>

namespace rensa::learning::test {
namespace {

// The teacher takes what has the second feature; all candidates have the first.
std::vector<Example> lessons() {
  return {{.phase = 0, .candidates = {{1, 0}, {1, 1}}, .chosen = 1},
          {.phase = 0, .candidates = {{1, 1}, {1, 0}, {1, 0}}, .chosen = 0},
          {.phase = 1, .candidates = {{1, 1}, {1, 0}}, .chosen = 1}};
}

TEST(Counting, WeighsWhatTheChoicesHave) {
  Counting counting(2, 2);
  for (const Example& example : lessons()) counting.add(example);
  const PhaseWeights plain = counting.weights(Count::plain);
  EXPECT_EQ(plain.of_phase, (std::vector<std::vector<double>>{{1, 1}, {1, 0}}));
  EXPECT_EQ(agreement(plain, lessons()), 2.0 / 3) << "in the second phase the lack of a feature cannot be preferred";
}

TEST(Counting, ComparesThemWithWhatThereWasToChooseFrom) {
  Counting counting(2, 2);
  for (const Example& example : lessons()) counting.add(example);
  const PhaseWeights relative = counting.weights(Count::relative);
  EXPECT_EQ(relative.of_phase[0][0], 0) << "what all have says nothing";
  EXPECT_GT(relative.of_phase[0][1], 0);
  EXPECT_LT(relative.of_phase[1][1], 0);
  EXPECT_EQ(agreement(relative, lessons()), 1);
}

TEST(PhaseWeights, TakeTheFirstOfEquals) {
  const PhaseWeights weights{{{0, 1}}};
  EXPECT_EQ(weights.best_of({.phase = 0, .candidates = {{5, 1}, {7, 2}, {9, 2}}, .chosen = 0}), 1U);
}

TEST(Agreement, TakesAnyOfCandidatesThatAreAlike) {
  const PhaseWeights weights{{{1}}};
  const std::vector<Example> examples{{.phase = 0, .candidates = {{2}, {2}, {1}}, .chosen = 1}};
  EXPECT_EQ(agreement(weights, examples), 1);
}

}  // namespace
}  // namespace rensa::learning::test
