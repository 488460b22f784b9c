#include "engine/players/answer.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/players/gaze.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "tests/engine/players/given_view.h"

namespace rensa::players {
namespace {

constexpr std::uint32_t kAll = (1U << rules::kPlacementCount) - 1;
// Two links, once RG stands upright in the fourth column.
constexpr const char* kReady =
    "GGG...\n"
    "RRR...";

PlayerSetup setup_for(const rules::Ruleset& ruleset) { return {.ruleset = ruleset, .seed = 1, .options = {}}; }

int links_of(const rules::Field& field, rules::Pair pair, rules::Placement placement) {
  rules::Field placed = field;
  rules::drop_pair(placed, pair, placement);
  return rules::simulate_chain(placed).links;
}

TEST(Threat, IsWhatWaitsAndWhatAChainStillBrings) {
  duel::SideView own;
  own.waiting = {.pending = 4, .fixed = 13};
  search::RunningChain theirs;
  EXPECT_EQ(threat_to(own, theirs, 70), std::nullopt) << "17 do not hurt";
  own.waiting.fixed = 14;
  EXPECT_EQ(threat_to(own, theirs, 70), (Threat{.garbage = 18, .hands = 1}));
  theirs.attack = 2 * 70 + 69;
  theirs.frames = 3 * search::kFramesPerHand - 1;
  EXPECT_EQ(threat_to(own, theirs, 70), (Threat{.garbage = 20, .hands = 3}));
  theirs.frames += 1;
  EXPECT_EQ(threat_to(own, theirs, 1), (Threat{.garbage = 18 + 209, .hands = 4}));
}

TEST(Threat, WhatIsFixedFallsAfterThisHandWhateverStillRuns) {
  duel::SideView own;
  own.waiting = {.pending = 0, .fixed = 18};
  search::RunningChain theirs;
  theirs.attack = 700;
  theirs.frames = 400;
  EXPECT_EQ(threat_to(own, theirs, 70), (Threat{.garbage = 28, .hands = 1}));
}

TEST(Answer, CountsAttacksOfAnySize) {
  rules::Ruleset ruleset = *rules::find_ruleset("tsu-1");
  ruleset.garbage_rate = 1;
  duel::View view = test::given_view(
      ".BY...\n"
      "RGBY..\n"
      "RGBY..\n"
      "RGBY..",
      "YY", rules::Pacing::frames);
  view.own.pairs[1] = {rules::Cell::red, rules::Cell::green};
  view.own.pairs_shown = 2;
  rules::Field field = view.own.field;
  rules::drop_pair(field, view.own.pairs[0], Answer(setup_for(ruleset)).choose(view, {.garbage = 5000, .hands = 2}));
  int most = 0;
  for (const rules::Placement next : rules::kPlacements)
    most = std::max(most, links_of(field, view.own.pairs[1], next));
  EXPECT_GE(most, 3) << "the long chain fires with the second pair";
}

TEST(Answer, IsWhatPromisesMostAndTheFirstOfEquals) {
  search::Growths growths;
  for (search::Growth& growth : growths) growth = {.lives = true, .now = {}, .promise = 5};
  EXPECT_EQ(choose_answer(growths, kAll), 0U);
  growths[3].promise = growths[8].promise = 7;
  EXPECT_EQ(choose_answer(growths, kAll), 3U);
  EXPECT_EQ(choose_answer(growths, kAll & ~(1U << 3)), 8U);
  growths[3].lives = false;
  EXPECT_EQ(choose_answer(growths, kAll), 8U);
  EXPECT_EQ(choose_answer(growths, 1U << 3), 3U) << "for want of others";
}

TEST(Answer, FiresWhileThereIsTime) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  const duel::View view = test::given_view(kReady, "RG", rules::Pacing::frames);
  const auto placement = Answer(setup_for(ruleset)).choose(view, {.garbage = 30, .hands = 1});
  EXPECT_EQ(links_of(view.own.field, view.own.pairs[0], placement), 2);
}

TEST(Answer, KeepsTheWayFreeForThePairThatFires) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  for (const char* pair : {"YB", "YY", "BB", "BY"}) {
    duel::View view = test::given_view(kReady, pair, rules::Pacing::frames);
    view.own.pairs[1] = {rules::Cell::red, rules::Cell::green};
    view.own.pairs_shown = 2;
    rules::Field field = view.own.field;
    rules::drop_pair(field, view.own.pairs[0], Answer(setup_for(ruleset)).choose(view, {.garbage = 30, .hands = 2}));
    int most = 0;
    for (const rules::Placement next : rules::kPlacements)
      most = std::max(most, links_of(field, view.own.pairs[1], next));
    EXPECT_GE(most, 2) << pair;
  }
}

TEST(Answer, ComesBeforeWhatElseGazeWants) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  duel::View view = test::given_view(kReady, "RG", rules::Pacing::frames);
  view.own.hand = view.opponent.hand = 4;
  const auto links = [&] { return links_of(view.own.field, view.own.pairs[0], Gaze(setup_for(ruleset)).choose(view)); };
  EXPECT_EQ(links(), 0) << "more can be built";
  view.own.waiting.fixed = 30;
  EXPECT_EQ(links(), 2);
}

}  // namespace
}  // namespace rensa::players
