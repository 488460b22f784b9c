#include <gtest/gtest.h>

#include "server/match/spectators.h"
#include "tests/server/lobby/test_lobby.h"

namespace rensa::match {

namespace {

using namespace std::chrono_literals;
using proto::Clock;
using tests::pass_frames;
using tests::terms_of;
using tests::TestLobby;

std::shared_ptr<SpectatorGroup> crowd_of(std::size_t listeners, std::uint64_t first) {
  auto group = std::make_shared<SpectatorGroup>(base::MatchId{}, MatchStart{});
  for (std::size_t i = 0; i < listeners; ++i) {
    group->join(base::PlayerId{.number = first + i}, {.subscription = Subscription::frames});
  }
  group->add_state({}, {});
  return group;
}

TEST(SpectatorBroadcaster, ASmallGroupDoesNotWaitForALargeOne) {
  TestLobby output;
  SpectatorBroadcaster broadcaster;
  broadcaster.add(crowd_of(10 * SpectatorBroadcaster::kSliceSize, 1));
  broadcaster.add(crowd_of(1, 10'000));
  broadcaster.send_some(output);
  broadcaster.send_some(output);
  EXPECT_TRUE(output.last<proto::Update>(base::PlayerId{.number = 10'000}));
  EXPECT_FALSE(broadcaster.is_empty());
}

TEST(SpectatorBroadcaster, ASliceIsNotLongerForManySmallGroups) {
  TestLobby output;
  SpectatorBroadcaster broadcaster;
  for (std::uint64_t i = 1; i <= SpectatorBroadcaster::kSliceSize; ++i) broadcaster.add(crowd_of(1, i));
  broadcaster.send_some(output);
  EXPECT_GT(output.sent.size(), 1U);
  EXPECT_LE(output.sent.size(), SpectatorBroadcaster::kSliceSize / SpectatorBroadcaster::kEncodingCost);
}

TEST(SpectatorBroadcaster, AGroupThatIsAddedTwiceIsServedOnce) {
  TestLobby output;
  SpectatorBroadcaster broadcaster;
  const auto group = crowd_of(1, 1);
  broadcaster.add(group);
  broadcaster.add(group);
  broadcaster.send_some(output);
  EXPECT_TRUE(broadcaster.is_empty());
  broadcaster.add(group);  // has nothing to send
  EXPECT_TRUE(broadcaster.is_empty());
}

TEST(SpectatorBroadcaster, PlayersAreServedBeforeSpectators) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::frames);
  const base::PlayerId watcher = server.enter("watcher");
  server.say(watcher, proto::Watch{match, proto::Subscription::frames});
  server.take(watcher);
  server.take(server.one);
  server.now += base::kFrame;
  for (int phase = 0; phase < base::kPhases; ++phase) server.lobby.matches().run_phase(phase, server.now);
  EXPECT_TRUE(server.last<proto::Update>(server.one));
  EXPECT_TRUE(server.sent[watcher].empty());
  EXPECT_TRUE(server.lobby.spectators().has_updates());
  server.send_spectator_updates();
  EXPECT_EQ(server.last<proto::Update>(watcher)->view.clock, server.last<proto::Update>(server.one)->view.clock);
}

TEST(SpectatorBroadcaster, SpectatorsAreSentTheEndOfARemovedMatch) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::virtual_time));
  const base::PlayerId watcher = server.enter("watcher");
  server.say(watcher, proto::Watch{match, proto::Subscription::events});
  server.lobby.requests().resign(server.one, match, duel::Seat::one, server.now);
  const match::FinishedGame game = std::move(server.unsaved.front());
  server.unsaved.clear();
  server.lobby.matches().on_game_saved(game.match, game.game, 1, server.now);
  EXPECT_EQ(server.lobby.matches().count(), 0U);
  EXPECT_FALSE(server.last<proto::MatchEnd>(watcher));
  server.send_spectator_updates();
  EXPECT_TRUE(server.last<proto::GameEnd>(watcher));
  EXPECT_TRUE(server.last<proto::MatchEnd>(watcher));
}

// The game has gone on when the spectator is served.
TEST(SpectatorBroadcaster, ALateSpectatorIsSentTheCurrentState) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::frames);
  pass_frames(server, 30);
  const base::PlayerId watcher = server.enter("watcher");
  server.lobby.requests().watch(watcher, match, {.subscription = Subscription::frames}, server.now);
  for (int frame = 0; frame < 5; ++frame) {
    server.now += base::kFrame;
    for (int phase = 0; phase < base::kPhases; ++phase) server.lobby.matches().run_phase(phase, server.now);
  }
  EXPECT_TRUE(server.sent[watcher].empty());
  server.send_spectator_updates();
  ASSERT_EQ(server.sent[watcher].size(), 2U);
  EXPECT_TRUE(std::holds_alternative<proto::MatchStart>(server.sent[watcher][0]));
  EXPECT_EQ(server.last<proto::Update>(watcher)->view.clock, server.last<proto::Update>(server.one)->view.clock);
}

}  // namespace

namespace {

using namespace std::chrono_literals;

// Returns the share of time for spectators, of a turn and the rest after it.
double share_of_crowds(double frames) {
  const base::Span rest = spectator_rest_after(1ms, frames);
  return std::chrono::duration<double>(1ms) / (1ms + rest);
}

TEST(SpectatorTimeShare, SpectatorsAndFramesTogetherLeaveAReserve) {
  for (const double frames : {0.0, 0.3, 0.6}) EXPECT_NEAR(share_of_crowds(frames) + frames, kMaxShareWithFrames, 0.001);
}

TEST(SpectatorTimeShare, SpectatorsAlwaysGetAMinimumShare) {
  for (const double frames : {0.8, 0.99, 1.5}) EXPECT_NEAR(share_of_crowds(frames), kMinSpectatorShare, 0.001);
}

}  // namespace

}  // namespace rensa::match
