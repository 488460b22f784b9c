#include "server/play/crowds.h"

#include <gtest/gtest.h>

#include "tests/server/play/arena.h"

namespace rensa::play {
namespace {

using namespace std::chrono_literals;
using proto::Clock;
using tests::Arena;
using tests::pass_frames;
using tests::terms_of;

std::shared_ptr<Crowd> crowd_of(std::size_t listeners, std::uint64_t first) {
  auto crowd = std::make_shared<Crowd>(proto::MatchStart{});
  for (std::size_t i = 0; i < listeners; ++i) {
    crowd->join(base::SessionId{first + i}, {{}, proto::Subscription::frames});
  }
  crowd->show({});
  return crowd;
}

TEST(Crowds, ASmallOneDoesNotWaitForALargeOne) {
  Arena ears;
  Crowds crowds;
  crowds.add(crowd_of(10 * Crowds::kSlice, 1));
  crowds.add(crowd_of(1, 10'000));
  crowds.tell_some(ears);
  crowds.tell_some(ears);
  EXPECT_TRUE(ears.last<proto::Update>(base::SessionId{10'000}));
  EXPECT_FALSE(crowds.is_empty());
}

TEST(Crowds, ASliceIsNoLongerForManySmallOnes) {
  Arena ears;
  Crowds crowds;
  for (std::uint64_t i = 1; i <= Crowds::kSlice; ++i) crowds.add(crowd_of(1, i));
  crowds.tell_some(ears);
  EXPECT_GT(ears.told.size(), 1U);
  EXPECT_LE(ears.told.size(), Crowds::kSlice / Crowds::kEncoding);
}

TEST(Crowds, OneThatIsAddedTwiceIsToldOnce) {
  Arena ears;
  Crowds crowds;
  const auto crowd = crowd_of(1, 1);
  crowds.add(crowd);
  crowds.add(crowd);
  crowds.tell_some(ears);
  EXPECT_TRUE(crowds.is_empty());
  crowds.add(crowd);  // nothing to hear
  EXPECT_TRUE(crowds.is_empty());
}

TEST(Crowds, PlayersAreToldAndWatchersWait) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::real), proto::Subscription::frames);
  const base::SessionId watcher = arena.enter("watcher");
  arena.say(watcher, proto::Watch{match, proto::Subscription::frames});
  arena.take(watcher);
  arena.take(arena.one);
  arena.now += base::kFrame;
  for (int phase = 0; phase < base::kPhases; ++phase) arena.hall.run_phase(phase, arena.now);
  EXPECT_TRUE(arena.last<proto::Update>(arena.one));
  EXPECT_TRUE(arena.told[watcher].empty());
  EXPECT_TRUE(arena.hall.has_crowds());
  arena.tell_crowds();
  EXPECT_EQ(arena.last<proto::Update>(watcher)->view.clock, arena.last<proto::Update>(arena.one)->view.clock);
}

TEST(Crowds, HearTheEndOfAMatchThatIsGone) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::virtual_time));
  const base::SessionId watcher = arena.enter("watcher");
  arena.say(watcher, proto::Watch{match, proto::Subscription::events});
  arena.hall.handle(arena.one, proto::Leave{match, duel::Seat::one}, arena.now);
  const play::FinishedGame game = std::move(arena.unsaved.front());
  arena.unsaved.clear();
  arena.hall.saved(game.match, game.game, 1, arena.now);
  EXPECT_EQ(arena.hall.match_count(), 0U);
  EXPECT_FALSE(arena.last<proto::MatchEnd>(watcher));
  arena.tell_crowds();
  EXPECT_TRUE(arena.last<proto::GameEnd>(watcher));
  EXPECT_TRUE(arena.last<proto::MatchEnd>(watcher));
}

// The players have gone on by the time that it is told.
TEST(Crowds, WhoComesLateIsShownTheGameAsItIs) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::real), proto::Subscription::frames);
  pass_frames(arena, 30);
  const base::SessionId watcher = arena.enter("watcher");
  arena.hall.handle(watcher, proto::Watch{match, proto::Subscription::frames}, arena.now);
  for (int frame = 0; frame < 5; ++frame) {
    arena.now += base::kFrame;
    for (int phase = 0; phase < base::kPhases; ++phase) arena.hall.run_phase(phase, arena.now);
  }
  EXPECT_TRUE(arena.told[watcher].empty());
  arena.tell_crowds();
  ASSERT_EQ(arena.told[watcher].size(), 2U);
  EXPECT_TRUE(std::holds_alternative<proto::MatchStart>(arena.told[watcher][0]));
  EXPECT_EQ(arena.last<proto::Update>(watcher)->view.clock, arena.last<proto::Update>(arena.one)->view.clock);
}

}  // namespace
}  // namespace rensa::play
