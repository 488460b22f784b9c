#include "engine/players/position.h"

#include <gtest/gtest.h>

#include "engine/players/exchange/side_facts.h"
#include "engine/players/registry.h"
#include "engine/rules/chain.h"
#include "tests/engine/players/given_view.h"
#include "tests/tools/field_picture.h"

namespace rensa::players {
namespace {

const rules::Ruleset& tsu() { return *rules::find_ruleset("tsu-1"); }

TEST(Position, HoldsTheViewAndTheRuleset) {
  const duel::View view = test::given_view("RRR...", "RB", rules::Pacing::frames);
  const Position position = position_of(view, tsu());
  EXPECT_EQ(position.ruleset, tsu());
  EXPECT_EQ(position.own, view.own);
  EXPECT_EQ(position.opponent, view.opponent);
  EXPECT_TRUE(position.decision_due);
  EXPECT_EQ(position, position_of(view, tsu()));
}

TEST(Position, TellsGarbageThatWaits) {
  duel::View view = test::given_view("RRR...", "RB", rules::Pacing::frames);
  view.own.waiting = {.pending = 4, .fixed = 7};
  view.opponent.waiting = {.pending = 0, .fixed = 3};
  const Position position = position_of(view, tsu());
  EXPECT_EQ(position.own_incoming, (IncomingGarbage{.fixed = 7, .pending = 4}));
  EXPECT_EQ(position.own_incoming.total(), 11);
  EXPECT_EQ(position.opponent_incoming, (IncomingGarbage{.fixed = 3}));
}

// The opponent's pair has locked and starts a chain.
TEST(Position, TellsWhatARunningChainWillSendAndWhen) {
  duel::View view = test::given_view("......", "RB", rules::Pacing::frames);
  view.own.waiting.pending = 2;
  view.opponent.hand = 2;
  view.opponent.phase = duel::Phase::settling;
  view.opponent.field = tests::field_from_picture(
      "RGG...\n"
      "RRRGG.");
  rules::Field after = view.opponent.field;
  const rules::ChainResult chain = rules::simulate_chain(after);
  ASSERT_EQ(chain.links, 2);
  const evaluation::RunningChain running = running_chain_of(view.opponent, tsu().attack);
  EXPECT_GE(running.frames, chain.frames);
  const Position position = position_of(view, tsu());
  EXPECT_EQ(position.own_incoming,
            (IncomingGarbage{.pending = 2, .expected = chain.score / tsu().garbage_rate, .fixed_in = running.frames}));
  EXPECT_EQ(position.opponent_free_in(), running.frames);
  EXPECT_EQ(position.own_free_in(), 0);
  EXPECT_EQ(position.opponent_incoming, IncomingGarbage{});
}

// Plays random games, and compares each expected decision with the one that came.
TEST(NextDecision, IsTheOneThatComes) {
  for (const int visible : {3, 4, 5}) {
    rules::Ruleset ruleset = tsu();
    ruleset.visible_pairs = visible;
    duel::Game game({.ruleset = ruleset, .seed = 21, .queue = std::nullopt});
    const auto player = find_player("greedy")->make({.ruleset = ruleset, .seed = 1});
    const auto other = find_player("random")->make({.ruleset = ruleset, .seed = 2});
    std::optional<Position> expected;
    int compared = 0;
    int decisions = 0;
    while (!game.outcome()) {
      duel::Inputs inputs{};
      for (const duel::Seat seat : duel::kSeats) {
        const Position position = position_of(duel::view_for_seat(game, seat), ruleset);
        const bool is_first = seat == duel::Seat::one;
        if (is_first && !position.decision_due) {
          if (auto next = next_decision(position)) expected = std::move(next);
        }
        if (!position.decision_due) continue;
        inputs[duel::index_of(seat)] = duel::Input::place((is_first ? player : other)->choose(position, {}));
        if (!is_first) continue;
        ++decisions;
        if (expected) {
          ++compared;
          EXPECT_EQ(expected->own.field, position.own.field) << "frame " << game.clock();
          EXPECT_EQ(expected->own.pairs, position.own.pairs);
          EXPECT_EQ(expected->own.pairs_shown, position.own.pairs_shown);
          EXPECT_EQ(expected->own.hand, position.own.hand);
          EXPECT_EQ(expected->own.phase, position.own.phase);
          EXPECT_TRUE(expected->decision_due);
        }
        expected.reset();
      }
      game.step(inputs);
    }
    EXPECT_GT(decisions, 20);
    EXPECT_GT(2 * compared, decisions);
  }
}

TEST(NextDecision, IsNotKnownUnderRulesThatShowItsPairsLater) {
  for (const int visible : {1, 2}) {
    rules::Ruleset ruleset = tsu();
    ruleset.visible_pairs = visible;
    duel::Game game({.ruleset = ruleset, .seed = 21, .queue = std::nullopt});
    const auto player = find_player("random")->make({.ruleset = ruleset, .seed = 1});
    while (game.clock() < 1'000) {
      const Position position = position_of(duel::view_for_seat(game, duel::Seat::one), ruleset);
      if (position.own.phase != duel::Phase::preparation) {
        EXPECT_FALSE(next_decision(position));
      }
      duel::Inputs inputs{};
      if (position.decision_due) inputs[0] = duel::Input::place(player->choose(position, {}));
      game.step(inputs);
    }
  }
  const duel::View turns = test::given_view("RRR...", "RB", rules::Pacing::turns);
  EXPECT_FALSE(next_decision(position_of(turns, *rules::find_ruleset("jaist-1"))));
}

// Garbage that is certain to fall makes the field of the next decision unknown, unless the own chain cancels it.
TEST(NextDecision, IsNotKnownBeforeGarbageFalls) {
  duel::View view = test::given_view("RRR...", "RB", rules::Pacing::frames);
  view.decision_due = false;
  view.own.falling.reset();
  view.own.phase = duel::Phase::falling;
  view.own.pairs_shown = 3;
  view.own.pairs[1] = view.own.pairs[2] = view.own.pairs[0];
  EXPECT_TRUE(next_decision(position_of(view, tsu())));
  view.own.waiting.fixed = 4;
  EXPECT_FALSE(next_decision(position_of(view, tsu())));
  view.own.field = tests::field_from_picture("RRRR..");
  EXPECT_FALSE(next_decision(position_of(view, tsu()))) << "40 points cancel nothing";
  view.own.waiting.fixed = 0;
  const auto next = next_decision(position_of(view, tsu()));
  ASSERT_TRUE(next);
  EXPECT_EQ(next->own.field, rules::Field());
  EXPECT_EQ(next->opponent_incoming.fixed, 40 / tsu().garbage_rate);
}

TEST(NextDecision, TheOwnChainCancelsGarbageBeforeItSendsTheRest) {
  duel::View view = test::given_view("RRRR..\nRRRR..", "RB", rules::Pacing::frames);
  view.decision_due = false;
  view.own.falling.reset();
  view.own.phase = duel::Phase::falling;
  view.own.pairs_shown = 3;
  view.own.pairs[1] = view.own.pairs[2] = view.own.pairs[0];
  const Position position = position_of(view, tsu());
  const int attack = position.opponent_incoming.expected;
  ASSERT_GT(attack, 3);
  const auto unhindered = next_decision(position);
  ASSERT_TRUE(unhindered);
  EXPECT_EQ(unhindered->opponent.waiting, (duel::WaitingGarbage{.fixed = attack}));
  EXPECT_EQ(unhindered->opponent_incoming, (IncomingGarbage{.fixed = attack}));

  view.own.waiting = {.pending = 1, .fixed = 2};
  const auto partly = next_decision(position_of(view, tsu()));
  ASSERT_TRUE(partly);
  EXPECT_EQ(partly->own.waiting, duel::WaitingGarbage{});
  EXPECT_EQ(partly->own_incoming, IncomingGarbage{});
  EXPECT_EQ(partly->opponent.waiting, (duel::WaitingGarbage{.fixed = attack - 3}));

  view.own.waiting = {.pending = attack + 1};
  const auto wholly = next_decision(position_of(view, tsu()));
  ASSERT_TRUE(wholly);
  EXPECT_EQ(wholly->own.waiting, (duel::WaitingGarbage{.pending = 1}));
  EXPECT_EQ(wholly->own_incoming.pending, 1);
  EXPECT_EQ(wholly->opponent.waiting, duel::WaitingGarbage{});

  view.own.waiting = {.pending = 1, .fixed = attack};
  EXPECT_FALSE(next_decision(position_of(view, tsu()))) << "the rest falls first";
}

TEST(Position, ASideWithoutAPairHasNoChain) {
  duel::View view = test::given_view("......", "RB", rules::Pacing::frames);
  view.opponent.field = tests::field_from_picture("RRRR..");
  EXPECT_EQ(position_of(view, tsu()).own_incoming, IncomingGarbage{});
}

}  // namespace
}  // namespace rensa::players
