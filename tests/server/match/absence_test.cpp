#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/record/verify.h"
#include "server/match/match.h"
#include "tests/server/lobby/test_lobby.h"

// Tests of players that lose their connections.

namespace rensa::match {
namespace {

using proto::Clock;
using tests::all_of;
using tests::pass_frames;
using tests::play_in_real_time;
using tests::play_one_game;
using tests::play_out;
using tests::terms_of;
using tests::TestClient;
using tests::TestLobby;
using namespace std::chrono_literals;

TEST(Absence, WithoutBothPlayersThereIsNoWinner) {
  TestLobby server;
  server.start(terms_of(Clock::virtual_time));
  server.lobby.leave(server.one, server.now);
  server.now += 5s;
  server.lobby.leave(server.two, server.now);
  server.now += 56s;
  server.lobby.run_due_matches(server.now);
  server.save_all();
  ASSERT_EQ(server.saved.size(), 1U);
  EXPECT_EQ(server.saved[0].record.outcome.cause, duel::Cause::disconnected);
  EXPECT_FALSE(server.saved[0].record.outcome.winner);
}

TEST(Absence, ALostPlayerLosesAfterTheGracePeriod) {
  TestLobby server;
  server.start(terms_of(Clock::virtual_time, 5));
  server.lobby.leave(server.two, server.now);
  const auto standing = server.last<proto::PauseStatus>(server.one);
  ASSERT_TRUE(standing);
  EXPECT_EQ(standing->missing, duel::Seat::two);
  EXPECT_EQ(standing->seconds_left, 60);
  server.now += 59s;
  server.lobby.run_due_matches(server.now);
  EXPECT_TRUE(server.unsaved.empty());
  server.now += 2s;
  server.lobby.run_due_matches(server.now);
  server.save_all();
  const auto end = server.last<proto::MatchEnd>(server.one);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->cause, duel::Cause::disconnected);
  EXPECT_EQ(end->wins, (std::array{1, 0}));
  EXPECT_EQ(end->winner, duel::Seat::one);
  EXPECT_TRUE(record::verify(server.saved.at(0).record).ok());
}

TEST(Absence, ANewSpectatorIsSentThePauseStatus) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::virtual_time));
  const base::PlayerId early = server.enter("eve");
  server.say(early, proto::Watch{.match = match, .subscription = proto::Subscription::events});
  EXPECT_FALSE(server.last<proto::PauseStatus>(early));
  server.lobby.leave(server.two, server.now);
  server.now += 5s;
  const base::PlayerId late = server.enter("joe");
  server.say(late, proto::Watch{.match = match, .subscription = proto::Subscription::events});
  const auto standing = server.last<proto::PauseStatus>(late);
  ASSERT_TRUE(standing);
  EXPECT_EQ(standing->missing, duel::Seat::two);
  EXPECT_EQ(standing->seconds_left, 55);
}

TEST(Absence, AResumedSeatIsSentMissedUpdatesAndPlaysOn) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::virtual_time));
  const auto start = *server.last<proto::MatchStart>(server.two);
  TestClient one(server, server.one, 1);
  one.answer();
  server.lobby.leave(server.two, server.now);
  server.now += 30s;
  const base::PlayerId back = server.enter("two again");
  server.say(back, proto::Resume{.match = match, .seat = duel::Seat::two, .token = "wrong", .last = 0});
  EXPECT_EQ(server.last<proto::Error>(back)->code, proto::ErrorCode::not_yours);
  server.take(back);
  server.say(back, proto::Resume{.match = match, .seat = duel::Seat::two, .token = start.token, .last = 0});
  EXPECT_TRUE(server.last<proto::Update>(back)->answer_due);
  EXPECT_FALSE(server.last<proto::PauseStatus>(server.one)->missing);
  TestClient two(server, back, 2);
  play_out(server, one, two);
  ASSERT_EQ(server.saved.size(), 1U);
  EXPECT_EQ(server.saved[0].record.outcome.cause, duel::Cause::choked);
}

TEST(Absence, AConnectionThatLosesItsSeatIsToldSo) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::virtual_time));
  const auto start = *server.last<proto::MatchStart>(server.two);
  const base::PlayerId tab = server.enter("another tab");
  server.say(tab, proto::Resume{.match = match, .seat = duel::Seat::two, .token = start.token, .last = 0});
  const auto sent = server.last<proto::Error>(server.two);
  ASSERT_TRUE(sent);
  EXPECT_EQ(sent->code, proto::ErrorCode::not_yours);
  EXPECT_EQ(sent->match, match);
  EXPECT_FALSE(server.last<proto::Error>(tab));
  server.take(tab);
  server.say(tab, proto::Resume{.match = match, .seat = duel::Seat::two, .token = start.token, .last = 0});
  EXPECT_FALSE(server.last<proto::Error>(tab)) << "the same connection once more";
}

