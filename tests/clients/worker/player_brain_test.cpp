#include "clients/worker/player_brain.h"

#include <array>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

#include "engine/duel/game.h"
#include "engine/rules/pair.h"
#include "tests/tools/counting_evaluator.h"

namespace rensa::worker {
namespace {

constexpr int kFewNodes = 4'000;
constexpr int kMostFrames = 90 * 60;

struct PlayedGame {
  std::vector<rules::Placement> choices;
  std::int64_t evaluated = 0;  // fields, in the calls of choose()
};

// Plays a game of two brains of one player. Both see their side in every frame; the first one may ponder about it.
PlayedGame play(const char* player, const rules::Ruleset& ruleset, BetweenDecisions between) {
  const auto evaluator = std::make_shared<tests::CountingEvaluator>();
  players::Entrant entrant = players::Entrant{.kind = players::find_player(player), .options = {}, .name = player};
  entrant.options.nodes = kFewNodes;
  entrant.options.evaluator = evaluator;
  const MakeBrain make = player_brains(entrant, 5);
  std::array<std::unique_ptr<Brain>, 2> brains;
  for (const duel::Seat seat : duel::kSeats) {
    brains[duel::index_of(seat)] = make({proto::MatchId{1}, seat, 1, {}, {}, ruleset, std::nullopt});
  }
  duel::Game game({.ruleset = ruleset, .seed = 8, .queue = std::nullopt});
  const limits::StopFlag unset;
  PlayedGame played;
  while (!game.outcome() && game.clock() < kMostFrames) {
    duel::Inputs inputs{};
    for (const duel::Seat seat : duel::kSeats) {
      Brain& brain = *brains[duel::index_of(seat)];
      const duel::View view = duel::view_for_seat(game, seat);
      if (!view.decision_due) {
        if (seat == duel::Seat::one && between == BetweenDecisions::ponder) brain.ponder(view, unset);
        continue;
      }
      const std::int64_t before = evaluator->evaluated;
      const rules::Placement placement = brain.choose(view, unset);
      inputs[duel::index_of(seat)] = duel::Input::place(placement);
      played.choices.push_back(placement);
      if (seat == duel::Seat::one) played.evaluated += evaluator->evaluated - before;
    }
    game.step(inputs);
  }
  return played;
}

TEST(PlayerBrain, PonderingFindsTheSameChoicesWithLessWorkAfterTheQuestion) {
  for (const char* player : {"gaze", "joseki"}) {
    const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
    const PlayedGame rests = play(player, ruleset, BetweenDecisions::rest);
    const PlayedGame ponders = play(player, ruleset, BetweenDecisions::ponder);
    EXPECT_GT(rests.choices.size(), 40U) << player;
    EXPECT_EQ(ponders.choices, rests.choices) << player;
    EXPECT_GT(rests.evaluated, 10'000) << player;
    EXPECT_LT(ponders.evaluated, rests.evaluated / 2) << player;
  }
}

TEST(PlayerBrain, PonderingHarmsNoGameThatShowsTooFewPairsForIt) {
  rules::Ruleset ruleset = *rules::find_ruleset("tsu-1");
  ruleset.id = "shows-two";
  ruleset.visible_pairs = 2;
  EXPECT_EQ(play("gaze", ruleset, BetweenDecisions::ponder).choices,
            play("gaze", ruleset, BetweenDecisions::rest).choices);
}

TEST(PlayerBrain, AStoppedBrainChoosesWithoutASearch) {
  const auto evaluator = std::make_shared<tests::CountingEvaluator>();
  players::Entrant entrant{.kind = players::find_player("gaze"), .options = {}, .name = "gaze"};
  entrant.options.evaluator = evaluator;
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  const auto brain = player_brains(entrant, 5)({proto::MatchId{1}, duel::Seat::one, 1, {}, {}, ruleset, 3});
  duel::Game game({.ruleset = ruleset, .seed = 8, .queue = std::nullopt});
  while (!game.is_decision_due(duel::Seat::one)) game.advance();
  const duel::View view = duel::view_for_seat(game, duel::Seat::one);
  limits::StopFlag stop;
  stop.set();
  EXPECT_TRUE(brain->choose(view, stop).is_on_field());
  EXPECT_EQ(brain->advise(view, stop).empty(), false);
  EXPECT_EQ(evaluator->evaluated, 0);
}

}  // namespace
}  // namespace rensa::worker
