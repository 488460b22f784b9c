#include "engine/record/replay.h"

#include <gtest/gtest.h>

#include "engine/duel/verify.h"
#include "engine/record/share.h"
#include "tests/engine/record/games.h"

namespace rensa::record {
namespace {

struct Last final : duel::Observer {
  void before_step(const duel::Game&, const duel::Inputs&) override { ++steps; }
  void after_step(const duel::Game& game, const duel::Events&) override { hash = game.hash(); }
  int steps = 0;
  std::uint64_t hash = 0;
};

TEST(Replay, EndsInTheStateInWhichTheGameDid) {
  for (const char* ruleset : {"tsu-1", "jaist-1"}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Played game = played(ruleset, seed);
      ASSERT_TRUE(duel::verify(game.record).ok());
      Last last;
      play_again(game.record, last);
      EXPECT_EQ(last.hash, game.hash) << ruleset << " " << seed;
      EXPECT_GT(last.steps, 10);
    }
  }
}

TEST(Replay, HandsAreAllThatLockedAndWhatTheyWereWorth) {
  const Played game = played("jaist-1", 3);
  std::array<int, 2> numbers{};
  std::array<std::int64_t, 2> points{};
  for (const Hand& hand : hands_of(game.record)) {
    const std::size_t seat = duel::index_of(hand.seat);
    EXPECT_EQ(hand.number, ++numbers[seat]);
    points[seat] += hand.points;
  }
  EXPECT_GT(numbers[0], 5);
  EXPECT_EQ(points, game.scores);
}

TEST(Replay, FeatsAreThoseOfTheGameThatWasPlayed) {
  for (const char* ruleset : {"tsu-1", "jaist-1", "class-1"}) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const Played game = played(ruleset, seed);
      EXPECT_EQ(feats_of(game.record), game.feats) << ruleset << " " << seed;
    }
  }
}

// But for what no hand knows of: the frames under control, and the points of soft drops.
TEST(Replay, FeatsAreWhatTheHandsAddUpTo) {
  for (const char* ruleset : {"tsu-1", "jaist-1"}) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const Played game = played(ruleset, seed);
      std::array<duel::Feats, 2> sums{};
      for (const Hand& hand : hands_of(game.record)) {
        duel::add(sums[duel::index_of(hand.seat)], {.hands = 1,
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
        duel::Feats feats = game.feats[duel::index_of(seat)];
        feats.control = feats.score = 0;
        EXPECT_EQ(feats, sums[duel::index_of(seat)]) << ruleset << " " << seed;
      }
    }
  }
}

// That they lead to the same fields, share.cpp checks itself.
TEST(Replay, SharedMovesPlayTheSameGame) {
  const Played game = played("tsu-1", 3);
  const std::vector<Hand> hands = hands_of(game.record);
  for (const duel::Seat seat : duel::kSeats) {
    const auto shared = shared_of_record(game.record, seat);
    ASSERT_TRUE(shared) << shared.error().message;
    std::vector<rules::PlacedPair> placed;
    for (const rules::SharedMove& move : shared->moves) {
      if (const auto* pair = std::get_if<rules::PlacedPair>(&move)) placed.push_back(*pair);
    }
    std::vector<rules::PlacedPair> locked;
    for (const Hand& hand : hands) {
      if (hand.seat == seat) locked.push_back({hand.pair, hand.placement});
    }
    EXPECT_EQ(placed, locked);
    EXPECT_TRUE(std::holds_alternative<rules::PlacedPair>(shared->moves.front()));
  }
}

}  // namespace
}  // namespace rensa::record
