#include "engine/puzzles/puzzle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>

#include "engine/notation/shared_position.h"
#include "engine/puzzles/goal.h"
#include "engine/puzzles/solver.h"
#include "tests/tools/field_picture.h"

namespace rensa::puzzles {

namespace {

using rules::Cell;
using rules::Pair;
using rules::Placement;
using rules::Rotation;
using testing::ElementsAre;
using testing::HasSubstr;

rules::Parsed<Puzzle> read(const char* text) { return puzzle_of(*notation::parse_ips(text)); }

std::string error_of(const char* text) {
  const auto puzzle = read(text);
  return puzzle ? "" : puzzle.error().message;
}

TEST(Puzzle, CanBeReadFromAUrlOfTheCommunity) {
  const auto puzzle = read("800F08J08A0EB_8161__270");
  ASSERT_TRUE(puzzle.ok()) << puzzle.error().message;
  EXPECT_EQ(count_pairs(puzzle->steps), 2);
  EXPECT_EQ(text_of(puzzle->goal), "clear all coloured");
  // The solution in the description of the format.
  const std::vector<Placement> solution = {{4, Rotation::right}, {4, Rotation::up}};
  EXPECT_THAT(solve(*puzzle, {}).solutions, ElementsAre(solution));
  EXPECT_TRUE(check_attempt(*puzzle, solution).solved);
}

TEST(Puzzle, IsUnchangedByAUrlAndBack) {
  for (const char* text : {"800F08J08A0EB_8161__270", "g4_0161a0__u02", "~1.23456_01__x23"}) {
    const auto shared = notation::parse_ips(text);
    ASSERT_TRUE(shared.ok()) << shared.error().message;
    const auto puzzle = puzzle_of(*shared);
    ASSERT_TRUE(puzzle.ok()) << text << ": " << puzzle.error().message;
    const auto url = notation::ips_url(shared_position_of(*puzzle));
    ASSERT_TRUE(url.ok()) << url.error().message;
    EXPECT_THAT(*url, HasSubstr("pn.html?"));
    EXPECT_EQ(*puzzle_of(*notation::parse_ips(*url)), *puzzle);
  }
}

TEST(Puzzle, ReportsItsErrors) {
  EXPECT_THAT(error_of("800F08J08A0EB_8161"), HasSubstr("no goal"));
  EXPECT_THAT(error_of("800F08J08A0EB___270"), HasSubstr("no pair"));
  EXPECT_THAT(error_of("100000_0161__u01"), HasSubstr("hangs in the air"));
  EXPECT_THAT(error_of("800F08J08A0EB_8161__u00"), HasSubstr("no times"));
  EXPECT_THAT(error_of("91_01__u01"), testing::IsEmpty());
  EXPECT_THAT(error_of("991_01__u01"), HasSubstr("vanish before"));
  EXPECT_THAT(error_of("~9_01__u01"), HasSubstr("hard garbage"));
  EXPECT_THAT(error_of("_010101010101010101010101010101__u01"), HasSubstr("more than 12"));
}

TEST(Puzzle, CanBeSolvedWithFallingGarbage) {
  rules::Field field = tests::field_from_picture("RRR...");
  Puzzle puzzle{.field = field, .steps = {}, .goal = {notation::GoalKind::clear_all, {}, notation::GoalColour::any, 0}};
  puzzle.steps = {notation::GarbageDrop{{0, 1, 0, 0, 0, 0}}, Pair{Cell::red, Cell::red}};
  const SolveResult solved = solve(puzzle, {});
  // Wherever a group of five vanishes, the garbage on the second column vanishes too.
  using Only = std::vector<Placement>;
  EXPECT_THAT(solved.solutions, ElementsAre(Only{{1, Rotation::up}}, Only{{3, Rotation::up}}, Only{{4, Rotation::up}},
                                            Only{{3, Rotation::right}}, Only{{4, Rotation::right}}));
  EXPECT_EQ(solved.sequences, 10U);
}

TEST(Puzzle, CannotBeSolvedAfterTheFieldIsChoked) {
  rules::Field field = tests::field_from_picture("RRR...");
  for (int y = 2; y <= 11; ++y) field.put(3, y, Cell::garbage);
  Puzzle puzzle{.field = field, .steps = {}, .goal = {notation::GoalKind::chain, {}, notation::GoalColour::any, 1}};
  puzzle.steps = {notation::GarbageDrop{{0, 0, 1, 0, 0, 0}}, Pair{Cell::red, Cell::red}};
  EXPECT_TRUE(solve(puzzle, {}).solutions.empty());
  EXPECT_FALSE(check_attempt(puzzle, std::vector<Placement>{{4, Rotation::up}}).legal);
}

TEST(AttemptResult, EndsWithTheHandThatMeetsTheGoal) {
  const auto puzzle = read("800F08J08A0EB_8161__270");
  const std::vector<Placement> wrong = {{1, Rotation::up}, {2, Rotation::up}};
  EXPECT_FALSE(check_attempt(*puzzle, wrong).solved);
  EXPECT_TRUE(check_attempt(*puzzle, wrong).legal);
  EXPECT_EQ(check_attempt(*puzzle, wrong).hands, 2);
  const std::vector<Placement> beside = {{6, Rotation::right}};
  EXPECT_FALSE(check_attempt(*puzzle, beside).legal);
  EXPECT_FALSE(check_attempt(*puzzle, {}).solved);
}

notation::SharedPosition shared(const char* text) { return *notation::parse_ips(text); }

TEST(PuzzleFlaw, IsFoundForEachKind) {
  EXPECT_EQ(find_flaw(shared("800F08J08A0EB_8161")), PuzzleFlaw::no_goal);
  EXPECT_EQ(find_flaw(shared("800F08J08A0EB_8161__u00")), PuzzleFlaw::zero_goal);
  EXPECT_EQ(find_flaw(shared("~9_01__u01")), PuzzleFlaw::unknown_cells);
  EXPECT_EQ(find_flaw(shared("100000_0161__u01")), PuzzleFlaw::floating_cells);
  EXPECT_EQ(find_flaw(shared("991_01__u01")), PuzzleFlaw::complete_group);
  EXPECT_EQ(find_flaw(shared("800F08J08A0EB___270")), PuzzleFlaw::no_pair);
  EXPECT_EQ(find_flaw(shared("_010101010101010101010101010101__u01")), PuzzleFlaw::too_long);
  EXPECT_EQ(find_flaw(shared("800F08J08A0EB_8161__270")), std::nullopt);
}

TEST(PuzzleFlaw, IsChokedForAFullColumnThree) {
  notation::SharedPosition full = shared("_01__u01");
  for (int y = 1; y <= 12; ++y) full.field.put(3, y, notation::SharedCell::garbage);
  EXPECT_EQ(find_flaw(full), PuzzleFlaw::choked);
}

TEST(PuzzleFlaw, IsPairWithoutColoursForGarbageInAPair) {
  notation::SharedPosition grey = shared("_01__u01");
  grey.moves.emplace_back(notation::UpcomingPair{{rules::Cell::red, rules::Cell::garbage}});
  EXPECT_EQ(find_flaw(grey), PuzzleFlaw::pair_without_colours);
}

TEST(PuzzleFlaw, IsTheReasonForRefusingAPuzzle) {
  const auto floating = puzzle_of(shared("100000_0161__u01"));
  ASSERT_FALSE(floating.ok());
  EXPECT_EQ(floating.error().message, text_of(PuzzleFlaw::floating_cells));
}

TEST(PuzzleFlaw, HasItsOwnText) {
  std::set<std::string> texts;
  for (int i = 0; i <= static_cast<int>(PuzzleFlaw::too_long); ++i) texts.insert(text_of(static_cast<PuzzleFlaw>(i)));
  EXPECT_EQ(texts.size(), 9U);
  EXPECT_FALSE(texts.contains(""));
}

}  // namespace

}  // namespace rensa::puzzles
