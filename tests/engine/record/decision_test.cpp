#include "engine/record/decision.h"

#include <gtest/gtest.h>

#include "engine/record/head.h"
#include "engine/record/replay.h"
#include "tests/engine/record/games.h"

namespace rensa::record {
namespace {

using players::Player;

// Plays like another one, and takes down what it was asked.
class Watched final : public Player {
 public:
  Watched(const char* name, const players::PlayerSetup& setup) : player_(players::find_player(name)->make(setup)) {}

  rules::Placement choose(const duel::View& view) override {
    const rules::Placement placement = player_->choose(view);
    asked.emplace_back(view, placement);
    return placement;
  }

  std::vector<std::pair<duel::View, rules::Placement>> asked;

 private:
  std::unique_ptr<Player> player_;
};

// What a player was asked in a game is what can be asked again of its record, at the time and until the next decision.
TEST(Decision, IsWhatThePlayerWasAskedInTheGame) {
  for (const char* id : {"tsu-1", "jaist-1"}) {
    const duel::GameSetup setup{.ruleset = *rules::find_ruleset(id), .seed = 8, .queue = std::nullopt};
    Watched one("greedy", {setup.ruleset, 1});
    Watched two("random", {setup.ruleset, 2});
    players::Recorder recorder(setup, {"one", "two"});
    players::GameRun run(setup, {&one, &two}, &recorder);
    run.play_until(duel::kNoFrameLimit);
    const duel::Record record = recorder.finish(run.game(), *run.outcome());
    for (const auto& [seat, player] : {std::pair(duel::Seat::one, &one), std::pair(duel::Seat::two, &two)}) {
      ASSERT_GT(player->asked.size(), 10U);
      for (std::size_t i = 0; i < player->asked.size(); i += 7) {
        const auto& [view, placement] = player->asked[i];
        const int until = i + 1 < player->asked.size() ? player->asked[i + 1].first.clock : record.outcome.frame;
        for (const int clock : {view.clock, until - 1}) {
          const auto decision = decision_at(record, seat, std::max(clock, view.clock));
          ASSERT_TRUE(decision);
          EXPECT_EQ(decision->view, view) << id << " hand " << view.own.hand << " at " << clock;
          if (decision->taken) {
            EXPECT_EQ(*decision->taken, placement);
          }
        }
      }
      const std::vector<Decision> all = decisions_of(record, seat);
      ASSERT_EQ(all.size(), player->asked.size());
      for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(all[i].view, player->asked[i].first);
        EXPECT_EQ(all[i].taken.value_or(player->asked[i].second), player->asked[i].second);
      }
      EXPECT_EQ(decision_at(record, seat, 0)->view, player->asked.front().first) << "before the first pair";
      EXPECT_EQ(decision_at(record, seat, 1'000'000)->view, player->asked.back().first) << "after the end";
    }
  }
}

TEST(Decision, OfASeatThatNeverHadAnyIsNone) {
  const duel::GameSetup setup{.ruleset = *rules::find_ruleset("tsu-1"), .seed = 8, .queue = std::nullopt};
  players::Recorder recorder(setup, {"one", "two"});
  const duel::Game game(setup);
  const duel::Record record =
      recorder.finish(game, {.winner = duel::Seat::one, .cause = duel::Cause::resigned, .frame = 0});
  EXPECT_FALSE(decision_at(record, duel::Seat::two, 50));
}

// A pair that is moved by keys can be decided about as long as it falls: it is asked about where it came.
TEST(Decision, OfAPairMovedByKeysIsWhereItCame) {
  const duel::GameSetup setup{.ruleset = *rules::find_ruleset("tsu-1"), .seed = 8, .queue = std::nullopt};
  players::Recorder recorder(setup, {"one", "two"});
  duel::Game game(setup);
  int came = 0;
  for (int frame = 0; frame < 400; ++frame) {
    duel::Inputs inputs{};
    const duel::View view = duel::view(game, duel::Seat::one);
    if (view.decision_due) {
      if (came == 0) came = view.clock;
      inputs[0] = duel::Input::hold(frame % 2 == 0 ? rules::Keys::left : rules::Keys::none);
    }
    recorder.before_step(game, inputs);
    recorder.after_step(game, game.step(inputs));
  }
  const duel::Record record =
      recorder.finish(game, {.winner = std::nullopt, .cause = duel::Cause::voided, .frame = game.clock()});
  const auto decision = decision_at(record, duel::Seat::one, came + 30);
  ASSERT_TRUE(decision);
  EXPECT_EQ(decision->view.clock, came);
  EXPECT_EQ(decision->view.own.hand, 1);
}

}  // namespace
}  // namespace rensa::record
