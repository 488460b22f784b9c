#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/clients/worker/playing.h"

// A server that was stopped goes on from a moment before: what it said after that moment is void.

namespace rensa::worker {
namespace {

using test::begin;
using test::FakeMatch;
using test::FakePeer;
using test::finish;
using test::play_choices;
using test::Playing;
using testing::ElementsAre;

TEST(RestartedServer, AsksAgainForAChoiceThatIsUndone) {
  Playing playing;
  playing.begin();
  FakeMatch match(5, duel::Seat::one, {});
  FakeMatch before(5, duel::Seat::one, {});
  proto::Update undone;
  {
    FakePeer peer = playing.accept_request();
    begin(peer, match);
    before = match;
    play_choices(peer, match, 3);
  }
  FakePeer peer = playing.server.accept();
  peer.greet();
  EXPECT_EQ(peer.expect<proto::Resume>().last, 3U);
  play_choices(peer, before, 2);
  finish(peer, before);
  const std::vector<int> clocks = playing.log.clocks_of(5);
  ASSERT_GE(clocks.size(), 5U);
  EXPECT_EQ(clocks[3], clocks[0]);
  EXPECT_EQ(playing.report().why_failed, "");
  EXPECT_EQ(playing.log.brains, 1) << "it is the same game";
}

TEST(RestartedServer, CountsUpdatesFromTheNumberThatItSends) {
  Playing playing;
  playing.begin();
  FakeMatch match(5, duel::Seat::one, {});
  FakeMatch before(5, duel::Seat::one, {});
  {
    FakePeer peer = playing.accept_request();
    begin(peer, match);
    before = match;
    play_choices(peer, match, 3);
  }
  {
    FakePeer peer = playing.server.accept();
    peer.greet();
    EXPECT_EQ(peer.expect<proto::Resume>().last, 3U);
    play_choices(peer, before, 1);
  }
  FakePeer peer = playing.server.accept();
  peer.greet();
  EXPECT_EQ(peer.expect<proto::Resume>().last, 1U) << "updates 2 and 3 of the stopped server are void";
  playing.stop();
}

TEST(RestartedServer, AGameWithAnotherCommitmentIsAnotherGame) {
  Playing playing;
  playing.begin();
  FakeMatch match(5, duel::Seat::one, {});
  const auto game = [](const std::string& commitment) {
    return proto::GameStart{proto::MatchId{5}, duel::Seat::one, 1, commitment, "", std::nullopt};
  };
  const auto brains_after = [&](const proto::GameStart& start) {
    FakePeer peer = playing.server.accept();
    peer.greet();
    peer.expect<proto::Resume>();
    peer.say(start);
    peer.say(match.last_update());
    peer.expect<proto::Decide>();
    const std::lock_guard lock(playing.log.mutex);
    return playing.log.brains;
  };
  {
    FakePeer peer = playing.accept_request();
    peer.say(match.start());
    match.game_start();
    peer.say(game("one"));
    peer.say(match.next_choice());
    peer.expect<proto::Decide>();
  }
  EXPECT_EQ(brains_after(game("one")), 1);
  EXPECT_EQ(brains_after(game("")), 1) << "no commitment says nothing";
  EXPECT_EQ(brains_after(game("two")), 2);
  EXPECT_EQ(brains_after(game("two")), 2);
  playing.stop();
}

}  // namespace
}  // namespace rensa::worker
