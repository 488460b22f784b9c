#include "engine/players/gaze.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

#include "engine/players/basic_players.h"
#include "engine/players/choices.h"
#include "engine/players/local_game.h"
#include "engine/players/registry.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "tests/engine/players/given_view.h"
#include "tests/tools/play_game.h"

namespace rensa::players {
namespace {

constexpr int kFew = 3'000;  // nodes: it plays badly, but within milliseconds

PlayerSetup quick_setup(const rules::Ruleset& ruleset, std::uint64_t seed, int nodes = kFew) {
  return {.ruleset = ruleset, .seed = seed, .options = {.nodes = nodes}};
}

// Tests that the choices of another player are possible, and records them.
class Witness final : public Player {
 public:
  explicit Witness(const PlayerSetup& setup) : watched_(setup) {}

  rules::Placement choose(const Position& position, const SearchLimits& limits) override {
    const rules::Placement placement = watched_.choose(position, limits);
    const auto at = std::ranges::find(rules::kPlacements, placement) - rules::kPlacements.begin();
    EXPECT_TRUE(at < rules::kPlacementCount && (possible_placements(position) >> at & 1U) != 0);
    seen.emplace_back(position, placement);
    return placement;
  }

  std::vector<std::pair<Position, rules::Placement>> seen;

 private:
  Gaze watched_;
};

GameResult against_random(Player& player, const rules::Ruleset& ruleset, std::uint64_t seed) {
  Random random({.ruleset = ruleset, .seed = seed});
  return tests::play_game({.ruleset = ruleset, .seed = seed, .queue = std::nullopt}, {&player, &random}, nullptr);
}

TEST(Gaze, PlaysEveryKindOfGame) {
  for (const rules::Ruleset& published : rules::published_rulesets()) {
    for (const int colours : {3, 4, 5}) {
      rules::Ruleset ruleset = published;
      ruleset.colours = colours;
      Witness gaze(quick_setup(ruleset, 1));
      const GameResult result = against_random(gaze, ruleset, 2);
      EXPECT_NE(result.outcome.cause, duel::Cause::illegal) << ruleset.id;
      EXPECT_GT(gaze.seen.size(), 5U) << ruleset.id;
      EXPECT_EQ(result.outcome.winner, duel::Seat::one) << ruleset.id << " with " << colours;
    }
  }
}

TEST(Gaze, PlaysWithEveryNumberOfVisiblePairs) {
  for (const char* id : {"tsu-1", "jaist-1"}) {
    for (const int pairs : {1, 2, 3, 4, 5}) {
      rules::Ruleset ruleset = *rules::find_ruleset(id);
      ruleset.visible_pairs = pairs;
      Witness gaze(quick_setup(ruleset, 1));
      EXPECT_NE(against_random(gaze, ruleset, 3).outcome.cause, duel::Cause::illegal) << id << ' ' << pairs;
    }
  }
}

TEST(Gaze, TheSameViewsLeadToTheSamePlacements) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  constexpr int kSome = 20'000;
  Witness gaze(quick_setup(ruleset, 1, kSome));
  against_random(gaze, ruleset, 4);
  Gaze again(quick_setup(ruleset, 1, kSome));
  Gaze other(quick_setup(ruleset, 2, kSome));
  int other_choices = 0;
  for (const auto& [position, placement] : gaze.seen) {
    ASSERT_EQ(again.choose(position, {}), placement) << "hand " << position.own.hand;
    other_choices += other.choose(position, {}) == placement ? 0 : 1;
  }
  EXPECT_GT(other_choices, 0) << "its futures come from its seed";
}

// The choice depends on the current view only.
TEST(Gaze, DoesNotDependOnEarlierViews) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  Witness gaze(quick_setup(ruleset, 1));
  against_random(gaze, ruleset, 4);
  const auto& [position, placement] = gaze.seen.back();
  EXPECT_EQ(Gaze(quick_setup(ruleset, 1)).choose(position, {}), placement);
}

