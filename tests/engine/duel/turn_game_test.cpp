#include "engine/duel/turn_game.h"

#include <gtest/gtest.h>

#include "engine/duel/outcome.h"
#include "engine/notation/text.h"
#include "tests/engine/duel/scripted_games.h"

namespace rensa::duel {
namespace {

using rules::Rotation;
using test::place;
using test::setup_of;
using test::text_of;
using test::turns_with_pairs;
using test::up;

std::string step(TurnGame& duel, const Input& one, const Input& two) { return text_of(duel.step({one, two})); }

TEST(TurnGame, BothPairsDropInOneStep) {
  TurnGame duel(turns_with_pairs("class-1", "RB YG"));
  EXPECT_EQ(step(duel, up(1), place(6, Rotation::left)), "1:lock(1,1,0) 2:lock(6,1,3) 1:control#2 2:control#2");
  EXPECT_EQ(notation::picture_of(duel.side(Seat::one).field), "B.....\nR.....\n");
  EXPECT_EQ(notation::picture_of(duel.side(Seat::two).field), "....BR\n");
  EXPECT_EQ(duel.turn(), 1);
}

TEST(TurnGame, MissingAndIllegalPlacementsFallStraight) {
  TurnGame duel(turns_with_pairs("class-1", "RB YG"));
  EXPECT_EQ(step(duel, {}, place(1, Rotation::left)),
            "1:refused(0,0)4 1:lock(3,1,0) 2:refused(1,3)1 2:lock(3,1,0) 1:control#2 2:control#2");
  EXPECT_EQ(step(duel, Input::hold(movement::Keys::left), up(4)),
            "1:refused(0,0)4 1:lock(3,3,0) 2:lock(4,1,0) 1:control#3 2:control#3");
}

TEST(TurnGame, PlacementsIntoTheTrapRowAreNotLegal) {
  rules::Field field;
  for (int y = 1; y <= 12; ++y) field.put(1, y, rules::Cell::garbage);
  const std::uint32_t legal = rules::droppable_placements(field.heights());
  EXPECT_EQ(legal & 1U, 0U);  // column 1, child up
  EXPECT_NE(legal & 2U, 0U);
}

TEST(TurnGame, StraightIsReplacedByTheFirstLegalOneWhereItIsNotLegal) {
  TurnGame duel(turns_with_pairs("jaist-1", "RB YG"));
  for (int turn = 0; turn < 6; ++turn) duel.step({up(3), up(1)});
  EXPECT_EQ(duel.side(Seat::one).field.heights()[3], 12);
  const std::string story = step(duel, up(3), up(2));
  EXPECT_EQ(story.substr(0, 30), "1:refused(3,0)3 1:lock(1,1,0) ");
}

TEST(TurnGame, FilledSpawnCellChokes) {
  TurnGame duel(turns_with_pairs("class-1", "RB YG"));
  for (int turn = 0; turn < 5; ++turn) duel.step({up(3), up(1)});
  EXPECT_EQ(step(duel, up(3), up(2)), "1:lock(3,11,0) 2:lock(2,1,0) 1:died 2:wins");
  EXPECT_EQ(duel.outcome(), (Outcome{.winner = Seat::two, .cause = Cause::choked, .frame = 6}));
  EXPECT_TRUE(duel.step({up(1), up(1)}).empty());
}

TEST(TurnGame, UnderNoMoveAFilledSpawnCellIsSurvived) {
  TurnGame duel(turns_with_pairs("jaist-1", "RB YG"));
  for (int turn = 0; turn < 6; ++turn) duel.step({up(3), up(1)});
  EXPECT_FALSE(duel.outcome());
}

TEST(TurnGame, NoPlacementLeftIsTheEnd) {
  TurnGame duel(turns_with_pairs("jaist-1", "RB YG"));
  while (!duel.outcome()) duel.step({});
  EXPECT_EQ(duel.outcome()->cause, Cause::no_move);
  const Seat winner = duel.outcome()->winner.value_or(Seat::one);
  EXPECT_EQ(rules::droppable_placements(duel.side(opponent_of(winner)).field.heights()), 0U);
}

TEST(TurnGame, TurnLimitIsADraw) {
  GameSetup setup = turns_with_pairs("class-1", "RB YG");
  setup.ruleset.turn_limit = 2;
  TurnGame duel(setup);
  duel.step({up(1), up(1)});
  EXPECT_EQ(step(duel, up(2), up(2)), "1:lock(2,1,0) 2:lock(2,1,0) draw");
  EXPECT_EQ(duel.outcome(), (Outcome{.winner = std::nullopt, .cause = Cause::limit, .frame = 2}));
}

TEST(TurnGame, SimultaneousAttacksCancelEachOther) {
  TurnGame duel(turns_with_pairs("class-1", "RR RR RR RR BG YB"));
  for (const int x : {1, 1, 3}) duel.step({up(x), up(x)});
  EXPECT_EQ(step(duel, up(3), up(3)),
            "1:lock(3,3,0) 1:link1(4,40) 1:all_clear2100 2:lock(3,3,0) 2:link1(4,40) 2:all_clear2100 "
            "1:sent0-31 2:sent0-31 1:control#5 2:control#5");
  EXPECT_EQ(duel.side(Seat::one).waiting.total(), 0);
}

TEST(TurnGame, WaitingGarbageFallsAtTheEndOfTheNextTurn) {
  TurnGame duel(turns_with_pairs("class-1", "RR RR RR RR BG YB"));
  for (const int x : {1, 1, 3}) duel.step({up(x), place(x, x == 1 ? Rotation::up : Rotation::right)});
  const std::string attack = step(duel, up(3), up(6));
  EXPECT_NE(attack.find("1:sent31-0 2:fixed31"), std::string::npos) << attack;
  EXPECT_EQ(attack.find("fell"), std::string::npos);
  const std::string after = step(duel, up(1), up(1));
  EXPECT_NE(after.find("2:fell30"), std::string::npos) << after;
  EXPECT_EQ(duel.side(Seat::two).waiting, (WaitingGarbage{.pending = 0, .fixed = 1}));
}

TEST(TurnGame, LiteratureAttackCountsLinksAndCells) {
  TurnGame duel(turns_with_pairs("jaist-1", "RR RB BB RB YG"));
  step(duel, up(1), up(6));
  step(duel, place(1, Rotation::right), up(3));
  step(duel, up(2), up(5));
  EXPECT_EQ(notation::picture_of(duel.side(Seat::one).field), "RB....\nRB....\nRB....\n");
  // Two links of four cells are worth 3 * 2 * 1 + 0, and an empty field nothing.
  EXPECT_EQ(step(duel, up(1), up(2)),
            "1:lock(1,4,0) 1:link1(4,40) 1:link2(4,320) 1:all_clear0 2:lock(2,1,0) 1:sent6-0 2:fixed6 1:control#5 "
            "2:control#5");
}

TEST(TurnGame, QueuesSplitAfterTheFirstClearBehindTheVisiblePairs) {
  TurnGame duel(turns_with_pairs("jaist-1", "RR RR RB BY YG GG BB YY"));
  duel.step({up(1), up(6)});
  duel.step({up(1), up(5)});  // seat one clears in turn 2; hands 3 to 5 are visible after it
  int differences = 0;
  for (int hand = 1; hand <= 128; ++hand) {
    const bool same = duel.queues().at(Seat::one, hand) == duel.queues().at(Seat::two, hand);
    if (hand <= 5) {
      EXPECT_TRUE(same) << hand;
    }
    differences += same ? 0 : 1;
  }
  EXPECT_GT(differences, 90);
}

TEST(TurnGame, ExchangingTheSeatsMirrorsTheGame) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    TurnGame left(setup_of("class-1", seed));
    TurnGame right(setup_of("class-1", seed));
    test::Player one = test::builder();
    test::Player two = test::random_placements(seed);
    while (!left.outcome()) {
      const Input a = one(view_for_seat(left, Seat::one));
      const Input b = two(view_for_seat(left, Seat::two));
      left.step({a, b});
      right.step({b, a});
      ASSERT_EQ(left.side(Seat::one), right.side(Seat::two));
      ASSERT_EQ(left.side(Seat::two), right.side(Seat::one));
      ASSERT_EQ(left.outcome().has_value(), right.outcome().has_value());
    }
    if (left.outcome()->winner) {
      EXPECT_EQ(*left.outcome()->winner, opponent_of(*right.outcome()->winner));
    }
  }
}

TEST(TurnGame, HashDiffersForDifferentStates) {
  TurnGame left(setup_of("jaist-1", 1));
  TurnGame right(setup_of("jaist-1", 1));
  EXPECT_EQ(left.hash(), right.hash());
  left.step({up(1), up(2)});
  right.step({up(1), up(3)});
  EXPECT_NE(left.hash(), right.hash());
  EXPECT_NE(TurnGame(setup_of("jaist-1", 2)).hash(), TurnGame(setup_of("jaist-1", 1)).hash());
}

TEST(Game, TurnGamesHaveNoTimeToPass) {
  Game game(setup_of("jaist-1", 1));
  EXPECT_TRUE(game.advance().empty());
  EXPECT_EQ(game.clock(), 0);
  EXPECT_TRUE(game.is_decision_due(Seat::one));
  EXPECT_TRUE(game.is_consistent());
  game.step({up(1), up(1)});
  EXPECT_EQ(game.clock(), 1);
  EXPECT_EQ(game.frame_game(), nullptr);
}

}  // namespace
}  // namespace rensa::duel
