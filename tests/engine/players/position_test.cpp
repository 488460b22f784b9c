#include "engine/players/position.h"

#include <gtest/gtest.h>

#include "engine/players/side_facts.h"
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

TEST(Position, ASideWithoutAPairHasNoChain) {
  duel::View view = test::given_view("......", "RB", rules::Pacing::frames);
  view.opponent.field = tests::field_from_picture("RRRR..");
  EXPECT_EQ(position_of(view, tsu()).own_incoming, IncomingGarbage{});
}

}  // namespace
}  // namespace rensa::players
