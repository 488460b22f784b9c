#include "server/match/match_comments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/lobby/test_lobby.h"

namespace rensa::match {

namespace {

using duel::Seat;
using testing::IsEmpty;

TEST(MatchComments, ACommentIsPublishedWhenItsDecisionIsPlayed) {
  MatchComments comments;
  comments.add_comment(Seat::one, 7, "fires", 0);
  EXPECT_THAT(comments.comment(Seat::one), IsEmpty());
  EXPECT_FALSE(comments.publish_comment(Seat::one, 6));
  EXPECT_FALSE(comments.publish_comment(Seat::two, 7)) << "the other seat numbers its own";
  EXPECT_TRUE(comments.publish_comment(Seat::one, 7));
  EXPECT_EQ(comments.comment(Seat::one), "fires");
  EXPECT_THAT(comments.comment(Seat::two), IsEmpty());
}

TEST(MatchComments, ARepeatedCommentIsNoChange) {
  MatchComments comments;
  comments.add_comment(Seat::one, 1, "builds", 0);
  EXPECT_TRUE(comments.publish_comment(Seat::one, 1));
  EXPECT_FALSE(comments.publish_comment(Seat::one, 1)) << "it was published before";
  comments.add_comment(Seat::one, 2, "builds", 0);
  EXPECT_FALSE(comments.publish_comment(Seat::one, 2));
  comments.add_comment(Seat::one, 3, "fires", 0);
  EXPECT_TRUE(comments.publish_comment(Seat::one, 3));
}

TEST(MatchComments, AnEmptyCommentChangesNothing) {
  MatchComments comments;
  comments.add_comment(Seat::one, 1, "builds", 0);
  comments.add_comment(Seat::one, 1, "", 0);
  EXPECT_TRUE(comments.publish_comment(Seat::one, 1));
  EXPECT_FALSE(comments.publish_comment(Seat::one, 2));
  EXPECT_EQ(comments.comment(Seat::one), "builds");
}

TEST(MatchComments, OnlyTheNewestDecisionHasAComment) {
  MatchComments comments;
  comments.add_comment(Seat::one, 1, "left", 0);
  comments.add_comment(Seat::one, 2, "right", 0);
  EXPECT_FALSE(comments.publish_comment(Seat::one, 1));
  EXPECT_TRUE(comments.publish_comment(Seat::one, 2));
  EXPECT_EQ(comments.comment(Seat::one), "right");
}

TEST(MatchComments, ASeatIsHeardAgainAfterAWhile) {
  MatchComments comments;
  EXPECT_TRUE(comments.is_readable(duel::Seat::one, 0));
  comments.add_comment(duel::Seat::one, 1, "", 100);
  EXPECT_TRUE(comments.is_readable(duel::Seat::one, 100)) << "it has said nothing";
  comments.add_comment(duel::Seat::one, 1, "builds", 100);
  EXPECT_FALSE(comments.is_readable(duel::Seat::one, 105));
  EXPECT_TRUE(comments.is_readable(duel::Seat::two, 105));
  EXPECT_TRUE(comments.is_readable(duel::Seat::one, 106));
  comments.begin_game();
  EXPECT_TRUE(comments.is_readable(duel::Seat::one, 0));
}

TEST(MatchComments, AGameBeginsWithoutComments) {
  MatchComments comments;
  comments.add_comment(Seat::one, 1, "fires", 0);
  comments.publish_comment(Seat::one, 1);
  comments.add_comment(Seat::two, 1, "of the last game", 0);
  comments.begin_game();
  EXPECT_THAT(comments.comment(Seat::one), IsEmpty());
  EXPECT_FALSE(comments.publish_comment(Seat::two, 1));
}

TEST(MatchComments, QualityIsSentOnlyToAnOpponentThatReportsItsOwn) {
  MatchComments comments;
  comments.note_quality_report(Seat::one);
  EXPECT_EQ(comments.connection_quality(Seat::one, 20), std::nullopt);
  EXPECT_EQ(comments.connection_quality(Seat::two, 30), (ConnectionQuality{.round_trip = 30, .late = 0}));
  comments.note_quality_report(Seat::two);
  EXPECT_EQ(comments.connection_quality(Seat::one, 20), (ConnectionQuality{.round_trip = 20, .late = 0}));
}

TEST(MatchComments, LateKeysAreCountedOverAllGames) {
  MatchComments comments;
  for (const Seat seat : duel::kSeats) comments.note_quality_report(seat);
  comments.count_late_key(Seat::one);
  comments.begin_game();
  comments.count_late_key(Seat::one);
  EXPECT_EQ(comments.connection_quality(Seat::one, 20), (ConnectionQuality{.round_trip = 20, .late = 2}));
  EXPECT_EQ(comments.connection_quality(Seat::two, 2'000'000'000),
            (ConnectionQuality{.round_trip = 60'000, .late = 0}));
}

}  // namespace

// Tests of comments and connection quality in whole matches.

namespace {

using proto::Clock;
using tests::all_of;
using tests::pass_frames;
using tests::play_one_game;
using tests::terms_of;
using tests::TestClient;
using tests::TestLobby;
using namespace std::chrono_literals;

// A match with two spectators, of which only one wants comments.
struct Commented {
  explicit Commented(Clock clock = Clock::virtual_time) : match(server.start(terms_of(clock))) {
    server.say(curious, proto::Watch{match, proto::Subscription::events, true});
    server.say(calm, proto::Watch{match, proto::Subscription::events});
  }

  TestLobby server;
  proto::MatchId match;
  base::PlayerId curious = server.enter("curious");
  base::PlayerId calm = server.enter("calm");

  // Answers for a seat, with a comment.
  void answer(duel::Seat seat, const std::string& comment) {
    const base::PlayerId player = seat == duel::Seat::one ? server.one : server.two;
    const auto update = server.last<proto::Update>(player);
    server.say(player, proto::Decide{.match = match,
                                     .seat = seat,
                                     .game = update->game,
                                     .clock = update->view.clock,
                                     .id = 1,
                                     .input = duel::Input::place({1, rules::Rotation::up}),
                                     .comment = comment});
  }
};

TEST(Comment, IsSentToSpectatorsThatWantComments) {
  Commented watched;
  watched.answer(duel::Seat::one, "七連鎖");
  watched.answer(duel::Seat::two, "");
  const proto::Comment said{.match = watched.match, .seat = duel::Seat::one, .game = 1, .text = "七連鎖"};
  EXPECT_EQ(all_of<proto::Comment>(watched.server.sent[watched.curious]), std::vector{said});
  for (const base::PlayerId other : {watched.calm, watched.server.one, watched.server.two}) {
    EXPECT_FALSE(watched.server.last<proto::Comment>(other));
  }
}

// A spectator could pass the comment on to the opponent.
TEST(Comment, IsNotSentBeforeItsDecisionIsPlayed) {
  for (const Clock clock : {Clock::virtual_time, Clock::turns}) {
    Commented watched(clock);
    watched.answer(duel::Seat::one, "fires");
    EXPECT_FALSE(watched.server.last<proto::Comment>(watched.curious)) << "the opponent has not decided yet";
    watched.answer(duel::Seat::two, "");
    EXPECT_TRUE(watched.server.last<proto::Comment>(watched.curious));
  }
}

TEST(Comment, IsNotSentAgainWhenItIsRepeated) {
  Commented watched(Clock::turns);
  for (int turn = 0; turn < 3; ++turn) {
    watched.answer(duel::Seat::one, "builds");
    watched.answer(duel::Seat::two, "builds, too");
  }
  EXPECT_EQ(all_of<proto::Comment>(watched.server.sent[watched.curious]).size(), 2U);
}

TEST(Comment, TheLastOneIsSentToLaterSpectators) {
  Commented watched;
  watched.answer(duel::Seat::one, "first");
  watched.answer(duel::Seat::two, "");
  const base::PlayerId late = watched.server.enter("late");
  watched.server.say(late, proto::Watch{watched.match, proto::Subscription::events, true});
  const auto sent = watched.server.take(late);
  ASSERT_EQ(all_of<proto::Comment>(sent).size(), 1U);
  EXPECT_EQ(all_of<proto::Comment>(sent)[0].text, "first");
  EXPECT_TRUE(std::holds_alternative<proto::Comment>(sent.back())) << "the comment comes after MatchStart and Update";
}

TEST(Comment, IsNotSentToASpectatorThatTakesASeat) {
  Commented watched;
  const std::string token = watched.server.last<proto::MatchStart>(watched.server.two)->token;
  watched.server.say(watched.curious, proto::Resume{watched.match, duel::Seat::two, token, 0, {}});
  watched.server.take(watched.curious);
  watched.server.two = watched.curious;
  watched.answer(duel::Seat::one, "fires");
  watched.server.say(watched.curious,
                     proto::Decide{.match = watched.match,
                                   .seat = duel::Seat::two,
                                   .game = 1,
                                   .clock = watched.server.last<proto::Update>(watched.server.one)->view.clock,
                                   .id = 1,
                                   .input = duel::Input::place({1, rules::Rotation::up})});
  EXPECT_FALSE(watched.server.last<proto::Comment>(watched.curious));
  for (const proto::Update& update : all_of<proto::Update>(watched.server.sent[watched.curious])) {
    EXPECT_TRUE(update.seat) << "it is sent only updates for its seat";
  }
}

TEST(Comment, IsNotSentForARefusedDecision) {
  Commented watched;
  watched.server.say(watched.server.one, proto::Decide{.match = watched.match,
                                                       .seat = duel::Seat::one,
                                                       .game = 2,
                                                       .clock = 0,
                                                       .id = 1,
                                                       .input = {},
                                                       .comment = "of another game"});
  watched.server.say(watched.server.two, proto::Decide{.match = watched.match,
                                                       .seat = duel::Seat::one,
                                                       .game = 1,
                                                       .clock = 0,
                                                       .id = 1,
                                                       .input = {},
                                                       .comment = "of another seat"});
  watched.answer(duel::Seat::one, "");
  watched.answer(duel::Seat::two, "");
  EXPECT_GT(watched.server.last<proto::Update>(watched.server.one)->view.clock, 1) << "both decisions have been played";
  EXPECT_FALSE(watched.server.last<proto::Comment>(watched.curious));
}

TEST(Comment, IsNotKeptForTheNextGame) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::turns, 2));
  const auto update = server.last<proto::Update>(server.one);
  server.say(server.one, proto::Decide{.match = match,
                                       .seat = duel::Seat::one,
                                       .game = 1,
                                       .clock = update->view.clock,
                                       .id = 1,
                                       .input = duel::Input::place({1, rules::Rotation::up}),
                                       .comment = "of the first game"});
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  play_one_game(server, one, two);
  server.save_all();
  const base::PlayerId late = server.enter("late");
  server.say(late, proto::Watch{match, proto::Subscription::events, true});
  EXPECT_EQ(server.last<proto::Update>(late)->game, 2);
  EXPECT_FALSE(server.last<proto::Comment>(late));
}

// A match in real time with two steering seats.
struct Steered {
  TestLobby server;
  proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::steering);

  void ping(base::PlayerId player, int round_trip) {
    server.say(player, proto::Ping{.nonce = 1, .round_trip = round_trip});
  }
  void press(int at) {
    server.say(server.one, proto::Decide{.match = match,
                                         .seat = duel::Seat::one,
                                         .game = 1,
                                         .clock = server.last<proto::Update>(server.one)->view.clock,
                                         .id = 1,
                                         .input = duel::Input::hold(movement::Keys::left),
                                         .at = at});
  }
};

TEST(ConnectionQuality, IsSentToTheOpponentWithLateKeys) {
  Steered steered;
  steered.ping(steered.server.two, 10);
  pass_frames(steered.server, 60);
  steered.press(40);
  steered.press(50);
  steered.press(100);  // a later frame
  steered.ping(steered.server.one, 240);
  const proto::ConnectionQuality line{.match = steered.match, .seat = duel::Seat::two, .round_trip = 240, .late = 2};
  EXPECT_EQ(steered.server.last<proto::ConnectionQuality>(steered.server.two), line);
  EXPECT_FALSE(steered.server.last<proto::ConnectionQuality>(steered.server.one));
}

TEST(ConnectionQuality, IsSentOnceASecondAtMost) {
  Steered steered;
  steered.ping(steered.server.two, 10);
  for (int i = 0; i < 10; ++i) steered.ping(steered.server.one, 20);
  EXPECT_EQ(all_of<proto::ConnectionQuality>(steered.server.sent[steered.server.two]).size(), 1U);
  steered.server.now += 1s;
  steered.ping(steered.server.one, 2'000'000'000);
  EXPECT_EQ(steered.server.last<proto::ConnectionQuality>(steered.server.two)->round_trip, 60'000) << "the maximum";
}

// A client that does not know the message would treat it as an error.
TEST(ConnectionQuality, IsNotSentToAnOpponentThatReportsNone) {
  Steered steered;
  steered.ping(steered.server.one, 20);
  EXPECT_FALSE(steered.server.last<proto::ConnectionQuality>(steered.server.two));
}

TEST(ConnectionQuality, IsNotSentToAnOpponentThatDoesNotSteer) {
  TestLobby server;
  server.start(terms_of(Clock::real), proto::Subscription::frames);
  for (const base::PlayerId player : {server.two, server.one}) {
    server.say(player, proto::Ping{.nonce = 1, .round_trip = 20});
  }
  EXPECT_FALSE(server.last<proto::ConnectionQuality>(server.two));
}

TEST(ConnectionQuality, IsSentToNoSessionWithoutAMatch) {
  TestLobby server;
  const base::PlayerId idle = server.enter("idle");
  server.say(idle, proto::Ping{.nonce = 1, .round_trip = 20});
  EXPECT_TRUE(server.sent[idle].empty());
}

}  // namespace

}  // namespace rensa::match
