#include "engine/duel/view.h"

#include <gtest/gtest.h>

#include "engine/rules/picture.h"
#include "tests/engine/duel/play.h"

namespace rensa::duel {
namespace {

using test::setup_of;
using test::setup_with_pairs;

std::string pairs_of(const SideView& side) {
  std::string text;
  for (int i = 0; i < side.pairs_shown; ++i) {
    const rules::Pair pair = side.pairs[static_cast<std::size_t>(i)];
    text += std::string(i == 0 ? "" : " ") + rules::picture_of(pair.axis) + rules::picture_of(pair.child);
  }
  return text;
}

TEST(View, PairsAreShownAsTheyAreRevealed) {
  Duel duel(setup_with_pairs("RB YG BB RY"));
  EXPECT_EQ(pairs_of(view(duel, Seat::one).own), ".. RB");
  duel.advance(1);
  EXPECT_EQ(pairs_of(view(duel, Seat::one).own), ".. RB YG");
  duel.advance(61);
  EXPECT_EQ(pairs_of(view(duel, Seat::one).own), "RB YG");
  duel.advance(88);
  EXPECT_EQ(pairs_of(view(duel, Seat::one).opponent), "RB YG");
  while (duel.frame() < 89) duel.step({});
  EXPECT_EQ(pairs_of(view(duel, Seat::one).own), "RB YG BB");
  EXPECT_EQ(pairs_of(view(duel, Seat::one).opponent), "RB YG BB");
}

TEST(View, RulesetLimitsThePairsShown) {
  for (const int visible : {1, 2, 3}) {
    GameSetup setup = setup_with_pairs("RB YG BB RY");
    setup.ruleset.visible_pairs = visible;
    Duel duel(setup);
    while (duel.frame() < 100) duel.step({});
    EXPECT_EQ(view(duel, Seat::two).own.pairs_shown, visible);
    EXPECT_EQ(view(duel, Seat::two).own.pairs[2],
              visible == 3 ? (rules::Pair{rules::Cell::blue, rules::Cell::blue}) : rules::Pair{});
  }
}

TEST(View, FallingPairOfTheOpponentIsAPlaceOnly) {
  Duel duel(setup_with_pairs("RB YG BB RY"));
  while (duel.frame() < 73) duel.step({});
  duel.step({Input::hold(rules::Keys::right | rules::Keys::turn_a), {}});
  const View own = view(duel, Seat::one);
  const View other = view(duel, Seat::two);
  ASSERT_TRUE(own.own.falling && other.opponent.falling);
  EXPECT_EQ(*own.own.falling, duel.lane(Seat::one).falling_pair());
  EXPECT_GT(own.own.falling->arrow_lock, 0);
  EXPECT_EQ(other.opponent.falling->x, own.own.falling->x);
  EXPECT_EQ(other.opponent.falling->r, own.own.falling->r);
  EXPECT_EQ(other.opponent.falling->arrow_lock, 0);
  EXPECT_FALSE(own.decision_due);
  EXPECT_TRUE(other.decision_due);
}

// Two games that differ only in what seat one must not see.
TEST(View, PlannedKeysOfTheOpponentAreHidden) {
  Duel left(setup_with_pairs("RB YG BB RY"));
  while (left.frame() < 73) left.step({});
  Duel right = left;
  left.step({{}, Input::place({1, rules::Rotation::up})});
  right.step({{}, Input::place({2, rules::Rotation::up})});
  ASSERT_NE(left.hash(), right.hash());
  const auto left_place = *view(left, Seat::two).own.falling;
  const auto right_place = *view(right, Seat::two).own.falling;
  if (left_place == right_place) EXPECT_EQ(view(left, Seat::one), view(right, Seat::one));
}

TEST(View, LaterQueueAndGeneratorAreHidden) {
  GameSetup setup = setup_with_pairs("RB YG BB RY");
  Duel left(setup);
  std::vector<rules::Pair> pairs(setup.queue->pairs().begin(), setup.queue->pairs().end());
  for (std::size_t i = 3; i < pairs.size(); ++i) pairs[i] = {rules::Cell::green, rules::Cell::green};
  setup.queue = rules::PairQueue::from_pairs(pairs);
  setup.seed = 99;  // the columns of garbage to come
  Duel right(setup);
  while (left.frame() < 300) {
    left.step({});
    right.step({});
    for (const Seat seat : kSeats) ASSERT_EQ(view(left, seat), view(right, seat));
  }
  EXPECT_NE(left.hash(), right.hash());
}

// Column 3 of the opponent filled to row 13, once with another colour on top.
TEST(View, HiddenRowsOfTheOpponentAreHidden) {
  GameSetup setup = setup_with_pairs("RB RB RB RB RB RB RY RB");
  setup.ruleset = *rules::find_ruleset("jaist-1");
  TurnDuel left(setup);
  setup = setup_with_pairs("RB RB RB RB RB RB RG RB");
  setup.ruleset = *rules::find_ruleset("jaist-1");
  TurnDuel right(setup);
  for (TurnDuel* duel : {&left, &right}) {
    for (int turn = 0; turn < 6; ++turn) {
      duel->step({Input::place({1, rules::Rotation::up}), Input::place({2, rules::Rotation::up})});
    }
    // The axis rests on column 2 in row 13, the child falls into column 3 with the other colour.
    duel->step({Input::place({6, rules::Rotation::up}), Input::place({6, rules::Rotation::up})});
  }
  const View mine = view(left, Seat::two);
  EXPECT_EQ(mine.own.field, left.side(Seat::two).field);
  const View other = view(left, Seat::one);
  for (int x = 1; x <= rules::kColumns; ++x) {
    EXPECT_EQ(other.opponent.field.at(x, 13), rules::Cell::empty);
    EXPECT_EQ(other.opponent.field.at(x, 14), rules::Cell::empty);
  }
  EXPECT_EQ(other.own.hand, 8);
  EXPECT_EQ(other.own.pairs_shown, 3);
}

TEST(View, CellsOfTheHiddenRowMakeNoDifference) {
  // Seat two puts its seventh pair on column 1, which is 12 high: one lane has a red, one a blue in row 13.
  const auto played = [](rules::Rotation r) {
    Duel duel(setup_with_pairs("RB RB RB RB RB RB RB"));
    for (int hand = 1; hand <= 7; ++hand) {
      while (!duel.lane(Seat::two).decision_due()) duel.advance();
      const int idle = 4 + hand % 3;
      const rules::Placement high = hand <= 6 ? rules::Placement{1, rules::Rotation::up} : rules::Placement{1, r};
      duel.step({Input::place({static_cast<std::int8_t>(idle), rules::Rotation::up}), Input::place(high)});
    }
    while (duel.lane(Seat::two).phase() != Phase::preparation && !duel.outcome()) duel.step({});
    return duel;
  };
  const Duel duel = played(rules::Rotation::right);
  const rules::Field& whole = duel.lane(Seat::two).field();
  if (whole.at(1, 13) != rules::Cell::empty) {
    EXPECT_EQ(view(duel, Seat::one).opponent.field.at(1, 13), rules::Cell::empty);
    EXPECT_EQ(view(duel, Seat::two).own.field.at(1, 13), whole.at(1, 13));
  }
}

TEST(View, TellsTheEnd) {
  Game game(setup_of("tsu-1", 1));
  while (!game.outcome()) game.advance();
  const View end = view(game, Seat::one);
  EXPECT_EQ(end.outcome, game.outcome());
  EXPECT_EQ(end.own.phase, Phase::dead);
  EXPECT_FALSE(end.decision_due);
  EXPECT_EQ(end.clock, 973);
}

}  // namespace
}  // namespace rensa::duel
