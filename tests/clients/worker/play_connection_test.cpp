#include <atomic>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "proto/feature.h"
#include "tests/clients/worker/playing.h"

// Connections that are lost, refused, silent or left.

namespace rensa::worker {
namespace {

using test::begin;
using test::begin_match;
using test::FakeMatch;
using test::FakePeer;
using test::FakeServer;
using test::finish;
using test::milliseconds;
using test::play_choices;
using test::Playing;
using testing::_;
using testing::Each;
using testing::HasSubstr;
using testing::VariantWith;

TEST(PlayConnection, LostConnectionIsResumedWithTheLastNumber) {
  Playing playing;
  playing.begin();
  FakeMatch match(5, duel::Seat::one, {});
  proto::Decide lost;
  {
    FakePeer peer = playing.accept_request();
    begin(peer, match);
    play_choices(peer, match, 2);
    peer.say(match.next_choice());
    lost = peer.expect<proto::Decide>();
  }
  FakePeer peer = playing.server.accept();
  peer.greet();
  const auto resume = peer.expect<proto::Resume>();
  EXPECT_EQ(resume.match, proto::MatchId{5});
  EXPECT_EQ(resume.seat, duel::Seat::one);
  EXPECT_EQ(resume.token, "key-5");
  EXPECT_EQ(resume.last, 3U);
  peer.say(match.last_update());
  const auto again = peer.expect<proto::Decide>();
  EXPECT_EQ(again, lost) << "what was decided stands";
  match.take(again);
  peer.say(proto::PauseStatus{proto::MatchId{5}, std::nullopt, 0});
  play_choices(peer, match, 2);
  finish(peer, match);
  EXPECT_EQ(playing.report().connections_lost, 1);
  EXPECT_EQ(playing.report().totals.matches, 1);
  EXPECT_EQ(playing.log.brains, 1);
  EXPECT_EQ(playing.log.clocks_of(5).size(), 5U) << "no view is thought about twice";
}

// By this id the server knows that the earlier connection is lost, even if it has not noticed that.
TEST(PlayConnection, AClientWithATokenHasOneIdOnAllItsConnections) {
  const auto id_of = [](const proto::Hello& hello) {
    const auto feature = proto::find_client_feature(hello.features);
    return feature ? feature->id : "";
  };
  Playing playing;
  playing.begin();
  const std::string first = id_of(playing.server.accept().greet());
  EXPECT_EQ(first.size(), 32U);
  EXPECT_EQ(id_of(playing.server.accept().greet()), first);
  Playing other;
  other.begin();
  EXPECT_NE(id_of(other.server.accept().greet()), first);
  Playing guest;
  guest.options.token.clear();
  guest.begin();
  EXPECT_EQ(id_of(guest.server.accept().greet()), "");
  for (Playing* each : {&playing, &other, &guest}) each->stop();
}

TEST(PlayConnection, BrainThatThinksWhileTheConnectionIsLostAnswersWhenAskedAgain) {
  Playing playing;
  playing.log.hold_up(true);
  playing.begin();
  FakeMatch match(5, duel::Seat::one, {});
  {
    FakePeer peer = playing.accept_request();
    begin(peer, match);
    peer.say(match.next_choice());
    playing.log.wait_for_views(1, 5);
  }
  FakePeer peer = playing.server.accept();
  peer.greet();
  peer.expect<proto::Resume>();
  playing.log.hold_up(false);
  peer.expect_silence();
  peer.say(proto::GameStart{proto::MatchId{5}, duel::Seat::one, 1, "", "", std::nullopt});
  peer.say(match.last_update());
  match.take(peer.expect<proto::Decide>());
  finish(peer, match);
  EXPECT_EQ(playing.report().why_failed, "");
  EXPECT_EQ(playing.log.brains, 1) << "the game is known already";
}

TEST(PlayConnection, MatchThatIsGoneIsForgotten) {
  session::MatchReport ended;
  Playing playing;
  playing.options.matches = 2;
  playing.options.match_ended = [&](const session::MatchReport& report) {
    if (report.is_lost) ended = report;
  };
  playing.begin();
  FakeMatch match(5, duel::Seat::one, {});
  {
    FakePeer peer = playing.accept_request();
    begin(peer, match);
    play_choices(peer, match, 1);
  }
  FakePeer peer = playing.server.accept();
  peer.greet();
  peer.expect<proto::Resume>();
  peer.say(proto::Error{proto::ErrorCode::unknown_match, "it is over", proto::MatchId{5}, 0});
  peer.expect<proto::QuickMatch>();
  FakeMatch next(6, duel::Seat::one, {});
  begin(peer, next);
  finish(peer, next);
  EXPECT_EQ(playing.report().totals.matches, 2);
  EXPECT_EQ(ended.seat.match, proto::MatchId{5});
}

TEST(PlayConnection, PermanentRefusalEndsIt) {
  for (const auto code : {proto::ErrorCode::token, proto::ErrorCode::version, proto::ErrorCode::terms}) {
    Playing playing;
    playing.begin();
    FakePeer peer = playing.server.accept();
    peer.expect<proto::Hello>();
    peer.say(proto::Error{code, "that will not do", std::nullopt, 0});
    EXPECT_THAT(playing.report().why_failed, HasSubstr("that will not do"));
  }
}

TEST(PlayConnection, BusyServerIsAskedAgainLater) {
  for (const auto code : {proto::ErrorCode::busy, proto::ErrorCode::draining}) {
    Playing playing;
    playing.begin();
    FakePeer peer = playing.server.accept();
    peer.greet();
    for (int i = 0; i < 3; ++i) {
      peer.expect<proto::QuickMatch>();
      peer.say(proto::Error{code, "not now", std::nullopt, 0});
    }
    peer.expect<proto::QuickMatch>();
    FakeMatch match = begin_match(peer);
    finish(peer, match);
    EXPECT_EQ(playing.report().why_failed, "");
  }
}

TEST(PlayConnection, ServerThatClosesConnectionsIsTriedLessAndLessOften) {
  Playing playing;
  playing.options.backoff = {milliseconds(100), milliseconds(30'000)};
  playing.begin();
  auto before = std::chrono::steady_clock::now();
  for (const int whole : {0, 100, 200, 400}) {
    FakePeer peer = playing.server.accept();
    const auto now = std::chrono::steady_clock::now();
    // Half of the wait is random. The client waits after it has noticed the end, which follows `before`.
    EXPECT_GE(now - before, milliseconds(whole / 2));
    before = now;
    peer.expect<proto::Hello>();
    peer.say(proto::Error{proto::ErrorCode::busy, "full", std::nullopt, 0});
  }
  playing.stop();
  EXPECT_EQ(playing.report().why_failed, "");
}

// By itself it would not come back within the time limit of this test.
TEST(PlayConnection, ComesBackWhenTheServerHasToldItTo) {
  Playing playing;
  playing.options.backoff = {std::chrono::hours(1), std::chrono::hours(1)};
  playing.begin();
  for (int i = 0; i < 3; ++i) {
    FakePeer peer = playing.server.accept();
    peer.expect<proto::Hello>();
    peer.say(proto::Error{proto::ErrorCode::busy, "come back", std::nullopt, 0, 1});
  }
  {
    FakePeer peer = playing.server.accept();
    peer.greet();
    peer.expect<proto::QuickMatch>();
  }
  playing.stop();
  EXPECT_EQ(playing.report().why_failed, "");
}

TEST(PlayConnection, SaysThatItTakesSeatsOver) {
  Playing playing;
  playing.begin();
  FakeMatch match(5, duel::Seat::one, {});
  {
    FakePeer peer = playing.server.accept();
    EXPECT_EQ(proto::find_returning_feature(peer.greet().features), std::nullopt);
    peer.expect<proto::QuickMatch>();
    begin(peer, match);
  }
  FakePeer peer = playing.server.accept();
  EXPECT_EQ(proto::find_returning_feature(peer.greet().features), proto::ReturningFeature::to_seat);
  peer.expect<proto::Resume>();
  finish(peer, match);
  EXPECT_EQ(playing.report().why_failed, "");
}

TEST(PlayConnection, WaitsForAServerThatIsNotThereYet) {
  std::atomic<int> notices = 0;
  Playing playing;
  playing.options.server = FakeServer().address();  // closed again
  playing.options.notice = [&](const std::string&) {
    ++notices;
    notices.notify_all();
  };
  playing.begin();
  for (int seen = 0; seen < 3; seen = notices) notices.wait(seen);
  playing.stop();
  EXPECT_EQ(playing.report().why_failed, "");
}

TEST(PlayConnection, StopLeavesPolitely) {
  Playing playing;
  playing.options.slots = 2;
  playing.options.matches.reset();
  FakePeer peer = playing.begin_and_accept_request();
  peer.expect<proto::QuickMatch>();
  FakeMatch match = begin_match(peer, duel::Seat::two);
  play_choices(peer, match, 1);
  playing.stop();
  EXPECT_EQ(peer.expect<proto::Leave>(), proto::Leave{});
  EXPECT_EQ(peer.expect<proto::Leave>(), (proto::Leave{proto::MatchId{5}, duel::Seat::two}));
  finish(peer, match);
  EXPECT_FALSE(peer.hear());
  EXPECT_EQ(playing.report().why_failed, "");
  EXPECT_EQ(playing.report().totals.matches, 1);
}

TEST(PlayConnection, MatchThatBeginsWhileWeLeaveIsResigned) {
  Playing playing;
  FakePeer peer = playing.begin_and_accept_request();
  playing.stop();
  peer.expect<proto::Leave>();
  FakeMatch match = begin_match(peer, duel::Seat::two);
  EXPECT_EQ(peer.expect<proto::Leave>(), (proto::Leave{proto::MatchId{5}, duel::Seat::two}));
  finish(peer, match);
  EXPECT_FALSE(peer.hear());
  EXPECT_EQ(playing.report().totals.matches, 1);
}

TEST(PlayConnection, SilentServerIsPingedAndThenLost) {
  Playing playing;
  playing.options.ping_after = milliseconds(50);
  playing.begin();
  std::vector<proto::ClientMessage> messages;
  while (messages.empty()) {  // on a busy machine a connection may be lost before the first ping
    FakePeer silent = playing.accept_request();
    messages = silent.hear_until_lost();
  }
  EXPECT_THAT(messages, Each(VariantWith<proto::Ping>(_)));
  playing.stop();
  EXPECT_GE(playing.report().connections_lost, 1);
}

TEST(PlayConnection, GarbageEndsItWithAnExplanation) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {std::string("\x03\x00\x00\x00zzz", 7), "does not speak our protocol: not a message"},
      {std::string(4, '\0'), "does not speak our protocol: a message without a body"},
      {"\xff\xff\xff\x7f", "does not speak our protocol: it announces a message of more than 1 MiB"},
      {"HTTP/1.1 400 Bad Request\r\n",
       "does not speak our protocol: it speaks HTTP, as the port for pages does: "
       "players connect to the server's worker_port"},
  };
  for (const auto& [bytes, why] : cases) {
    Playing playing;
    playing.begin();
    FakePeer peer = playing.server.accept();
    peer.greet();
    peer.say_bytes(bytes);
    EXPECT_THAT(playing.report().why_failed, HasSubstr(why));
  }
}

TEST(PlayConnection, ServerThatDoesNotGreetIsRefused) {
  Playing playing;
  playing.begin();
  FakePeer peer = playing.server.accept();
  peer.say(proto::Pong{1});
  EXPECT_THAT(playing.report().why_failed, HasSubstr("does not begin with a welcome"));
}

}  // namespace
}  // namespace rensa::worker
