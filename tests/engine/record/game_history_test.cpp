#include "engine/record/game_history.h"

#include <gtest/gtest.h>

#include "engine/record/record_writer.h"
#include "tests/engine/record/games.h"

namespace rensa::record {
namespace {

using players::Player;

// Plays like another player, and remembers all positions and placements.
class RememberingPlayer final : public Player {
 public:
  RememberingPlayer(const char* name, const players::PlayerSetup& setup)
      : player_(players::find_player(name)->make(setup)) {}

  rules::Placement choose(const players::Position& position, const players::SearchLimits& limits) override {
    const rules::Placement placement = player_->choose(position, limits);
    asked.emplace_back(position, placement);
    return placement;
  }

  std::vector<std::pair<players::Position, rules::Placement>> asked;

 private:
  std::unique_ptr<Player> player_;
};

// The record gives the same decisions as the game, from each decision until the next one.
TEST(Decision, EqualsTheOneOfTheGame) {
  for (const char* id : {"tsu-1", "jaist-1"}) {
    const duel::GameSetup setup{.ruleset = *rules::find_ruleset(id), .seed = 8, .queue = std::nullopt};
    RememberingPlayer one("greedy", {setup.ruleset, 1});
    RememberingPlayer two("random", {setup.ruleset, 2});
    record::RecordWriter recorder(setup, {"one", "two"});
    players::LocalGame run(setup, {&one, &two}, &recorder);
    run.play_until(duel::kNoFrameLimit);
    const record::Record record = recorder.finish(run.game(), *run.outcome());
    const auto position_of = [&](const duel::View& view) { return players::position_of(view, setup.ruleset); };
    for (const auto& [seat, player] : {std::pair(duel::Seat::one, &one), std::pair(duel::Seat::two, &two)}) {
      ASSERT_GT(player->asked.size(), 10U);
      for (std::size_t i = 0; i < player->asked.size(); i += 7) {
        const auto& [position, placement] = player->asked[i];
        const int until = i + 1 < player->asked.size() ? player->asked[i + 1].first.clock : record.outcome.frame;
        for (const int clock : {position.clock, until - 1}) {
          const auto decision = decision_at(record, seat, std::max(clock, position.clock));
          ASSERT_TRUE(decision);
          EXPECT_EQ(position_of(decision->view), position) << id << " hand " << position.own.hand << " at " << clock;
          if (decision->placement) {
            EXPECT_EQ(*decision->placement, placement);
          }
        }
      }
      const std::vector<Decision> all = decisions_of(record, seat);
      ASSERT_EQ(all.size(), player->asked.size());
      for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(position_of(all[i].view), player->asked[i].first);
        EXPECT_EQ(all[i].placement.value_or(player->asked[i].second), player->asked[i].second);
      }
      EXPECT_EQ(position_of(decision_at(record, seat, 0)->view), player->asked.front().first)
          << "before the first pair";
      EXPECT_EQ(position_of(decision_at(record, seat, 1'000'000)->view), player->asked.back().first) << "after the end";
    }
  }
}

TEST(Decision, IsNoneForASeatThatNeverDecided) {
  const duel::GameSetup setup{.ruleset = *rules::find_ruleset("tsu-1"), .seed = 8, .queue = std::nullopt};
  record::RecordWriter recorder(setup, {"one", "two"});
  const duel::Game game(setup);
  const record::Record record =
      recorder.finish(game, {.winner = duel::Seat::one, .cause = duel::Cause::resigned, .frame = 0});
  EXPECT_FALSE(decision_at(record, duel::Seat::two, 50));
}

// A pair that is moved by keys can be decided while it falls. The decision is the one of its first frame.
TEST(Decision, OfAPairMovedByKeysIsAtItsFirstFrame) {
  const duel::GameSetup setup{.ruleset = *rules::find_ruleset("tsu-1"), .seed = 8, .queue = std::nullopt};
  record::RecordWriter recorder(setup, {"one", "two"});
  duel::Game game(setup);
  int came = 0;
  for (int frame = 0; frame < 400; ++frame) {
    duel::Inputs inputs{};
    const duel::View view = duel::view_for_seat(game, duel::Seat::one);
    if (view.decision_due) {
      if (came == 0) came = view.clock;
      inputs[0] = duel::Input::hold(frame % 2 == 0 ? movement::Keys::left : movement::Keys::none);
    }
    recorder.before_step(game, inputs);
    recorder.after_step(game, game.step(inputs));
  }
  const record::Record record =
      recorder.finish(game, {.winner = std::nullopt, .cause = duel::Cause::voided, .frame = game.clock()});
  const auto decision = decision_at(record, duel::Seat::one, came + 30);
  ASSERT_TRUE(decision);
  EXPECT_EQ(decision->view.clock, came);
  EXPECT_EQ(decision->view.own.hand, 1);
}

TEST(GameHistory, HandResultsHoldAllLocksAndPoints) {
  const Played game = played("jaist-1", 3);
  std::array<int, 2> numbers{};
  std::array<std::int64_t, 2> points{};
  for (const HandResult& hand : hand_results_of(game.record)) {
    const std::size_t seat = duel::index_of(hand.seat);
    EXPECT_EQ(hand.number, ++numbers[seat]);
    points[seat] += hand.points;
  }
  EXPECT_GT(numbers[0], 5);
  EXPECT_EQ(points, game.scores);
}

TEST(GameHistory, StatisticsEqualThoseOfTheGame) {
  for (const char* ruleset : {"tsu-1", "jaist-1", "class-1"}) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const Played game = played(ruleset, seed);
      EXPECT_EQ(statistics_of(game.record), game.feats) << ruleset << " " << seed;
    }
  }
}

