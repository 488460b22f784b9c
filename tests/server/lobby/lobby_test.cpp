#include "server/lobby/lobby.h"

#include <gtest/gtest.h>

#include "tests/server/lobby/test_lobby.h"

namespace rensa::lobby {
namespace {

using proto::Clock;
using namespace std::chrono_literals;
using tests::terms_of;
using tests::TestLobby;

TEST(Lobby, RefusesUnplayableTerms) {
  TestLobby server;
  const base::SessionId a = server.enter("a");
  const auto refused = [&](const proto::Terms& terms) {
    server.take(a);
    server.say(a, proto::QuickMatch{terms, {}});
    const auto error = server.last<proto::Error>(a);
    return error && error->code == proto::ErrorCode::terms;
  };
  proto::Terms terms = terms_of(Clock::virtual_time);
  terms.ruleset = "nothing-1";
  EXPECT_TRUE(refused(terms));
  terms = terms_of(Clock::turns);
  terms.ruleset = "tsu-1";
  EXPECT_TRUE(refused(terms));
  terms = terms_of(Clock::real);
  terms.ruleset = "jaist-1";
  EXPECT_TRUE(refused(terms));
  terms = terms_of(Clock::real);
  terms.charge = proto::ThinkingCost::measured;
  EXPECT_TRUE(refused(terms));
  terms = terms_of(Clock::virtual_time);
  terms.charge = proto::ThinkingCost::fixed;
  EXPECT_TRUE(refused(terms));
}

TEST(Lobby, RefusesMatchesBeyondTheLimit) {
  LobbySettings settings;
  settings.max_matches = 1;
  TestLobby server(settings);
  server.start(terms_of(Clock::virtual_time));
  server.start(terms_of(Clock::virtual_time));
  EXPECT_EQ(server.last<proto::Error>(server.two)->code, proto::ErrorCode::busy);
  EXPECT_EQ(server.lobby.match_count(), 1U);
}

TEST(Lobby, RefusesRealTimeMatchesWhenTheMeasuredShareIsUsedUp) {
  LobbySettings settings;
  settings.max_real_time_share = 0.5;
  TestLobby server(settings);
  server.lobby.record_real_time_share(0.51, 250ms);
  server.start(terms_of(Clock::real));
  EXPECT_EQ(server.last<proto::Error>(server.two)->code, proto::ErrorCode::busy);
  EXPECT_EQ(server.lobby.counts().matches_refused, 2U);
  server.start(terms_of(Clock::virtual_time));
  EXPECT_EQ(server.lobby.match_count(), 1U);
  server.lobby.record_real_time_share(0.5, 250ms);
  server.start(terms_of(Clock::real));
  EXPECT_EQ(server.lobby.match_count(), 2U);
}

// A thousand matches begin at once, so none of them has taken any time yet.
TEST(Lobby, RefusesRealTimeMatchesBeyondTheForecast) {
  LobbySettings settings;
  settings.max_real_time_share = 0.1;
  TestLobby server(settings);
  for (int i = 0; i < 1'000; ++i) server.start(terms_of(Clock::real), proto::Subscription::frames);
  const std::size_t taken = server.lobby.match_count();
  EXPECT_GT(taken, 50U);
  EXPECT_LT(taken, 200U);
  EXPECT_EQ(server.lobby.counts().matches_refused, 2 * (1'000 - taken));
  EXPECT_NEAR(server.lobby.cpu_load().forecast(), 0.1, 0.01) << "the scale is 1 without measurements";
  server.lobby.abandon_all(server.now);
  server.save_all();
  EXPECT_NEAR(server.lobby.cpu_load().forecast(), 0, 1e-9);
}

double forecast_with(TestLobby& server, int matches, const proto::Terms& terms) {
  const auto one = server.enter("one");
  const auto two = server.enter("two");
  for (int i = 0; i < matches; ++i) {
    server.say(one, proto::QuickMatch{terms, {}});
    server.say(two, proto::QuickMatch{terms, {}});
  }
  return server.lobby.cpu_load().forecast();
}

TEST(Lobby, SeatsOfOneConnectionShareTheExpectedCostOfWrites) {
  TestLobby shared;
  TestLobby own;
  for (int i = 0; i < 16; ++i) own.start(terms_of(Clock::real));
  EXPECT_LT(forecast_with(shared, 16, terms_of(Clock::real)), 0.7 * own.lobby.cpu_load().forecast());
}

TEST(Lobby, OnlySeatsInRealTimeCountForTheForecast) {
  TestLobby alone;
  const double expected = forecast_with(alone, 1, terms_of(Clock::real));
  TestLobby server;
  EXPECT_EQ(forecast_with(server, 3, terms_of(Clock::virtual_time)), 0);
  const proto::MatchId watched = server.start(terms_of(Clock::virtual_time));
  const auto three = server.enter("three");
  const auto four = server.enter("four");
  for (const auto session : {three, four}) {
    server.say(session, proto::Watch{.match = watched, .subscription = {}});
    server.say(session, proto::QuickMatch{terms_of(Clock::real), {}});
  }
  EXPECT_DOUBLE_EQ(server.lobby.cpu_load().forecast(), expected);
}

TEST(Lobby, ResumingWithEveryFrameRaisesTheForecast) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real));
  const double before = server.lobby.cpu_load().forecast();
  const std::string token = server.last<proto::MatchStart>(server.one)->token;
  server.lobby.leave(server.one, server.now);
  const auto back = server.enter("back");
  server.say(back, proto::Resume{.match = match,
                                 .seat = duel::Seat::one,
                                 .token = token,
                                 .last = 0,
                                 .subscription = proto::Subscription::frames});
  EXPECT_GT(server.lobby.cpu_load().forecast(), 3 * before);
  server.lobby.abandon_all(server.now);
  server.save_all();
  EXPECT_NEAR(server.lobby.cpu_load().forecast(), 0, 1e-12);
}

TEST(Lobby, SeatNameIsOnlyForItsSessionAndNotForArrangedMatches) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::virtual_time));
  EXPECT_EQ(server.lobby.seat_name(server.one, match, duel::Seat::one), "one-0");
  EXPECT_FALSE(server.lobby.seat_name(server.two, match, duel::Seat::one));
  match::Arrangement arrangement;
  arrangement.terms = terms_of(Clock::virtual_time);
  arrangement.players = {match::MatchPlayer{.session = server.one, .name = "x"},
                         match::MatchPlayer{.session = server.two, .name = "y"}};
  const auto second = server.lobby.start_arranged_match(arrangement, server.now);
  ASSERT_TRUE(second);
  EXPECT_FALSE(server.lobby.seat_name(server.one, *second, duel::Seat::one));
}

