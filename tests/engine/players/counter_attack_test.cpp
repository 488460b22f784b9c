#include "engine/players/counter_attack.h"

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

rules::Placement counter(const duel::View& view, const rules::Ruleset& ruleset, const IncomingAttack& attack) {
  limits::SearchBudget budget(limits::SearchLimits{});
  return CounterAttack(setup_for(ruleset)).choose(position_of(view, ruleset), attack, budget);
}

rules::Placement choose_by_gaze(const duel::View& view, const rules::Ruleset& ruleset) {
  Gaze gaze(setup_for(ruleset));
  return test::choose(gaze, view, ruleset);
}

int links_of(const rules::Field& field, rules::Pair pair, rules::Placement placement) {
  rules::Field placed = field;
  rules::drop_pair(placed, pair, placement);
  return rules::simulate_chain(placed).links;
}

TEST(IncomingAttack, AddsWaitingGarbageAndTheRunningChain) {
  IncomingGarbage incoming{.fixed = 13, .pending = 4};
  EXPECT_EQ(incoming_attack(incoming), std::nullopt) << "17 do not hurt";
  incoming.fixed = 14;
  EXPECT_EQ(incoming_attack(incoming), (IncomingAttack{.garbage = 18, .hands = 1}));
  incoming.expected = 2;
  incoming.fixed_in = 3 * search::kFramesPerHand - 1;
  EXPECT_EQ(incoming_attack(incoming), (IncomingAttack{.garbage = 20, .hands = 3}));
  incoming.fixed_in += 1;
  EXPECT_EQ(incoming_attack(incoming), (IncomingAttack{.garbage = 20, .hands = 4}));
}

TEST(IncomingAttack, FixedGarbageFallsAfterThisHand) {
  const IncomingGarbage incoming{.fixed = 18, .expected = 10, .fixed_in = 400};
  EXPECT_EQ(incoming_attack(incoming), (IncomingAttack{.garbage = 28, .hands = 1}));
}

TEST(CounterAttack, CountsAttacksOfAnySize) {
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
  rules::drop_pair(field, view.own.pairs[0], counter(view, ruleset, {.garbage = 5000, .hands = 2}));
  int most = 0;
  for (const rules::Placement next : rules::kPlacements)
    most = std::max(most, links_of(field, view.own.pairs[1], next));
  EXPECT_GE(most, 3) << "the long chain fires with the second pair";
}

TEST(CounterAttack, HasTheGreatestValueAndIsTheFirstOfEquals) {
  search::PlacementForecasts forecasts;
  for (search::PlacementForecast& forecast : forecasts) forecast = {.survives = true, .fired = {}, .expected_value = 5};
  EXPECT_EQ(choose_counter(forecasts, kAll), 0U);
  forecasts[3].expected_value = forecasts[8].expected_value = 7;
  EXPECT_EQ(choose_counter(forecasts, kAll), 3U);
  EXPECT_EQ(choose_counter(forecasts, kAll & ~(1U << 3)), 8U);
  forecasts[3].survives = false;
  EXPECT_EQ(choose_counter(forecasts, kAll), 8U);
  EXPECT_EQ(choose_counter(forecasts, 1U << 3), 3U) << "it is the only one";
}

TEST(CounterAttack, FiresWhileThereIsTime) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  const duel::View view = test::given_view(kReady, "RG", rules::Pacing::frames);
  const auto placement = counter(view, ruleset, {.garbage = 30, .hands = 1});
  EXPECT_EQ(links_of(view.own.field, view.own.pairs[0], placement), 2);
}

TEST(CounterAttack, LeavesSpaceForThePairThatFires) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  for (const char* pair : {"YB", "YY", "BB", "BY"}) {
    duel::View view = test::given_view(kReady, pair, rules::Pacing::frames);
    view.own.pairs[1] = {rules::Cell::red, rules::Cell::green};
    view.own.pairs_shown = 2;
    rules::Field field = view.own.field;
    rules::drop_pair(field, view.own.pairs[0], counter(view, ruleset, {.garbage = 30, .hands = 2}));
    int most = 0;
    for (const rules::Placement next : rules::kPlacements)
      most = std::max(most, links_of(field, view.own.pairs[1], next));
    EXPECT_GE(most, 2) << pair;
  }
}

TEST(CounterAttack, ComesFirstForGaze) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  duel::View view = test::given_view(kReady, "RG", rules::Pacing::frames);
  view.own.hand = view.opponent.hand = 4;
  const auto links = [&] { return links_of(view.own.field, view.own.pairs[0], choose_by_gaze(view, ruleset)); };
  EXPECT_EQ(links(), 0) << "more can be built";
  view.own.waiting.fixed = 30;
  EXPECT_EQ(links(), 2);
}

}  // namespace
}  // namespace rensa::players
