#include <gtest/gtest.h>

#include "engine/notation/text.h"
#include "engine/puzzles/puzzle_rating.h"
#include "engine/puzzles/sketch.h"
#include "engine/puzzles/solver.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "tests/tools/field_picture.h"

namespace rensa::puzzles {
namespace {

using rules::Cell;
using rules::Pair;

Puzzle chain_of_two(const char* picture, std::vector<Step> steps) {
  return {.field = tests::field_from_picture(picture),
          .steps = std::move(steps),
          .goal = {notation::GoalKind::chain, notation::GoalBound::exactly, notation::GoalColour::any, 2}};
}

// A red puyo beside the others completes their group, and then the blue one on the left falls onto the other blues.
const Puzzle& small() {
  static const Puzzle puzzle = chain_of_two("B.....\nRR....\nRBBB..", {Pair{Cell::red, Cell::green}});
  return puzzle;
}

TEST(Features, MatchTheDocument) {
  const SolveResult solved = solve(small(), {});
  // The red puyo goes to column 2 or 3, the green one above it or to either side.
  EXPECT_EQ(solved.sequences, 6U);
  const Features features = features_of(small(), solved);
  EXPECT_EQ(features.puyos, 7);
  EXPECT_EQ(features.solutions, 6 * 22) << "scaled to two hands";
  EXPECT_EQ(features.colours, 2);
  EXPECT_EQ(features.used_colours, 2);
  EXPECT_EQ(features.misleading_neighbours, 0);
}

TEST(Features, CountSequencesInWhichCellsVanish) {
  Puzzle puzzle = small();
  const Features one = features_of(puzzle, solve(puzzle, {}));
  EXPECT_EQ(one.firing_sequences, 6 * 22);
  puzzle.steps = {Pair{Cell::red, Cell::green}, Pair{Cell::purple, Cell::purple}};
  const Features two = features_of(puzzle, solve(puzzle, {}));
  EXPECT_EQ(two.firing_sequences, 6 * 22) << "the second pair may have any placement";
}

TEST(Features, CountColoursThatVanishWithAnyHand) {
  // The first hand fires red, the second blue.
  const Puzzle puzzle = {
      .field = tests::field_from_picture("RRR...\nYYYB.."),
      .steps = {Pair{Cell::red, Cell::blue}, Pair{Cell::blue, Cell::blue}},
      .goal = {notation::GoalKind::colours_vanish, notation::GoalBound::exactly, notation::GoalColour::any, 2}};
  SolveResult solved;
  solved.solutions = {{{4, rules::Rotation::up}, {5, rules::Rotation::up}}};
  solved.sequences = 1;
  ASSERT_TRUE(check_attempt(puzzle, solved.solutions.front()).solved);
  EXPECT_EQ(features_of(puzzle, solved).used_colours, 2);
}

// Counts the sequences of two placements by trying all of them.
int firing_by_trying(const Puzzle& puzzle) {
  const auto each = [](const rules::Field& field, const Step& step, auto take) {
    if (field.is_choked()) return;
    const std::uint32_t placements = rules::droppable_placements(field.heights());
    for (std::size_t i = 0; i < rules::kPlacements.size(); ++i) {
      if ((placements >> i & 1U) == 0) continue;
      rules::Field after = field;
      rules::drop_pair(after, std::get<Pair>(step), rules::kPlacements[i]);
      const bool fires = rules::simulate_chain(after).links > 0;
      take(after, fires);
    }
  };
  int count = 0;
  each(puzzle.field, puzzle.steps[0], [&](const rules::Field& first, bool fired) {
    each(first, puzzle.steps[1], [&](const rules::Field&, bool fires) { count += fired || fires ? 1 : 0; });
  });
  return count;
}

TEST(Features, CountFiringSequencesLikeExhaustiveTrials) {
  rules::Rng rng(4);
  for (int i = 0; i < 300; ++i) {
    // Some fields have a column that a pair cannot pass, or that is choked.
    const Sketch sketch = random_sketch(rng, {.rows = i % 2 == 0 ? 5 : 11, .neighbours = SideNeighbours::may_match});
    const Puzzle puzzle = puzzle_of(sketch, 1);
    const SolveResult solved = solve(puzzle, {.max_solutions = 1});
    if (solved.solutions.empty()) continue;
    ASSERT_EQ(features_of(puzzle, solved).firing_sequences, firing_by_trying(puzzle))
        << notation::picture_of(puzzle.field);
  }
}

TEST(Features, CountFallingPuyosOnceAndMisleadingNeighbours) {
  // Two blue puyos lie side by side on top. One falls and vanishes with those below, the other stays.
  const Puzzle puzzle = chain_of_two("BB....\nGRRR..\nYBBBY.", {Pair{Cell::red, Cell::green}});
  SolveResult solved;
  solved.solutions = {{{5, rules::Rotation::right}}};
  solved.sequences = 1;
  ASSERT_TRUE(check_attempt(puzzle, solved.solutions.front()).solved);
  const Features features = features_of(puzzle, solved);
  EXPECT_EQ(features.misleading_neighbours, 1);
  EXPECT_EQ(features.falling_puyos, 1);
  EXPECT_EQ(features.used_colours, 2);
}

TEST(PuzzleRating, MatchesThePublishedModel) {
  const Features features{.puyos = 10,
                          .solutions = 2,
                          .firing_sequences = 100,
                          .falling_puyos = 5,
                          .colours = 3,
                          .used_colours = 2,
                          .misleading_neighbours = 4};
  const PuzzleRating appeal = predict_rating(features, kPublishedRatingModel);
  EXPECT_NEAR(appeal.difficulty, 0.308 - 0.1196 + 0.81 - 1.1772 + 0.662 + 2.665, 1e-9);
  EXPECT_NEAR(appeal.usefulness, -0.054 - 0.268 + 0.7726 + 2.9863, 1e-9);
  EXPECT_EQ(appeal.fun, 3);
}

}  // namespace
}  // namespace rensa::puzzles
