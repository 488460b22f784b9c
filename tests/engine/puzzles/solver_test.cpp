#include "engine/puzzles/solver.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

#include "engine/notation/shared_position.h"
#include "engine/puzzles/placement_walk.h"
#include "engine/puzzles/sketch.h"
#include "engine/rules/link.h"
#include "engine/rules/rng.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/naive_puzzle.h"
#include "tests/tools/setting_flag.h"

namespace rensa::puzzles {
namespace {

using rules::Cell;

Cell any_colour(rules::Rng& rng, std::uint32_t colours) { return rules::kColours[rng.below(colours)]; }

// Columns of random cells, one in ten garbage, without a complete group.
rules::Field random_field(rules::Rng& rng, std::uint32_t colours, std::uint32_t highest) {
  rules::Field field;
  for (int x = 1; x <= rules::kColumns; ++x) {
    const auto height = static_cast<int>(rng.below(highest + 1));
    for (int y = 1; y <= height; ++y) field.put(x, y, rng.below(10) == 0 ? Cell::garbage : any_colour(rng, colours));
  }
  while (rules::erase_groups(field).erased > 0) rules::settle(field);
  return field;
}

notation::Goal random_goal(rules::Rng& rng) {
  notation::Goal goal;
  goal.kind = static_cast<notation::GoalKind>(rng.below(9));
  goal.bound = static_cast<notation::GoalBound>(rng.below(2));
  goal.colour = static_cast<notation::GoalColour>(rng.below(8));
  goal.count = static_cast<int>(1 + rng.below(4));
  if (goal.kind == notation::GoalKind::cells_vanish || goal.kind == notation::GoalKind::cells_at_once ||
      goal.kind == notation::GoalKind::connected) {
    goal.count += 3;
  }
  return goal;
}

Puzzle random_puzzle(rules::Rng& rng) {
  const std::uint32_t colours = 2 + rng.below(4);
  // One field in ten has columns that are too high to pass.
  Puzzle puzzle{
      .field = random_field(rng, colours, rng.below(10) == 0 ? 13 : 5), .steps = {}, .goal = random_goal(rng)};
  const std::uint32_t hands =
      1 + rng.below(2) + (rng.below(200) == 0 ? 1 : 0);  // the naive solver is slow with three hands
  for (std::uint32_t i = 0; i < hands; ++i) {
    if (rng.below(8) == 0) puzzle.steps.emplace_back(notation::GarbageDrop{{1, 0, 2, 1, 0, 1}});
    puzzle.steps.emplace_back(rules::Pair{any_colour(rng, colours), any_colour(rng, colours)});
  }
  return puzzle;
}

std::vector<std::size_t> numbers_of(const Solution& solution) {
  std::vector<std::size_t> numbers;
  for (const rules::Placement placement : solution) numbers.push_back(rules::index_of(placement));
  return numbers;
}

TEST(Solver, AgreesWithExhaustiveTrials) {
  const int puzzles = tests::cases(1'000, 10'000);
  rules::Rng rng(2026);
  int solvable = 0;
  for (int i = 0; i < puzzles; ++i) {
    const Puzzle puzzle = random_puzzle(rng);
    const naive::NaivePuzzleSolver naive(puzzle);
    const SolveResult solved = solve(puzzle, {.max_solutions = 100'000});
    ASSERT_TRUE(solved.complete);
    ASSERT_EQ(solved.sequences, naive.solutions().size()) << i;
    ASSERT_EQ(solved.different, naive.distinct_solutions()) << i;
    ASSERT_EQ(solved.solutions.size(), solved.different) << i;
    for (const Solution& solution : solved.solutions) {
      ASSERT_TRUE(naive.solutions().contains(numbers_of(solution))) << i;
      ASSERT_TRUE(check_attempt(puzzle, solution).solved) << i;
    }
    ASSERT_TRUE(std::is_sorted(solved.solutions.begin(), solved.solutions.end(),
                               [](const Solution& a, const Solution& b) { return a.size() < b.size(); }));
    ASSERT_EQ(solved.hands, solved.solutions.empty() ? 0 : static_cast<int>(solved.solutions.front().size())) << i;
    solvable += solved.sequences > 0 ? 1 : 0;
  }
  EXPECT_GT(solvable, puzzles / 10);
}

TEST(ChainSurvey, FindsTheLongestChainAndTheFewestHandsForIt) {
  rules::Rng rng(12);
  const int puzzles = tests::cases(300, 1'000);
  int long_ones = 0;
  for (int i = 0; i < puzzles; ++i) {
    Puzzle puzzle = random_puzzle(rng);
    puzzle.goal = {notation::GoalKind::chain, notation::GoalBound::exactly, notation::GoalColour::any, 63};
    const ChainSurvey survey = survey_chains(puzzle.field, puzzle.steps);
    ASSERT_EQ(survey.links, naive::NaivePuzzleSolver(puzzle).longest_chain()) << i;
    if (survey.links == 0) continue;
    puzzle.goal.count = survey.links;
    const naive::NaivePuzzleSolver naive(puzzle);
    const auto shortest = std::min_element(naive.solutions().begin(), naive.solutions().end(),
                                           [](const auto& a, const auto& b) { return a.size() < b.size(); });
    ASSERT_EQ(survey.hands, static_cast<int>(shortest->size())) << i;
    const auto as_short = std::count_if(naive.solutions().begin(), naive.solutions().end(),
                                        [&](const auto& solution) { return solution.size() == shortest->size(); });
    ASSERT_EQ(survey.sequences, static_cast<std::uint64_t>(as_short)) << i;
    long_ones += survey.links > 1 ? 1 : 0;
  }
  EXPECT_GT(long_ones, puzzles / 20);
}

TEST(Solver, FindsNothingWithoutPairs) {
  Puzzle puzzle;
  puzzle.goal = {notation::GoalKind::chain, notation::GoalBound::at_least, notation::GoalColour::any, 1};
  EXPECT_EQ(solve(puzzle, {}).different, 0U);
  EXPECT_EQ(survey_chains(puzzle.field, puzzle.steps).links, 0);
  puzzle.steps = {notation::GarbageDrop{{1, 1, 1, 1, 1, 1}}};
  EXPECT_EQ(solve(puzzle, {}).different, 0U);
}

TEST(Solver, ReportsThatALimitEndedIt) {
  const auto shared = notation::parse_ips("800F08J08A0EB_8161__270");
  const Puzzle puzzle = *puzzle_of(*shared);
  const SolveResult solved = solve(puzzle, {.max_nodes = 3});
  EXPECT_FALSE(solved.complete);
  EXPECT_EQ(solved.nodes, 3U);
}

TEST(Solver, EndsAtMostSixtyFourNodesAfterItsFlagIsSet) {
  Puzzle puzzle;
  puzzle.goal = {notation::GoalKind::chain, notation::GoalBound::at_least, notation::GoalColour::any, 1};
  for (const Cell other : {Cell::blue, Cell::green, Cell::yellow, Cell::blue}) {
    puzzle.steps.push_back(rules::Pair{Cell::red, other});
  }
  const SolveResult whole = solve(puzzle, {});
  ASSERT_GT(whole.nodes, 1'000U);
  for (std::uint64_t after = 0; after < whole.nodes; after += whole.nodes / 10) {
    const tests::SettingFlag flag(static_cast<std::int64_t>(after));
    const SolveResult stopped = solve(puzzle, {.stop = &flag});
    EXPECT_LE(stopped.nodes, after + tests::kMostNodesBetweenLooks);
    EXPECT_EQ(stopped.complete, !flag.was_seen());
  }
  const limits::StopFlag unset;
  EXPECT_EQ(solve(puzzle, {.stop = &unset}).solutions, whole.solutions);
}

TEST(Solver, KeepsTheShortestOfTooManySolutions) {
  Puzzle puzzle;
  puzzle.goal = {notation::GoalKind::chain, notation::GoalBound::at_least, notation::GoalColour::any, 1};
  puzzle.field.put(1, 1, Cell::red);
  puzzle.field.put(1, 2, Cell::red);
  puzzle.steps.assign(3, rules::Pair{Cell::red, Cell::red});
  const SolveResult solved = solve(puzzle, {.max_solutions = 5});
  EXPECT_GT(solved.different, 20U);
  ASSERT_EQ(solved.solutions.size(), 5U);
  EXPECT_EQ(solved.hands, 1);
  EXPECT_EQ(solved.solutions.front().size(), 1U);
}

TEST(FiringCells, AreTheCellsWhereOneMorePuyoCompletesAGroup) {
  rules::Rng rng(7);
  for (int i = 0; i < 3000; ++i) {
    const rules::Field field = random_field(rng, 2 + rng.below(2), 13);
    const rules::Board firing = firing_cells(field.planes().holding(Cell::red));
    for (int x = 1; x <= rules::kColumns; ++x) {
      for (int y = 1; y <= rules::kHiddenRow; ++y) {
        if (field.at(x, y) != Cell::empty) continue;
        rules::Field with = field;
        with.put(x, y, Cell::red);
        ASSERT_EQ(firing.has(x, y), rules::groups_of_four(with.planes()).has(x, y)) << x << ' ' << y;
      }
    }
  }
}

}  // namespace
}  // namespace rensa::puzzles