// Except for the frames under control and the points of soft drops, which are not part of a hand's result.
TEST(GameHistory, StatisticsAreTheSumsOfHandResults) {
  for (const char* ruleset : {"tsu-1", "jaist-1"}) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const Played game = played(ruleset, seed);
      std::array<duel::GameStatistics, 2> sums{};
      for (const HandResult& hand : hand_results_of(game.record)) {
        duel::add_game(sums[duel::index_of(hand.seat)], {.hands = 1,
                                                         .chains = hand.links > 0 ? 1 : 0,
                                                         .links = hand.links,
                                                         .longest_chain = hand.links,
                                                         .all_clears = hand.all_clear ? 1 : 0,
                                                         .garbage_sent = hand.sent,
                                                         .garbage_cancelled = hand.cancelled,
                                                         .garbage_fell = hand.fell});
        sums[duel::index_of(hand.seat)].clock = hand.clock;
      }
      for (const duel::Seat seat : duel::kSeats) {
        duel::GameStatistics feats = game.feats[duel::index_of(seat)];
        feats.control = feats.score = 0;
        EXPECT_EQ(feats, sums[duel::index_of(seat)]) << ruleset << " " << seed;
      }
    }
  }
}

// shared_moves.cpp itself checks that the moves lead to the same fields.
TEST(GameHistory, SharedMovesPlayTheSameGame) {
  const Played game = played("tsu-1", 3);
  const std::vector<HandResult> hands = hand_results_of(game.record);
  for (const duel::Seat seat : duel::kSeats) {
    const auto shared = shared_moves_of(game.record, seat);
    ASSERT_TRUE(shared) << shared.error().message;
    std::vector<notation::PlacedPair> placed;
    for (const notation::SharedMove& move : shared->moves) {
      if (const auto* pair = std::get_if<notation::PlacedPair>(&move)) placed.push_back(*pair);
    }
    std::vector<notation::PlacedPair> locked;
    for (const HandResult& hand : hands) {
      if (hand.seat == seat) locked.push_back({hand.pair, hand.placement});
    }
    EXPECT_EQ(placed, locked);
    EXPECT_TRUE(std::holds_alternative<notation::PlacedPair>(shared->moves.front()));
  }
}

}  // namespace
}  // namespace rensa::record
