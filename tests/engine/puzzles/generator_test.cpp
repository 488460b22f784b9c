#include "engine/puzzles/generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

#include "engine/notation/shared_position.h"
#include "engine/notation/text.h"
#include "engine/puzzles/sketch.h"
#include "engine/rules/link.h"
#include "tests/tools/field_picture.h"
#include "tests/tools/naive_puzzle.h"

namespace rensa::puzzles {
namespace {

using rules::Cell;
using testing::HasSubstr;
using testing::SizeIs;

std::vector<GeneratedPuzzle> generate(const GeneratorSettings& recipe, std::size_t count, std::uint64_t seed = 1) {
  EXPECT_EQ(find_settings_error(recipe), std::nullopt);
  Generator generator(recipe, seed);
  std::vector<GeneratedPuzzle> all;
  while (all.size() < count) {
    auto one = generator.next(1'000'000);
    if (!one) break;
    all.push_back(std::move(*one));
  }
  return all;
}

// Tries all placements with naive rules.
void expect_as_asked(const GeneratedPuzzle& generated, const GeneratorSettings& recipe) {
  Puzzle puzzle = generated.puzzle;
  EXPECT_TRUE(puzzle.field.is_at_rest());
  const naive::NaivePuzzleSolver naive(puzzle);
  ASSERT_FALSE(naive.solutions().empty()) << notation::picture_of(puzzle.field);
  for (const auto& solution : naive.solutions()) EXPECT_EQ(static_cast<int>(solution.size()), recipe.hands);
  if (recipe.solutions == RequiredSolutions::only_one) {
    EXPECT_EQ(naive.distinct_solutions(), 1U);
  }
  puzzle.goal.count = 63;  // so that no path ends before the last hand
  EXPECT_EQ(naive::NaivePuzzleSolver(puzzle).longest_chain(), recipe.links);
  naive::Cells cells = naive::cells_of(puzzle.field);
  EXPECT_TRUE(naive::play_chain(cells).empty()) << "cells vanish at once";
}

TEST(Generator, MakesBackwardPuzzlesThatFitTheSettings) {
  const GeneratorSettings recipe{.hands = 2, .links = 3};
  const auto all = generate(recipe, 300);
  ASSERT_THAT(all, SizeIs(300));
  for (const GeneratedPuzzle& one : all) expect_as_asked(one, recipe);
}

TEST(Generator, MakesRandomPuzzlesThatFitTheSettings) {
  const GeneratorSettings recipe{.hands = 2, .links = 3, .method = SketchMethod::random, .rows = 7};
  const auto all = generate(recipe, 60);
  ASSERT_THAT(all, SizeIs(60));
  for (const GeneratedPuzzle& one : all) expect_as_asked(one, recipe);
}

TEST(Generator, MakesPuzzlesWithLargerGroupsAndOtherColours) {
  const GeneratorSettings recipe{.hands = 2, .links = 4, .colours = 5, .largest_group = 6};
  const auto all = generate(recipe, 60);
  ASSERT_THAT(all, SizeIs(60));
  bool five = false;
  for (const GeneratedPuzzle& one : all) {
    expect_as_asked(one, recipe);
    five = five || !one.puzzle.field.planes().holding(Cell::purple).empty();
  }
  EXPECT_TRUE(five);
}

TEST(Generator, MakesLongChainsOfManyHands) {
  const GeneratorSettings recipe{.hands = 4, .links = 8};
  for (const GeneratedPuzzle& one : generate(recipe, 20)) {
    EXPECT_THAT(one.solution, SizeIs(4));
    EXPECT_TRUE(check_attempt(one.puzzle, one.solution).solved);
    const ChainSurvey survey = survey_chains(one.puzzle.field, one.puzzle.steps);
    EXPECT_EQ(survey.links, 8);
    EXPECT_EQ(survey.hands, 4) << "not in fewer hands";
  }
  const auto longest = generate({.hands = 6, .links = 10}, 2);
  EXPECT_THAT(longest, SizeIs(2));
  for (const GeneratedPuzzle& one : longest) {
    Puzzle more = one.puzzle;
    more.goal = {notation::GoalKind::chain, notation::GoalBound::at_least, notation::GoalColour::any, 11};
    EXPECT_EQ(solve(more, {}).different, 0U);
    EXPECT_TRUE(check_attempt(one.puzzle, one.solution).solved);
  }
}

TEST(Generator, MakesPuzzlesOfOneHand) {
  // No chain can be fired without a hand, however many puyos the field has.
  const GeneratorSettings recipe{.hands = 1, .links = 2, .colours = 3, .min_superfluous = 4, .max_superfluous = 8};
  const auto all = generate(recipe, 50);
  ASSERT_THAT(all, SizeIs(50));
  for (const GeneratedPuzzle& one : all) expect_as_asked(one, recipe);
}

TEST(Generator, CountsSuperfluousPuyos) {
  const GeneratorSettings recipe{.hands = 2, .links = 3, .min_superfluous = 4, .max_superfluous = 6};
  for (const GeneratedPuzzle& one : generate(recipe, 100)) {
    expect_as_asked(one, recipe);
    EXPECT_GE(one.superfluous, 4);
    EXPECT_LE(one.superfluous, 6);
    EXPECT_GE(one.puzzle.field.occupied().count() + 4 - one.superfluous, 12);
  }
  std::set<int> counts;
  for (const GeneratedPuzzle& one : generate({.hands = 2, .links = 3, .max_superfluous = 12}, 300)) {
    counts.insert(one.superfluous);
  }
  EXPECT_GT(counts.size(), 10U) << "the whole range";
  for (const GeneratedPuzzle& one : generate({.hands = 2, .links = 3, .max_superfluous = 0}, 100)) {
    Puzzle clear = one.puzzle;
    clear.goal = {notation::GoalKind::clear_all, {}, notation::GoalColour::any, 0};
    EXPECT_TRUE(check_attempt(clear, one.solution).solved) << "the field is empty";
  }
}

TEST(Generator, MakesPuzzlesWithOneSolution) {
  const GeneratorSettings recipe{.hands = 2, .links = 3, .solutions = RequiredSolutions::only_one};
  const auto all = generate(recipe, 60);
  ASSERT_THAT(all, SizeIs(60));
  for (const GeneratedPuzzle& one : all) expect_as_asked(one, recipe);
}

TEST(Generator, NeverMakesTheSamePuzzleTwice) {
  // There are few puzzles of one link in one hand.
  Generator generator({.hands = 1, .links = 1, .colours = 2, .max_superfluous = 0, .rows = 4}, 1);
  std::set<std::string> essences;
  std::size_t count = 0;
  while (const auto one = generator.next(20'000)) {
    ++count;
    essences.insert(canonical_text_of(one->puzzle));
  }
  EXPECT_GE(count, 5U);
  EXPECT_EQ(essences.size(), count);
}

TEST(Generator, IsTheSameForASeed) {
  const auto first = generate({}, 20, 5);
  const auto again = generate({}, 20, 5);
  const auto other = generate({}, 20, 6);
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].puzzle, again[i].puzzle);
  EXPECT_NE(first[0].puzzle, other[0].puzzle);
}

TEST(Generator, RefusesImpossibleSettings) {
  EXPECT_THAT(find_settings_error({.hands = 0}).value_or(""), HasSubstr("hands have to be 1 to 7"));
  EXPECT_THAT(find_settings_error({.hands = 5, .links = 2}).value_or(""), HasSubstr("5 hands"));
  EXPECT_THAT(find_settings_error({.links = 19}).value_or(""), HasSubstr("links"));
  EXPECT_THAT(find_settings_error({.colours = 6}).value_or(""), HasSubstr("colours"));
  EXPECT_THAT(find_settings_error({.links = 10, .rows = 5}).value_or(""), HasSubstr("room"));
  EXPECT_THAT(find_settings_error({.links = 3, .method = SketchMethod::random, .rows = 1}).value_or(""),
              HasSubstr("room"));
  EXPECT_THAT(find_settings_error({.min_superfluous = 3, .max_superfluous = 2}).value_or(""), HasSubstr("superfluous"));
  EXPECT_THAT(find_settings_error({.largest_group = 7}).value_or(""), HasSubstr("group"));
}

TEST(CanonicalText, IsEqualForTheMirrorImageAndForOtherColours) {
  const Puzzle puzzle{.field = tests::field_from_picture("R.....\nRBB...\nGBG..."),
                      .steps = {rules::Pair{Cell::red, Cell::yellow}, rules::Pair{Cell::purple, Cell::purple}},
                      .goal = {notation::GoalKind::chain, {}, notation::GoalColour::any, 2}};
  Puzzle image = puzzle;
  image.field = tests::field_from_picture(".....Y\n...GGY\n...BGB");
  image.steps = {rules::Pair{Cell::red, Cell::yellow}, rules::Pair{Cell::purple, Cell::purple}};
  EXPECT_EQ(canonical_text_of(image), canonical_text_of(puzzle))
      << "with the pair swapped and red exchanged for yellow";
  image.steps[1] = rules::Pair{Cell::purple, Cell::red};
  EXPECT_NE(canonical_text_of(image), canonical_text_of(puzzle));
  image = puzzle;
  image.goal.count = 3;
  EXPECT_NE(canonical_text_of(image), canonical_text_of(puzzle));
}

TEST(CanonicalText, DoesNotDependOnTheOrderOfColoursThatOnlyPairsHave) {
  const auto essence = [](Cell a, Cell b, Cell c) {
    return canonical_text_of({.field = tests::field_from_picture("GG...."),
                              .steps = {rules::Pair{a, b}, rules::Pair{c, Cell::green}},
                              .goal = {}});
  };
  EXPECT_EQ(essence(Cell::red, Cell::blue, Cell::red), essence(Cell::blue, Cell::red, Cell::red));
  EXPECT_NE(essence(Cell::red, Cell::blue, Cell::red), essence(Cell::blue, Cell::red, Cell::yellow));
}

TEST(Polyominoes, AreAllShapesWithoutGapsInAColumn) {
  EXPECT_THAT(polyominoes(4), SizeIs(19));
  EXPECT_THAT(polyominoes(5), SizeIs(61));
  EXPECT_THAT(polyominoes(6), SizeIs(196));
  std::set<std::vector<std::pair<int, int>>> different;
  for (const Polyomino& form : polyominoes(5)) {
    std::vector<std::pair<int, int>> columns;
    for (int i = 0; i < form.width; ++i) {
      const auto& column = form.columns[static_cast<std::size_t>(i)];
      columns.emplace_back(column.bottom, column.cells);
    }
    different.insert(columns);
  }
  EXPECT_THAT(different, SizeIs(61));
}

TEST(RandomSketch, HasNoCompleteGroupAndNoEqualNeighbours) {
  rules::Rng rng(3);
  for (int i = 0; i < 500; ++i) {
    const Sketch sketch = random_sketch(rng, {.rows = 7, .neighbours = SideNeighbours::differ});
    EXPECT_TRUE(rules::groups_of_four(sketch.field.planes()).empty());
    for (int x = 1; x < rules::kColumns; ++x) {
      for (int y = 1; y <= 7; ++y) {
        const Cell cell = sketch.field.at(x, y);
        EXPECT_TRUE(cell == Cell::empty || cell != sketch.field.at(x + 1, y));
      }
    }
  }
}

}  // namespace
}  // namespace rensa::puzzles
