#include "engine/duel/view.h"

#include <gtest/gtest.h>

#include "engine/notation/text.h"
#include "engine/rules/timing.h"
#include "tests/engine/duel/scripted_games.h"

namespace rensa::duel {
namespace {

using test::setup_of;
using test::setup_with_pairs;

std::string pairs_of(const SideView& side) {
  std::string text;
  for (int i = 0; i < side.pairs_shown; ++i) {
    const rules::Pair pair = side.pairs[static_cast<std::size_t>(i)];
    text += std::string(i == 0 ? "" : " ") + notation::picture_of(pair.axis) + notation::picture_of(pair.child);
  }
  return text;
}

TEST(View, PairsAreShownAsTheyAreRevealed) {
  FrameGame duel(setup_with_pairs("RB YG BB RY"));
  EXPECT_EQ(pairs_of(view_for_seat(duel, Seat::one).own), ".. RB");
  duel.advance(1);
  EXPECT_EQ(pairs_of(view_for_seat(duel, Seat::one).own), ".. RB YG");
  duel.advance(61);
  EXPECT_EQ(pairs_of(view_for_seat(duel, Seat::one).own), "RB YG");
  duel.advance(88);
  EXPECT_EQ(pairs_of(view_for_seat(duel, Seat::one).opponent), "RB YG");
  while (duel.frame() < 89) duel.step({});
  EXPECT_EQ(pairs_of(view_for_seat(duel, Seat::one).own), "RB YG BB");
  EXPECT_EQ(pairs_of(view_for_seat(duel, Seat::one).opponent), "RB YG BB");
}

TEST(View, RulesetLimitsThePairsShown) {
  for (const int visible : {1, 2, 3, 4, 5}) {
    GameSetup setup = setup_with_pairs("RB YG BB RY GG");
    setup.ruleset.visible_pairs = visible;
    FrameGame duel(setup);
    while (duel.frame() < 100) duel.step({});
    const SideView side = view_for_seat(duel, Seat::two).own;
    EXPECT_EQ(side.pairs_shown, visible);
    for (int i = 0; i < rules::kMaxVisiblePairs; ++i) {
      const rules::Pair pair = duel.queues().at(Seat::two, side.hand + i);
      EXPECT_EQ(side.pairs[static_cast<std::size_t>(i)], i < visible ? pair : rules::Pair{}) << visible << ' ' << i;
    }
  }
}

// The current pair and the next one are shown at once, and the last one of more pairs when it is revealed.
TEST(View, RevealsTheLastPairLater) {
  for (const int visible : {1, 2, 3, 4, 5}) {
    GameSetup setup = setup_with_pairs("RB YG BB RY GG");
    setup.ruleset.visible_pairs = visible;
    FrameGame duel(setup);
    while (!duel.side(Seat::one).is_decision_due()) duel.step({});
    EXPECT_EQ(view_for_seat(duel, Seat::one).own.pairs_shown, visible > 2 ? visible - 1 : visible);
    for (int frame = 1; frame < rules::kRevealFrames; ++frame) duel.step({});
    EXPECT_EQ(view_for_seat(duel, Seat::one).own.pairs_shown, visible > 2 ? visible - 1 : visible);
    duel.step({});
    EXPECT_EQ(view_for_seat(duel, Seat::one).own.pairs_shown, visible);
  }
}

TEST(View, FallingPairOfTheOpponentHasNoCounters) {
  FrameGame duel(setup_with_pairs("RB YG BB RY"));
  while (duel.frame() < 73) duel.step({});
  duel.step({Input::hold(movement::Keys::right | movement::Keys::turn_a), {}});
  const View own = view_for_seat(duel, Seat::one);
  const View other = view_for_seat(duel, Seat::two);
  ASSERT_TRUE(own.own.falling && other.opponent.falling);
  EXPECT_EQ(*own.own.falling, duel.side(Seat::one).falling_pair());
  EXPECT_GT(own.own.falling->arrow_lock, 0);
  EXPECT_EQ(other.opponent.falling->x, own.own.falling->x);
  EXPECT_EQ(other.opponent.falling->r, own.own.falling->r);
  EXPECT_EQ(other.opponent.falling->arrow_lock, 0);
  EXPECT_FALSE(own.decision_due);
  EXPECT_TRUE(other.decision_due);
}

TEST(View, PlannedKeysOfTheOpponentAreHidden) {
  FrameGame left(setup_with_pairs("RB YG BB RY"));
  while (left.frame() < 73) left.step({});
  FrameGame right = left;
  left.step({Input{}, Input::place({1, rules::Rotation::up})});
  right.step({Input{}, Input::place({2, rules::Rotation::up})});
  ASSERT_NE(left.hash(), right.hash());
  EXPECT_EQ(view_for_seat(left, Seat::one), view_for_seat(right, Seat::one));
}

TEST(View, LaterQueueAndGeneratorAreHidden) {
  GameSetup setup = setup_with_pairs("RB YG BB RY");
  FrameGame left(setup);
  std::vector<rules::Pair> pairs(setup.queue->pairs().begin(), setup.queue->pairs().end());
  for (std::size_t i = 3; i < pairs.size(); ++i) pairs[i] = {rules::Cell::green, rules::Cell::green};
  setup.queue = rules::PairQueue::from_pairs(pairs);
  setup.seed = 99;  // the columns of garbage to come
  FrameGame right(setup);
  while (left.frame() < 300) {
    left.step({});
    right.step({});
    for (const Seat seat : kSeats) ASSERT_EQ(view_for_seat(left, seat), view_for_seat(right, seat));
  }
  EXPECT_NE(left.hash(), right.hash());
}

// Seat two stacks column 4 to row 13, the cell there being the child of hand 7; seat one lets its pairs fall and has
// not seen that pair.
FrameGame stacked_to_the_hidden_row(const std::string& hand_7) {
  FrameGame duel(setup_with_pairs("RB RB RB RB RB RB " + hand_7 + " RB"));
  for (int hand = 1; hand <= 7; ++hand) {
    while (!duel.side(Seat::two).is_decision_due()) duel.advance();
    duel.step({Input{}, Input::place({4, hand == 1 ? rules::Rotation::right : rules::Rotation::up})});
  }
  while (!duel.side(Seat::two).is_decision_due() || !duel.side(Seat::two).is_next_next_revealed()) duel.step({});
  return duel;
}

TEST(View, HiddenRowsOfTheOpponentAreHidden) {
  const FrameGame left = stacked_to_the_hidden_row("RY");
  const FrameGame right = stacked_to_the_hidden_row("RG");
  ASSERT_EQ(left.side(Seat::two).field().at(4, 13), rules::Cell::yellow);
  ASSERT_EQ(right.side(Seat::two).field().at(4, 13), rules::Cell::green);
  ASSERT_LT(left.side(Seat::one).hand(), 5);
  EXPECT_EQ(view_for_seat(left, Seat::one), view_for_seat(right, Seat::one));
  EXPECT_EQ(view_for_seat(left, Seat::one).opponent.field.at(4, 12), rules::Cell::red);
  EXPECT_EQ(view_for_seat(left, Seat::one).opponent.field.at(4, 13), rules::Cell::empty);
  EXPECT_EQ(view_for_seat(left, Seat::two).own.field.at(4, 13), rules::Cell::yellow);
}

TEST(View, TurnGamesHideTheSame) {
  GameSetup setup = setup_with_pairs("RB RB RB RB RB RB RB");
  setup.ruleset = *rules::find_ruleset("jaist-1");
  TurnGame duel(setup);
  for (int turn = 1; turn <= 7; ++turn) {
    const auto r = turn == 1 ? rules::Rotation::right : rules::Rotation::up;
    duel.step({Input::place({3, r}), Input::place({3, r})});
  }
  ASSERT_EQ(duel.side(Seat::two).field.at(3, 13), rules::Cell::blue);
  EXPECT_EQ(view_for_seat(duel, Seat::one).opponent.field.at(3, 13), rules::Cell::empty);
  EXPECT_EQ(view_for_seat(duel, Seat::one).own.field.at(3, 13), rules::Cell::blue);
  EXPECT_EQ(view_for_seat(duel, Seat::one).own.hand, 8);
  EXPECT_EQ(view_for_seat(duel, Seat::one).clock, 7);
  EXPECT_EQ(view_for_seat(duel, Seat::one).own.pairs_shown, 3);
}

TEST(View, ShowsTheOutcomeAtTheEnd) {
  Game game(setup_of("tsu-1", 1));
  while (!game.outcome()) game.advance();
  const View end = view_for_seat(game, Seat::one);
  EXPECT_EQ(end.outcome, game.outcome());
  EXPECT_EQ(end.own.phase, Phase::dead);
  EXPECT_FALSE(end.decision_due);
  EXPECT_EQ(end.clock, 973);
}

}  // namespace
}  // namespace rensa::duel