// A seat that several clients take over and take back.
class TakenOverSeat : public testing::Test {
 protected:
  void resume(base::PlayerId player, const std::string& client_id, bool back = false) {
    server.take(player);
    server.say(player, proto::Resume{.match = match,
                                     .seat = duel::Seat::two,
                                     .token = token,
                                     .last = 0,
                                     .subscription = {},
                                     .client_id = client_id,
                                     .back = back});
  }
  bool has_seat(base::PlayerId player) {
    server.take(player);
    server.say(player,
               proto::Decide{.match = match, .seat = duel::Seat::two, .game = 1, .clock = 0, .id = 0, .input = {}});
    const auto error = server.last<proto::Error>(player);
    return !error || error->code != proto::ErrorCode::not_yours;
  }

  TestLobby server;
  proto::MatchId match = server.start(terms_of(Clock::virtual_time));
  std::string token = server.last<proto::MatchStart>(server.two)->token;
  base::PlayerId laptop = server.enter("laptop");
  base::PlayerId phone = server.enter("phone");
};

TEST_F(TakenOverSeat, IsNotTakenFromAnotherClientByAnAutomaticReconnect) {
  server.lobby.leave(server.two, server.now);
  resume(laptop, "laptop");
  server.take(laptop);
  server.take(server.one);
  resume(phone, "phone", true);
  const auto sent = server.last<proto::Error>(phone);
  ASSERT_TRUE(sent);
  EXPECT_EQ(sent->code, proto::ErrorCode::elsewhere);
  EXPECT_EQ(sent->match, match);
  EXPECT_FALSE(server.last<proto::MatchStart>(phone));
  EXPECT_TRUE(server.take(laptop).empty());
  EXPECT_TRUE(server.take(server.one).empty());
  EXPECT_TRUE(has_seat(laptop));
  // The loss of the refused connection does not affect the match.
  server.lobby.leave(phone, server.now);
  EXPECT_TRUE(has_seat(laptop));
}

TEST_F(TakenOverSeat, IsTakenBackByItsOwnClientFromItsOldConnection) {
  resume(laptop, "laptop");
  resume(phone, "laptop", true);
  EXPECT_FALSE(server.last<proto::Error>(phone));
  EXPECT_TRUE(has_seat(phone));
  EXPECT_FALSE(has_seat(laptop));
}

TEST_F(TakenOverSeat, IsFreeForAnyClientAtTheBeginningAndWhileLost) {
  resume(laptop, "laptop", true);
  EXPECT_TRUE(has_seat(laptop)) << "no client has resumed it before";
  server.lobby.leave(laptop, server.now);
  resume(phone, "phone", true);
  EXPECT_TRUE(has_seat(phone)) << "its client is disconnected";
}

TEST_F(TakenOverSeat, IsTakenFromAnotherClientOnRequest) {
  resume(laptop, "laptop");
  resume(phone, "phone");
  EXPECT_TRUE(has_seat(phone));
  EXPECT_EQ(server.last<proto::Error>(laptop)->code, proto::ErrorCode::not_yours);
  resume(laptop, "laptop", true);
  EXPECT_FALSE(has_seat(laptop));
}

TEST_F(TakenOverSeat, IsNotCountedForARefusedSession) {
  lobby::LobbySettings settings;
  settings.max_matches_per_player = 1;
  TestLobby small(settings);
  const proto::MatchId other = small.start(terms_of(Clock::virtual_time));
  const base::PlayerId late = small.enter("late");
  small.say(late, proto::Resume{.match = other, .seat = duel::Seat::two, .token = "wrong"});
  small.take(late);
  small.say(late, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_FALSE(small.last<proto::Error>(late));
}

TEST(Absence, AResumedSeatIsSentTheEventsSinceItsLastUpdate) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real));
  const auto start = *server.last<proto::MatchStart>(server.two);
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  play_in_real_time(server, one, two, 600);
  const auto heard = all_of<proto::Update>(two.log);
  ASSERT_GT(heard.size(), 10U);
  const std::size_t seen = heard.size() - 4;
  server.lobby.leave(server.two, server.now);
  const base::PlayerId back = server.enter("two again");
  server.say(back, proto::Resume{.match = match,
                                 .seat = duel::Seat::two,
                                 .token = start.token,
                                 .last = heard[seen - 1].number,
                                 .subscription = {}});
  std::vector<duel::Event> missed;
  for (std::size_t i = seen; i < heard.size(); ++i) {
    missed.insert(missed.end(), heard[i].events.begin(), heard[i].events.end());
  }
  const auto updates = all_of<proto::Update>(server.sent[back]);
  ASSERT_FALSE(updates.empty());
  ASSERT_GE(updates[0].events.size(), missed.size());
  EXPECT_TRUE(std::equal(missed.begin(), missed.end(), updates[0].events.begin()));
  EXPECT_GT(updates[0].number, heard.back().number);
}

