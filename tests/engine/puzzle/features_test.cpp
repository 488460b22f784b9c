#include "engine/puzzle/features.h"

#include <gtest/gtest.h>

#include "engine/puzzle/appeal.h"
#include "engine/puzzle/solver.h"
#include "engine/rules/picture.h"

namespace rensa::puzzle {
namespace {

using rules::Cell;
using rules::Pair;

Puzzle chain_of_two(const char* picture, std::vector<Step> steps) {
  return {.field = rules::field_of_picture(picture),
          .steps = std::move(steps),
          .goal = {rules::GoalKind::chain, rules::GoalBound::exactly, rules::GoalColour::any, 2}};
}

// A red beside the others makes them go, and the blue on the left comes down on the blues.
const Puzzle& small() {
  static const Puzzle puzzle = chain_of_two("B.....\nRR....\nRBBB..", {Pair{Cell::red, Cell::green}});
  return puzzle;
}

TEST(Features, AreThoseOfTheDocument) {
  const Solved solved = solve(small(), {});
  // The red in column 2 or 3, the green upon it or on either side.
  EXPECT_EQ(solved.ways, 6U);
  const Features features = features_of(small(), solved);
  EXPECT_EQ(features.puyos, 7);
  EXPECT_EQ(features.solutions, 6 * 22) << "as if there were two hands";
  EXPECT_EQ(features.colours, 2);
  EXPECT_EQ(features.used, 2);
  EXPECT_EQ(features.misleading, 0);
}

TEST(Features, CountSequencesInWhichAnythingVanishes) {
  Puzzle puzzle = small();
  const Features one = features_of(puzzle, solve(puzzle, {}));
  EXPECT_EQ(one.firing, 6 * 22);
  puzzle.steps = {Pair{Cell::red, Cell::green}, Pair{Cell::purple, Cell::purple}};
  const Features two = features_of(puzzle, solve(puzzle, {}));
  EXPECT_EQ(two.firing, 6 * 22) << "the second goes anywhere";
}

TEST(Features, CountWhatFallsOnceAndWhatMisleads) {
  // The blues on top lie side by side; one comes down and goes with those below, the other stays.
  const Puzzle puzzle = chain_of_two("BB....\nGRRR..\nYBBBY.", {Pair{Cell::red, Cell::green}});
  Solved solved;
  solved.solutions = {{{5, rules::Rotation::right}}};
  solved.ways = 1;
  ASSERT_TRUE(attempt(puzzle, solved.solutions.front()).solved);
  const Features features = features_of(puzzle, solved);
  EXPECT_EQ(features.misleading, 1);
  EXPECT_EQ(features.falling, 1);
  EXPECT_EQ(features.used, 2);
}

TEST(Appeal, IsAsPublished) {
  const Features features{
      .puyos = 10, .solutions = 2, .firing = 100, .falling = 5, .colours = 3, .used = 2, .misleading = 4};
  const Appeal appeal = appeal_of(features, kPublishedModel);
  EXPECT_NEAR(appeal.difficulty, 0.308 - 0.1196 + 0.81 - 1.1772 + 0.662 + 2.665, 1e-9);
  EXPECT_NEAR(appeal.usefulness, -0.054 - 0.268 + 0.7726 + 2.9863, 1e-9);
  EXPECT_EQ(appeal.fun, 3);
}

}  // namespace
}  // namespace rensa::puzzle
