#include <gtest/gtest.h>

#include "engine/players/gaze.h"
#include "engine/players/greedy.h"
#include "engine/players/play.h"
#include "engine/players/registry.h"

namespace rensa::players {
namespace {

GameResult against_greedy(Player& player, const rules::Ruleset& ruleset, std::uint64_t seed) {
  Greedy greedy({.ruleset = ruleset, .seed = seed});
  return play_game({.ruleset = ruleset, .seed = seed, .queue = std::nullopt}, {&player, &greedy}, nullptr);
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
  EXPECT_TRUE(kind->takes.nodes);
  EXPECT_TRUE(kind->takes.weights);
}

}  // namespace
}  // namespace rensa::players
