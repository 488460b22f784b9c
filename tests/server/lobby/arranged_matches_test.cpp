#include "server/lobby/arranged_matches.h"

#include <gtest/gtest.h>

#include "server/lobby/seats.h"
#include "tests/server/lobby/test_lobby.h"

namespace rensa::lobby {
namespace {

using proto::Clock;
using tests::terms_of;
using tests::TestLobby;

TEST(ArrangedMatches, APlayerThatGetsALostSeatBackSeesOnlyWhatTheSeatSees) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::frames);
  server.lobby.leave(server.one, server.now);
  const base::PlayerId back = server.enter("back");
  server.say(back, proto::Watch{.match = match, .subscription = proto::Subscription::frames});
  pass_frames(server, 2);
  ASSERT_FALSE(server.take(back).empty()) << "it watches the match";

  server.lobby.arranged_matches().return_lost_seat(match, duel::Seat::one, {.id = back, .name = "back"}, server.now);
  EXPECT_TRUE(seat_name(server.lobby.matches(), back, match, duel::Seat::one));
  server.take(back);
  server.take(server.two);
  pass_frames(server, 200);  // until the first frame, and some more
  for (const proto::Update& update : tests::all_of<proto::Update>(server.take(back))) {
    EXPECT_EQ(update.seat, duel::Seat::one);
  }
  EXPECT_FALSE(tests::all_of<proto::Update>(server.take(server.two)).empty()) << "the match goes on";
}

TEST(ArrangedMatches, OnlyALostSeatIsReturned) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::turns));
  const base::PlayerId other = server.enter("other");
  server.lobby.arranged_matches().return_lost_seat(match, duel::Seat::one, {.id = other, .name = "other"}, server.now);
  EXPECT_FALSE(seat_name(server.lobby.matches(), other, match, duel::Seat::one)) << "the seat has its player";

  server.lobby.leave(server.one, server.now);
  server.lobby.arranged_matches().return_lost_seat(match, duel::Seat::one, {.id = server.one, .name = "one"},
                                                   server.now);
  EXPECT_FALSE(seat_name(server.lobby.matches(), server.one, match, duel::Seat::one)) << "this player has left";
  server.lobby.arranged_matches().return_lost_seat(proto::MatchId{77}, duel::Seat::one, {.id = other, .name = "other"},
                                                   server.now);
  server.lobby.arranged_matches().return_lost_seat(match, duel::Seat::one, {.id = other, .name = "other"}, server.now);
  EXPECT_TRUE(seat_name(server.lobby.matches(), other, match, duel::Seat::one));
}

}  // namespace
}  // namespace rensa::lobby