TEST(Gaze, PlaysTheSameInBothSeats) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  const duel::GameSetup setup{.ruleset = ruleset, .seed = 5, .queue = std::nullopt};
  const auto result_of = [&](bool swapped) {
    Gaze gaze(quick_setup(ruleset, 1));
    Greedy greedy({.ruleset = ruleset, .seed = 2});
    return swapped ? tests::play_game(setup, {&greedy, &gaze}, nullptr)
                   : tests::play_game(setup, {&gaze, &greedy}, nullptr);
  };
  const GameResult one = result_of(false);
  const GameResult two = result_of(true);
  EXPECT_EQ(one.outcome.frame, two.outcome.frame);
  EXPECT_EQ(one.seats[0], two.seats[1]);
  EXPECT_EQ(one.seats[1], two.seats[0]);
}

TEST(Gaze, ObeysTheOptionNodes) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  Witness narrow(quick_setup(ruleset, 1));
  against_random(narrow, ruleset, 4);
  Gaze wide(quick_setup(ruleset, 1, 30'000));
  const auto differs = [&wide](const auto& seen) { return wide.choose(seen.first, {}) != seen.second; };
  EXPECT_GT(std::ranges::count_if(narrow.seen, differs), 0);
}

TEST(Gaze, ObeysTheOptionWeights) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  const auto tears_with = [&ruleset](int tear) {
    PlayerSetup setup = quick_setup(ruleset, 1);
    evaluation::WeightsByPhase weights;
    weights.phases.fill({.step = -1, .tear = tear});
    setup.options.evaluator = std::make_shared<evaluation::WeightedEvaluator>(weights);
    Witness gaze(setup);
    against_random(gaze, ruleset, 1);
    int tears = 0;
    for (const auto& [position, placement] : gaze.seen)
      tears += rules::is_pair_split(position.own.field.heights(), placement) ? 1 : 0;
    return tears;
  };
  EXPECT_GT(tears_with(10'000), 2 * tears_with(-10'000) + 2);
}

TEST(Gaze, FiresTheChainThatEndsTheGame) {
  duel::View view = test::given_view(
      ".....B\n"
      "RRR.BB",
      "RB", rules::Pacing::turns);
  view.own.hand = 2;
  view.opponent.hand = 2;
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= 11; ++y) view.opponent.field.put(x, y, rules::Cell::garbage);
  }
  rules::Ruleset ruleset = *rules::find_ruleset("class-1");
  ruleset.garbage_rate = 10;  // either chain buries
  ASSERT_EQ(ruleset.attack, rules::AttackFormula::score);
  Gaze gaze(quick_setup(ruleset, 1));
  rules::drop_pair(view.own.field, view.own.pairs[0], test::choose(gaze, view, ruleset));
  EXPECT_GT(rules::simulate_chain(view.own.field).links, 0);
}

TEST(Gaze, WinsMostGamesAgainstGreedy) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  int wins = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Gaze gaze(quick_setup(ruleset, seed));
    Greedy greedy({.ruleset = ruleset, .seed = seed});
    const GameResult result =
        tests::play_game({.ruleset = ruleset, .seed = seed, .queue = std::nullopt}, {&gaze, &greedy}, nullptr);
    wins += result.outcome.winner == duel::Seat::one ? 1 : 0;
  }
  EXPECT_GE(wins, 7);
}

GameResult against_greedy(Player& player, const rules::Ruleset& ruleset, std::uint64_t seed) {
  Greedy greedy({.ruleset = ruleset, .seed = seed});
  return tests::play_game({.ruleset = ruleset, .seed = seed, .queue = std::nullopt}, {&player, &greedy}, nullptr);
}

TEST(BestFirst, PlaysEveryKindOfGameTheSameEachTime) {
  for (const rules::Ruleset& ruleset : rules::published_rulesets()) {
    const PlayerSetup setup{.ruleset = ruleset, .seed = 1, .options = {.nodes = 3000}};
    Gaze player = best_first(setup);
    Gaze again = best_first(setup);
    const GameResult result = against_greedy(player, ruleset, 2);
    EXPECT_NE(result.outcome.cause, duel::Cause::illegal) << ruleset.id;
    EXPECT_EQ(result.outcome.winner, duel::Seat::one) << ruleset.id;
    EXPECT_EQ(against_greedy(again, ruleset, 2).outcome.frame, result.outcome.frame) << ruleset.id;
  }
}

TEST(BestFirst, IsMadeByName) {
  const PlayerKind* kind = find_player("bestfirst");
  ASSERT_NE(kind, nullptr);
  EXPECT_TRUE(kind->supports.nodes);
  EXPECT_TRUE(kind->supports.weights);
}

}  // namespace
}  // namespace rensa::players
