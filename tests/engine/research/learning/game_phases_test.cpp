#include "engine/research/learning/game_phases.h"

#include <gtest/gtest.h>

namespace rensa::learning::test {
namespace {

// The second sign tells how far the game has come, the first one nothing.
std::vector<Moment> moments() {
  std::vector<Moment> all;
  for (int game = 0; game < 5; ++game) {
    for (int i = 0; i < 100; ++i) {
      all.push_back({.signs = {(i * 37 + game * 11) % 100 / 100.0, 1 - i / 100.0}, .progress = i / 100.0});
    }
  }
  return all;
}

TEST(Course, FindsTheSignThatTells) {
  const Course course = fit_course(moments(), 10);
  EXPECT_EQ(course.weights, (std::vector<double>{0, 1}));
  EXPECT_EQ(course.cuts.size(), 9U);
}

TEST(Course, SpreadsThePhasesEvenly) {
  const Course course = fit_course(moments(), 4);
  std::vector<int> counts(4);
  for (const Moment& moment : moments()) ++counts[static_cast<std::size_t>(course.phase_of(moment.signs))];
  for (const int count : counts) EXPECT_NEAR(count, 125, 10);
  EXPECT_EQ(course.phase_of(std::vector<double>{0.5, 1}), 0);
  EXPECT_EQ(course.phase_of(std::vector<double>{0.5, 0}), 3);
}

}  // namespace
}  // namespace rensa::learning::test
