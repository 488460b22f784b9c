#include "server/lobby/match_load.h"

#include <gtest/gtest.h>

#include "tests/server/lobby/test_lobby.h"

namespace rensa::lobby {
namespace {

using proto::Clock;
using namespace std::chrono_literals;
using tests::terms_of;
using tests::TestLobby;

TEST(MatchLoad, RefusesRealTimeMatchesWhenTheMeasuredShareIsUsedUp) {
  LobbySettings settings;
  settings.max_real_time_share = 0.5;
  TestLobby server(settings);
  server.start(terms_of(Clock::real));
  server.lobby.load().record_real_time_share(0.51, 250ms);
  server.start(terms_of(Clock::real));
  EXPECT_EQ(server.last<proto::Error>(server.two)->code, proto::ErrorCode::busy);
  EXPECT_EQ(server.lobby.admission().refused_count(), 2U);
  server.start(terms_of(Clock::virtual_time));
  EXPECT_EQ(server.lobby.matches().count(), 2U);
  server.lobby.load().record_real_time_share(0.5, 250ms);
  server.start(terms_of(Clock::real));
  EXPECT_EQ(server.lobby.matches().count(), 3U);
}

// A thousand matches begin at once, so none of them has taken any time yet.
TEST(MatchLoad, RefusesRealTimeMatchesBeyondTheForecast) {
  LobbySettings settings;
  settings.max_real_time_share = 0.1;
  TestLobby server(settings);
  for (int i = 0; i < 1'000; ++i) server.start(terms_of(Clock::real), proto::Subscription::frames);
  const std::size_t taken = server.lobby.matches().count();
  EXPECT_GT(taken, 50U);
  EXPECT_LT(taken, 200U);
  EXPECT_EQ(server.lobby.admission().refused_count(), 2 * (1'000 - taken));
  EXPECT_NEAR(server.lobby.load().cpu_load().forecast(), 0.1, 0.01) << "the scale is 1 without measurements";
  server.lobby.abandon_all(server.now);
  server.save_all();
  EXPECT_NEAR(server.lobby.load().cpu_load().forecast(), 0, 1e-9);
}

double forecast_with(TestLobby& server, int matches, const proto::Terms& terms) {
  const auto one = server.enter("one");
  const auto two = server.enter("two");
  for (int i = 0; i < matches; ++i) {
    server.say(one, proto::QuickMatch{terms, {}});
    server.say(two, proto::QuickMatch{terms, {}});
  }
  return server.lobby.load().cpu_load().forecast();
}

TEST(MatchLoad, SeatsOfOneConnectionShareTheExpectedCostOfWrites) {
  TestLobby shared;
  TestLobby own;
  for (int i = 0; i < 16; ++i) own.start(terms_of(Clock::real));
  EXPECT_LT(forecast_with(shared, 16, terms_of(Clock::real)), 0.7 * own.lobby.load().cpu_load().forecast());
}

TEST(MatchLoad, OnlySeatsInRealTimeCountForTheForecast) {
  TestLobby alone;
  const double expected = forecast_with(alone, 1, terms_of(Clock::real));
  TestLobby server;
  EXPECT_EQ(forecast_with(server, 3, terms_of(Clock::virtual_time)), 0);
  const proto::MatchId watched = server.start(terms_of(Clock::virtual_time));
  const auto three = server.enter("three");
  const auto four = server.enter("four");
  for (const auto player : {three, four}) {
    server.say(player, proto::Watch{.match = watched, .subscription = {}});
    server.say(player, proto::QuickMatch{terms_of(Clock::real), {}});
  }
  EXPECT_DOUBLE_EQ(server.lobby.load().cpu_load().forecast(), expected);
}

TEST(MatchLoad, ResumingWithEveryFrameRaisesTheForecast) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real));
  const double before = server.lobby.load().cpu_load().forecast();
  const std::string token = server.last<proto::MatchStart>(server.one)->token;
  server.lobby.leave(server.one, server.now);
  const auto back = server.enter("back");
  server.say(back, proto::Resume{.match = match,
                                 .seat = duel::Seat::one,
                                 .token = token,
                                 .last = 0,
                                 .subscription = proto::Subscription::frames});
  EXPECT_GT(server.lobby.load().cpu_load().forecast(), 3 * before);
  server.lobby.abandon_all(server.now);
  server.save_all();
  EXPECT_NEAR(server.lobby.load().cpu_load().forecast(), 0, 1e-12);
}

}  // namespace
}  // namespace rensa::lobby
