#include "engine/record/reel.h"

#include <gtest/gtest.h>
#include <map>

#include "engine/rules/rng.h"
#include "tests/engine/record/games.h"

namespace rensa::record {
namespace {

// The hash after each frame or turn, by plain playing.
struct Hashes final : duel::Observer {
  void before_step(const duel::Game&, const duel::Inputs&) override {}
  void after_step(const duel::Game& game, const duel::Events&) override { at[game.clock()] = game.hash(); }
  int next_stop() const override { return 0; }
  std::map<int, std::uint64_t> at;
};

std::uint64_t plain_hash(const duel::Record& record, int clock) {
  Hashes hashes;
  Head head(record);
  play_on(head, record, clock, hashes);
  EXPECT_EQ(head.game.clock(), clock);
  return head.game.hash();
}

TEST(Reel, StandsWhereverItIsWoundAsTheGameDid) {
  for (const char* ruleset : {"tsu-1", "jaist-1"}) {
    const Played game = played(ruleset, 4);
    Reel reel(game.record);
    rules::Rng random(11, 0);
    for (int i = 0; i < 60; ++i) {
      const int clock = static_cast<int>(random.below(static_cast<std::uint32_t>(reel.last() + 1)));
      reel.wind_to(clock);
      ASSERT_EQ(reel.game().clock(), clock);
      ASSERT_EQ(reel.game().hash(), plain_hash(game.record, clock)) << ruleset << " at " << clock;
    }
    reel.wind_to(reel.last());
    EXPECT_EQ(reel.game().hash(), game.hash);
    reel.wind_to(0);
    EXPECT_EQ(reel.game().hash(), duel::Game(game.record.setup).hash());
  }
}

TEST(Reel, FitsTheCheckpointsOfTheRecord) {
  const Played game = played("tsu-1", 5);
  Reel reel(game.record);
  for (std::size_t i = game.record.checkpoints.size(); i-- > 0;) {
    reel.wind_to(duel::checkpoint_clock(rules::Pacing::frames, i, reel.last()));
    ASSERT_EQ(reel.game().hash(), game.record.checkpoints[i]) << i;
  }
}

TEST(Reel, TellsAllThatHappenedInOrder) {
  const Played game = played("tsu-1", 6);
  const Reel reel(game.record);
  int before = 0;
  std::array<std::int64_t, 2> hands{};
  for (const Reel::Happening& happening : reel.happenings()) {
    ASSERT_GE(happening.clock, before);
    before = happening.clock;
    if (happening.event.kind == duel::EventKind::locked) ++hands[duel::index_of(happening.event.seat)];
  }
  EXPECT_EQ(reel.happenings().back().event.kind, duel::EventKind::game_over);
  EXPECT_EQ(reel.happenings().back().clock, reel.last());
  EXPECT_GT(hands[0], 5);
  EXPECT_GT(hands[1], 5);
}

}  // namespace
}  // namespace rensa::record