TEST(Lobby, AConnectionHasAMaximumOfMatches) {
  LobbySettings settings;
  settings.max_matches_per_session = 2;
  TestLobby server(settings);
  const auto greedy = server.enter("greedy");
  for (int i = 0; i < 3; ++i) {
    server.say(server.enter("other"), proto::QuickMatch{});
    server.say(greedy, proto::QuickMatch{});
  }
  EXPECT_EQ(server.lobby.match_count(), 2U);
  ASSERT_TRUE(server.last<proto::Error>(greedy));
  EXPECT_EQ(server.last<proto::Error>(greedy)->code, proto::ErrorCode::busy);
}

TEST(Lobby, ADrainingLobbyStartsNoMatches) {
  TestLobby server;
  server.start(terms_of(Clock::virtual_time));
  server.lobby.drain(30);
  EXPECT_EQ(server.last<proto::Drain>(server.one)->seconds, 30);
  server.say(server.one, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_EQ(server.last<proto::Error>(server.one)->code, proto::ErrorCode::draining);
  server.lobby.abandon_all(server.now);
  server.save_all();
  EXPECT_EQ(server.last<proto::MatchEnd>(server.one)->cause, duel::Cause::voided);
  EXPECT_EQ(server.lobby.match_count(), 0U);
}

TEST(Lobby, AnswersEveryMessageAboutAnUnknownMatch) {
  TestLobby server;
  const base::SessionId a = server.enter("a");
  const proto::MatchId none{77};
  for (const proto::ClientMessage& message : std::initializer_list<proto::ClientMessage>{
           proto::Leave{none, duel::Seat::one}, proto::Watch{none, {}}, proto::Unwatch{none},
           proto::Decide{.match = none, .seat = {}, .game = 1, .clock = 0, .id = 0, .input = {}},
           proto::Resume{.match = none, .seat = {}, .token = "t", .last = 0, .subscription = {}}}) {
    server.take(a);
    server.say(a, message);
    ASSERT_TRUE(server.last<proto::Error>(a)) << message.index();
    EXPECT_EQ(server.last<proto::Error>(a)->code, proto::ErrorCode::unknown_match);
  }
}

}  // namespace
}  // namespace rensa::lobby
