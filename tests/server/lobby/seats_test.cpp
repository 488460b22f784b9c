#include "server/lobby/seats.h"

#include <gtest/gtest.h>

#include "tests/server/lobby/test_lobby.h"

namespace rensa::lobby {
namespace {

using proto::Clock;
using tests::terms_of;
using tests::TestLobby;

TEST(Seats, SeatNameIsOnlyForItsSessionAndNotForArrangedMatches) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::virtual_time));
  EXPECT_EQ(seat_name(server.lobby.matches(), server.one, match, duel::Seat::one), "one-0");
  EXPECT_FALSE(seat_name(server.lobby.matches(), server.two, match, duel::Seat::one));
  match::Arrangement arrangement;
  arrangement.terms = terms_of(Clock::virtual_time);
  arrangement.players = {match::MatchPlayer{.id = server.one, .name = "x"},
                         match::MatchPlayer{.id = server.two, .name = "y"}};
  const auto second = server.lobby.arranged_matches().start(arrangement, server.now);
  ASSERT_TRUE(second);
  EXPECT_FALSE(seat_name(server.lobby.matches(), server.one, *second, duel::Seat::one));
}

}  // namespace
}  // namespace rensa::lobby
