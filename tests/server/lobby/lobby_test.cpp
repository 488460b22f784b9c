#include "server/lobby/lobby.h"

#include <gtest/gtest.h>

#include "server/lobby/seats.h"
#include "tests/server/lobby/test_lobby.h"

namespace rensa::lobby {
namespace {

using proto::Clock;
using namespace std::chrono_literals;
using tests::terms_of;
using tests::TestLobby;

TEST(Lobby, ADrainingLobbyStartsNoMatches) {
  TestLobby server;
  server.start(terms_of(Clock::virtual_time));
  server.lobby.drain(server.now + std::chrono::seconds(30), server.now);
  EXPECT_EQ(server.last<proto::Drain>(server.one)->seconds, 30);
  server.say(server.one, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_EQ(server.last<proto::Error>(server.one)->code, proto::ErrorCode::draining);
  server.lobby.abandon_all(server.now);
  server.save_all();
  EXPECT_EQ(server.last<proto::MatchEnd>(server.one)->cause, duel::Cause::voided);
  EXPECT_EQ(server.lobby.matches().count(), 0U);
}

TEST(Lobby, APlayerThatEntersDuringADrainIsToldTheRemainingTime) {
  using namespace std::chrono_literals;
  TestLobby server;
  server.lobby.drain(server.now + 30s, server.now);
  server.now += 12s;
  EXPECT_EQ(server.last<proto::Drain>(server.enter("later"))->seconds, 18);
  server.now += 1ms;
  EXPECT_EQ(server.last<proto::Drain>(server.enter("within a second"))->seconds, 18);
  server.now += 17s;
  EXPECT_EQ(server.last<proto::Drain>(server.enter("late"))->seconds, 1) << "0 means that it is over";
  server.now += 1h;
  EXPECT_EQ(server.last<proto::Drain>(server.enter("too late"))->seconds, 0);
}

TEST(Lobby, AGuestWithTheTokenOfALostSeatIsItsEarlierPlayer) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::virtual_time));
  const auto seat = *server.last<proto::MatchStart>(server.one);
  const base::PlayerId back = server.enter("one again");
  const auto recognise = [&](base::PlayerId guest, const std::string& token) {
    return server.lobby.recognise_guest(guest, match, *seat.seat, token);
  };
  EXPECT_FALSE(recognise(back, seat.token)) << "the seat is not lost";
  server.lobby.leave(server.one, server.now);
  EXPECT_FALSE(recognise(back, "wrong"));
  const base::PlayerId busy = server.enter("busy");
  server.say(busy, proto::QuickMatch{terms_of(Clock::turns), {}});
  EXPECT_FALSE(recognise(busy, seat.token)) << "it is a player of its own already";
  const base::PlayerId account{.kind = base::PlayerId::Kind::account, .client_index = 0, .number = 1};
  server.lobby.enter(account, "account", server.now);
  EXPECT_FALSE(recognise(account, seat.token));

  EXPECT_EQ(recognise(back, seat.token), server.one);
  EXPECT_EQ(server.lobby.presence().name_of(server.one), "one again");
  server.say(server.one, proto::Resume{.match = match,
                                       .seat = *seat.seat,
                                       .token = seat.token,
                                       .last = 0,
                                       .subscription = proto::Subscription::events});
  EXPECT_TRUE(seat_name(server.lobby.matches(), server.one, match, *seat.seat));
}

// Clients are sent the same snapshot until its version changes.
TEST(Lobby, TheSnapshotChangesOnlyWithItsVersion) {
  TestLobby server;
  rules::Rng rng(7);
  const auto below = [&](std::size_t bound) {
    return static_cast<std::size_t>(rng.below(static_cast<std::uint32_t>(bound)));
  };
  std::vector<base::PlayerId> players;
  struct Lost {
    proto::MatchId match;
    duel::Seat seat;
    std::string token;
  };
  std::vector<Lost> lost;
  std::map<int, int> changes;  // by operation
  std::uint64_t version = server.lobby.snapshot_version();
  Snapshot snapshot = server.lobby.snapshot();
  for (int i = 0; i < 4000; ++i) {
    const int operation = players.size() < 3 ? 0 : static_cast<int>(below(10));
    const std::size_t at = players.empty() ? 0 : below(players.size());
    server.now += base::kFrame;
    switch (operation) {
      case 0:
        if (players.size() < 12) players.push_back(server.enter("player-" + std::to_string(below(8))));
        break;
      case 1:
        if (const auto start = server.last<proto::MatchStart>(players[at]); start && start->seat) {
          lost.push_back({start->match, *start->seat, start->token});
        }
        server.lobby.leave(players[at], server.now);
        players.erase(players.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 2:
        server.lobby.presence().rename(players[at], "new-" + std::to_string(below(8)));
        break;
      case 3:
        server.lobby.open_to_challenges(players[at], {.matches = 1 + static_cast<int>(below(4))});
        break;
      case 4:
        server.say(players[at], proto::QuickMatch{terms_of(below(2) == 0 ? Clock::turns : Clock::virtual_time, 3), {}});
        break;
      case 5:
        server.say(players[at],
                   proto::Challenge{.opponent = server.lobby.presence().name_of(players[below(players.size())]),
                                    .terms = terms_of(Clock::real, 2)});
        break;
      case 6:
        if (const auto start = server.last<proto::MatchStart>(players[at]); start && start->seat) {
          server.say(players[at], proto::Leave{.match = start->match, .seat = *start->seat});
        }
        break;
      case 7:
        server.save_all();
        break;
      case 8:
        for (int phase = 0; phase < base::kPhases; ++phase) server.lobby.matches().run_phase(phase, server.now);
        server.now += std::chrono::seconds(below(20));  // some seats are absent for too long
        server.lobby.run_due_matches(server.now);
        break;
      default:
        if (lost.empty()) break;
        server.say(players[at], proto::Resume{.match = lost.back().match,
                                              .seat = lost.back().seat,
                                              .token = lost.back().token,
                                              .last = 0,
                                              .subscription = proto::Subscription::events});
        lost.pop_back();
    }
    const Snapshot present = server.lobby.snapshot();
    if (server.lobby.snapshot_version() == version) {
      ASSERT_EQ(present, snapshot) << "after operation " << operation;
    } else if (present != snapshot) {
      ++changes[operation];
    }
    version = server.lobby.snapshot_version();
    snapshot = present;
  }
  for (const int operation : {0, 1, 2, 3, 4, 5, 7, 9}) EXPECT_GT(changes[operation], 0) << operation;
}

}  // namespace
}  // namespace rensa::lobby
