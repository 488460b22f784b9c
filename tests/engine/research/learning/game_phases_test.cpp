#include <gtest/gtest.h>

#include "engine/research/learning/weight_fitting.h"

namespace rensa::learning::test {
namespace {

// The second indicator follows the progress of the game, the first one does not.
std::vector<ProgressSample> moments() {
  std::vector<ProgressSample> all;
  for (int game = 0; game < 5; ++game) {
    for (int i = 0; i < 100; ++i) {
      all.push_back({.indicators = {(i * 37 + game * 11) % 100 / 100.0, 1 - i / 100.0}, .progress = i / 100.0});
    }
  }
  return all;
}

TEST(PhaseModel, FindsTheUsefulIndicator) {
  const PhaseModel course = fit_phases(moments(), 10);
  EXPECT_EQ(course.weights, (std::vector<double>{0, 1}));
  EXPECT_EQ(course.thresholds.size(), 9U);
}

TEST(PhaseModel, GivesEachPhaseAsManySamples) {
  const PhaseModel course = fit_phases(moments(), 4);
  std::vector<int> counts(4);
  for (const ProgressSample& moment : moments()) ++counts[static_cast<std::size_t>(course.phase_of(moment.indicators))];
  for (const int count : counts) EXPECT_NEAR(count, 125, 10);
  EXPECT_EQ(course.phase_of(std::vector<double>{0.5, 1}), 0);
  EXPECT_EQ(course.phase_of(std::vector<double>{0.5, 0}), 3);
}

}  // namespace
}  // namespace rensa::learning::test
