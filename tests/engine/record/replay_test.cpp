#include "engine/record/replay.h"

#include <gtest/gtest.h>
#include <map>

#include "engine/record/verify.h"
#include "engine/rules/rng.h"
#include "tests/engine/record/games.h"

namespace rensa::record {
namespace {

struct LastState final : duel::GameObserver {
  void before_step(const duel::Game&, const duel::Inputs&) override { ++steps; }
  void after_step(const duel::Game& game, const duel::Events&) override { hash = game.hash(); }
  int steps = 0;
  std::uint64_t hash = 0;
};

TEST(Replay, EndsInTheSameStateAsTheGame) {
  for (const char* ruleset : {"tsu-1", "jaist-1"}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Played game = played(ruleset, seed);
      ASSERT_TRUE(record::verify(game.record).ok());
      LastState last;
      replay_all(game.record, last);
      EXPECT_EQ(last.hash, game.hash) << ruleset << " " << seed;
      EXPECT_GT(last.steps, 10);
    }
  }
}

// The hash after each frame or turn, by plain playing.
struct HashByClock final : duel::GameObserver {
  void after_step(const duel::Game& game, const duel::Events&) override { at[game.clock()] = game.hash(); }
  int next_required_clock() const override { return 0; }
  std::map<int, std::uint64_t> at;
};

std::uint64_t plain_hash(const record::Record& record, int clock) {
  HashByClock hashes;
  ReplayState state(record);
  replay_until(state, record, clock, hashes);
  EXPECT_EQ(state.game.clock(), clock);
  return state.game.hash();
}

TEST(ReplayCursor, SeekGivesTheStateOfTheGame) {
  for (const char* ruleset : {"tsu-1", "jaist-1"}) {
    const Played game = played(ruleset, 4);
    ReplayCursor cursor(game.record);
    rules::Rng random(11, 0);
    for (int i = 0; i < 60; ++i) {
      const int clock = static_cast<int>(random.below(static_cast<std::uint32_t>(cursor.last_clock() + 1)));
      cursor.seek(clock);
      ASSERT_EQ(cursor.game().clock(), clock);
      ASSERT_EQ(cursor.game().hash(), plain_hash(game.record, clock)) << ruleset << " at " << clock;
    }
    cursor.seek(cursor.last_clock());
    EXPECT_EQ(cursor.game().hash(), game.hash);
    cursor.seek(0);
    EXPECT_EQ(cursor.game().hash(), duel::Game(game.record.setup).hash());
  }
}

TEST(ReplayCursor, FitsTheCheckpointsOfTheRecord) {
  const Played game = played("tsu-1", 5);
  ReplayCursor cursor(game.record);
  for (std::size_t i = game.record.checkpoints.size(); i-- > 0;) {
    cursor.seek(record::checkpoint_clock(rules::Pacing::frames, i, cursor.last_clock()));
    ASSERT_EQ(cursor.game().hash(), game.record.checkpoints[i]) << i;
  }
}

TEST(ReplayCursor, HasAllEventsInOrder) {
  const Played game = played("tsu-1", 6);
  const ReplayCursor cursor(game.record);
  int before = 0;
  std::array<std::int64_t, 2> hands{};
  for (const ReplayCursor::TimedEvent& timed_event : cursor.events()) {
    ASSERT_GE(timed_event.clock, before);
    before = timed_event.clock;
    if (timed_event.event.kind == duel::EventKind::locked) ++hands[duel::index_of(timed_event.event.seat)];
  }
  EXPECT_EQ(cursor.events().back().event.kind, duel::EventKind::game_over);
  EXPECT_EQ(cursor.events().back().clock, cursor.last_clock());
  EXPECT_GT(hands[0], 5);
  EXPECT_GT(hands[1], 5);
}

}  // namespace
}  // namespace rensa::record
