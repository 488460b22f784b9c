#include "server/lobby/spectator_delivery.h"

#include <gtest/gtest.h>

#include "tests/server/lobby/test_lobby.h"

namespace rensa::lobby {
namespace {

using proto::Clock;
using tests::terms_of;
using tests::TestLobby;

// Returns the frame that a spectator has been shown last, and the frame of the game then, after so many frames.
std::pair<int, int> frames_after(TestLobby& server, proto::MatchId match, base::PlayerId spectator, int frames) {
  server.say(spectator, proto::Watch{.match = match, .subscription = proto::Subscription::frames});
  pass_frames(server, frames);
  const auto shown = server.last<proto::Update>(spectator);
  const auto seen = server.last<proto::Update>(server.one);
  return {shown ? shown->view.clock : -1, seen ? seen->view.clock : -1};
}

TEST(SpectatorDelay, IsThreeSecondsIfAPersonPlays) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::steering);
  const auto spectator = server.enter("spectator");
  EXPECT_EQ(frames_after(server, match, spectator, 170).first, -1);
  EXPECT_EQ(server.last<proto::MatchStart>(spectator)->terms.spectator_delay_seconds, 3);
  pass_frames(server, 100);
  const int shown = server.last<proto::Update>(spectator)->view.clock;
  EXPECT_NEAR(server.last<proto::Update>(server.one)->view.clock - shown, 180, 3);
}

TEST(SpectatorDelay, IsNoneBetweenPrograms) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::frames);
  const auto spectator = server.enter("spectator");
  const auto [shown, seen] = frames_after(server, match, spectator, 60);
  EXPECT_NEAR(shown, seen, 2);
  EXPECT_EQ(server.last<proto::MatchStart>(spectator)->terms.spectator_delay_seconds, 0);
}

TEST(SpectatorDelay, OfTermsMayBeLongerAndBetweenProgramsShorter) {
  for (const auto& [seconds, subscription, frames] :
       {std::tuple(0, proto::Subscription::frames, 0), std::tuple(1, proto::Subscription::frames, 60),
        std::tuple(1, proto::Subscription::steering, 180), std::tuple(5, proto::Subscription::steering, 300)}) {
    TestLobby server;
    proto::Terms terms = terms_of(Clock::real);
    terms.spectator_delay_seconds = seconds;
    const proto::MatchId match = server.start(terms, subscription);
    const auto spectator = server.enter("spectator");
    const auto [shown, seen] = frames_after(server, match, spectator, 400);
    EXPECT_NEAR(seen - shown, frames, 3);
  }
}

TEST(SpectatorDelay, IsThatOfAnInvitation) {
  TestLobby server;
  const auto host = server.enter("host");
  const auto guest = server.enter("guest");
  proto::Terms terms = terms_of(Clock::real);
  terms.spectator_delay_seconds = 0;
  server.say(host, proto::Invite{.terms = terms, .subscription = proto::Subscription::steering});
  server.one = guest;
  server.say(guest, proto::Join{.code = server.last<proto::Invited>(host)->code,
                                .subscription = proto::Subscription::steering});
  const auto spectator = server.enter("spectator");
  const auto [shown, seen] = frames_after(server, server.last<proto::MatchStart>(guest)->match, spectator, 60);
  EXPECT_NEAR(shown, seen, 2);
}

TEST(SpectatorDelay, DoesNotEndWhileASeatIsLost) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::steering);
  const auto spectator = server.enter("spectator");
  server.say(spectator, proto::Watch{.match = match, .subscription = proto::Subscription::frames});
  pass_frames(server, 30);
  server.lobby.leave(server.one, server.now);
  const auto another = server.enter("another");
  server.say(another, proto::Watch{.match = match, .subscription = proto::Subscription::frames});
  pass_frames(server, 20 * 60);
  server.lobby.run_due_matches(server.now);
  server.send_spectator_updates();
  EXPECT_FALSE(server.last<proto::Update>(spectator));
  EXPECT_FALSE(server.last<proto::Update>(another));
}

TEST(SpectatorDelay, ASpectatorThatHasLeftIsSentNothingMore) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::steering);
  const auto leaving = server.enter("leaving");
  const auto unwatching = server.enter("unwatching");
  for (const auto player : {leaving, unwatching}) frames_after(server, match, player, 30);
  server.say(server.one, proto::Leave{.match = match, .seat = duel::Seat::one});
  server.save_all();
  ASSERT_EQ(server.lobby.matches().count(), 0U);
  server.lobby.leave(leaving, server.now);
  server.take(unwatching);
  server.say(unwatching, proto::Unwatch{match});
  EXPECT_FALSE(server.last<proto::Error>(unwatching));
  server.take(leaving);
  server.now += std::chrono::seconds(3);
  server.lobby.run_due_matches(server.now);
  server.send_spectator_updates();
  EXPECT_TRUE(server.take(leaving).empty());
  EXPECT_TRUE(server.take(unwatching).empty());
}

TEST(SpectatorDelay, AlsoDelaysTheEndAfterTheMatchIsOver) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::steering);
  const auto spectator = server.enter("spectator");
  frames_after(server, match, spectator, 30);
  server.say(server.one, proto::Leave{.match = match, .seat = duel::Seat::one});
  server.save_all();
  ASSERT_EQ(server.lobby.matches().count(), 0U);
  EXPECT_TRUE(server.last<proto::MatchEnd>(server.two));
  EXPECT_FALSE(server.last<proto::GameEnd>(spectator));
  EXPECT_TRUE(server.lobby.spectators().has_delayed_updates());
  server.now += std::chrono::seconds(3);
  server.lobby.run_due_matches(server.now);
  server.send_spectator_updates();
  EXPECT_TRUE(server.last<proto::GameEnd>(spectator));
  EXPECT_TRUE(server.last<proto::MatchEnd>(spectator));
  EXPECT_FALSE(server.lobby.spectators().has_delayed_updates());
}

TEST(SpectatorDelay, EndsWhenADrainingServerHasNoMatches) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::steering);
  const auto spectator = server.enter("spectator");
  frames_after(server, match, spectator, 30);
  server.lobby.drain(server.now, server.now);
  server.lobby.abandon_all(server.now);
  server.save_all();
  server.lobby.run_due_matches(server.now);
  server.send_spectator_updates();
  EXPECT_TRUE(server.last<proto::Update>(spectator));
  EXPECT_TRUE(server.last<proto::MatchEnd>(spectator));
}

TEST(SpectatorDelay, BelongsToTheTermsOfAQuickMatch) {
  TestLobby server;
  proto::Terms delayed = terms_of(Clock::real);
  delayed.spectator_delay_seconds = 30;
  const auto one = server.enter("one");
  const auto two = server.enter("two");
  server.say(one, proto::QuickMatch{delayed, {}});
  server.say(two, proto::QuickMatch{terms_of(Clock::real), {}});
  EXPECT_EQ(server.lobby.matches().count(), 0U);
  server.say(two, proto::QuickMatch{delayed, {}});
  EXPECT_EQ(server.lobby.matches().count(), 1U);
  delayed.spectator_delay_seconds = match::kMaxSpectatorDelaySeconds + 1;
  server.say(two, proto::QuickMatch{delayed, {}});
  EXPECT_EQ(server.last<proto::Error>(two)->code, proto::ErrorCode::terms);
}

}  // namespace
}  // namespace rensa::lobby