TEST(Absence, AResumedSeatIsSentTheEndOfAMissedGame) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::virtual_time, 2));
  const auto start = *server.last<proto::MatchStart>(server.two);
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  play_one_game(server, one, two);
  server.lobby.leave(server.two, server.now);
  server.save_all();
  const base::PlayerId back = server.enter("two again");
  server.say(back, proto::Resume{
                       .match = match, .seat = duel::Seat::two, .token = start.token, .last = 0, .subscription = {}});
  const auto ends = all_of<proto::GameEnd>(server.sent[back]);
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_EQ(ends[0].game, 1);
  EXPECT_EQ(ends[0].seat, duel::Seat::two);
  EXPECT_EQ(server.last<proto::GameStart>(back)->game, 2);
  // The events of the game before are not sent as events of this game.
  const proto::Update first = all_of<proto::Update>(server.sent[back]).at(0);
  EXPECT_EQ(first.game, 2);
  EXPECT_TRUE(first.events.empty());
}

// Both seats are lost: one before the end of the game was sent, one after it.
TEST(Absence, AResumedSeatIsSentTheScore) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::virtual_time, 3));
  const auto first = *server.last<proto::MatchStart>(server.one);
  const auto second = *server.last<proto::MatchStart>(server.two);
  EXPECT_EQ(first.wins, (std::array{0, 0}));
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  play_one_game(server, one, two);
  server.lobby.leave(server.two, server.now);
  server.save_all();
  std::array<int, 2> score{};
  ASSERT_TRUE(server.saved[0].record.outcome.winner);
  score[duel::index_of(*server.saved[0].record.outcome.winner)] = 1;
  const base::PlayerId back = server.enter("two again");
  server.say(back, proto::Resume{.match = match, .seat = duel::Seat::two, .token = second.token});
  EXPECT_EQ(server.last<proto::MatchStart>(back)->wins, (std::array{0, 0})) << "the end of the game follows";
  ASSERT_EQ(all_of<proto::GameEnd>(server.sent[back]).size(), 1U);
  const base::PlayerId other = server.enter("one again");
  server.say(other, proto::Resume{.match = match, .seat = duel::Seat::one, .token = first.token});
  EXPECT_EQ(server.last<proto::MatchStart>(other)->wins, score);
  EXPECT_EQ(server.last<proto::MatchStart>(other)->draws, 0);
  const base::PlayerId late = server.enter("eve");
  server.say(late, proto::Watch{.match = match, .subscription = {}});
  EXPECT_EQ(server.last<proto::MatchStart>(late)->wins, score);
}

// The frames of the pause are neither played at once nor waited for again.
TEST(Absence, AResumedGameGoesOnAtItsNormalSpeed) {
  for (const auto subscription : {proto::Subscription::events, proto::Subscription::frames}) {
    TestLobby server;
    const proto::MatchId match = server.start(terms_of(Clock::real));
    const auto start = *server.last<proto::MatchStart>(server.two);
    TestClient one(server, server.one, 1);
    TestClient two(server, server.two, 2);
    play_in_real_time(server, one, two, 300);
    server.lobby.leave(server.two, server.now);
    server.now += 30s;
    const base::PlayerId back = server.enter("two again");
    server.say(
        back,
        proto::Resume{
            .match = match, .seat = duel::Seat::two, .token = start.token, .last = 0, .subscription = subscription});
    TestClient returned(server, back, 2);
    play_in_real_time(server, one, returned, 600);
    EXPECT_NEAR(all_of<proto::Update>(one.log).back().view.clock, 900, 60);
    server.say(back, proto::Leave{match, duel::Seat::two});
    server.save_all();
    EXPECT_NEAR(server.saved.at(0).record.outcome.frame, 900, 2);
    EXPECT_TRUE(record::verify(server.saved[0].record).ok());
  }
}

TEST(Absence, ADecisionDuringAPauseCountsInTheNextFrame) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real));
  const auto start = *server.last<proto::MatchStart>(server.two);
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  while (!server.last<proto::Update>(server.one) || !server.last<proto::Update>(server.one)->view.decision_due) {
    pass_frames(server, 1);
  }
  server.lobby.leave(server.two, server.now);
  server.now += 30s;
  one.answer();
  const int stood_at = all_of<proto::Update>(one.log).back().view.clock;
  const base::PlayerId back = server.enter("two again");
  server.say(back, proto::Resume{
                       .match = match, .seat = duel::Seat::two, .token = start.token, .last = 0, .subscription = {}});
  TestClient returned(server, back, 2);
  play_in_real_time(server, one, returned, 4);
  const auto decided = all_of<proto::Decided>(one.log);
  ASSERT_EQ(decided.size(), 1U);
  EXPECT_LE(decided[0].clock, stood_at + 2);
}

TEST(Absence, TheClockStopsWhileAPlayerIsMissing) {
  TestLobby server;
  server.start(terms_of(Clock::real));
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  play_in_real_time(server, one, two, 100);
  server.lobby.leave(server.two, server.now);
  const int updates = static_cast<int>(all_of<proto::Update>(one.log).size());
  play_in_real_time(server, one, two, 600);
  EXPECT_LE(all_of<proto::Update>(one.log).size(), static_cast<std::size_t>(updates) + 1);
  EXPECT_TRUE(server.unsaved.empty());
}

}  // namespace
}  // namespace rensa::match
