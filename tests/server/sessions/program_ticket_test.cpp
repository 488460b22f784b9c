#include <gmock/gmock.h>
#include <optional>
#include <string>

#include "tests/server/sessions/in_memory_server.h"

// Connections at the socket of a program that the server has started.

namespace rensa::sessions {
namespace {

using tests::InMemoryServer;

// Admits two tickets at each entrance, and a third one only at its own socket.
struct ThreePrograms final : TournamentHost {
  std::optional<std::string> admit(const std::string& ticket, Entrance entrance) override {
    const bool is_known =
        ticket == "ticket" || ticket == "other" || (ticket == "bound" && entrance == Entrance::socket_of_ticket);
    return is_known ? std::optional("program with " + ticket) : std::nullopt;
  }
  void arrived(const PlayerArrival&) override {}
  void left(base::SessionId) override {}
  void keep(match::FinishedGame, Kept) override {}
};

class ProgramTicket : public testing::Test {
 protected:
  ProgramTicket() { server_.service.set_tournament_host(host_); }

  net::ConnectionId enter_at_socket_of(const std::string& ticket, const std::string& token) {
    const net::ConnectionId connection = server_.connect(net::Transport::unix_socket, "", "unix", ticket);
    proto::Hello hello;
    hello.name = "fan";
    hello.token = token;
    server_.say(connection, hello);
    return connection;
  }
  void expect_refused(net::ConnectionId connection) {
    EXPECT_FALSE(server_.last<proto::Welcome>(connection));
    ASSERT_TRUE(server_.last<proto::Error>(connection));
    EXPECT_EQ(server_.last<proto::Error>(connection)->code, proto::ErrorCode::token);
    EXPECT_THAT(server_.last<proto::Error>(connection)->text, testing::HasSubstr("RENSA_TOKEN"));
    EXPECT_TRUE(server_.closed.contains(connection));
  }

  ThreePrograms host_;
  InMemoryServer server_;
};

TEST_F(ProgramTicket, EntersAtItsOwnSocketAndPaysForItself) {
  const auto program = enter_at_socket_of("ticket", "ticket");
  ASSERT_TRUE(server_.last<proto::Welcome>(program));
  EXPECT_EQ(server_.last<proto::Welcome>(program)->name, "program with ticket");
  EXPECT_FALSE(server_.payers.contains(program)) << "it has a part of the server's time of its own";
  EXPECT_TRUE(server_.last<proto::Welcome>(enter_at_socket_of("", "other"))) << "other sockets admit all tickets";
}

TEST_F(ProgramTicket, IsTheOnlyOneThatEntersThere) { expect_refused(enter_at_socket_of("ticket", "other")); }

TEST_F(ProgramTicket, NeitherGuestsNorAccountsEnterThere) {
  expect_refused(enter_at_socket_of("ticket", ""));
  const std::string token = server_.store.create_token("ann", storage::Role::worker);
  expect_refused(enter_at_socket_of("ticket", token));
  EXPECT_TRUE(server_.last<proto::Welcome>(enter_at_socket_of("", ""))) << "guests enter elsewhere";
}

TEST_F(ProgramTicket, DoesNotEnterWhenItsHostAdmitsItNoMore) {
  expect_refused(enter_at_socket_of("old ticket", "old ticket"));
}

// A program may tell its ticket to others.
TEST_F(ProgramTicket, EntersOnlyAtItsOwnSocketIfItIsBoundToIt) {
  EXPECT_TRUE(server_.last<proto::Welcome>(enter_at_socket_of("bound", "bound")));
  for (const net::Transport transport : {net::Transport::tcp, net::Transport::websocket, net::Transport::unix_socket}) {
    const net::ConnectionId stranger = server_.connect(transport);
    proto::Hello hello;
    hello.token = "bound";
    server_.say(stranger, hello);
    EXPECT_FALSE(server_.last<proto::Welcome>(stranger));
    ASSERT_TRUE(server_.last<proto::Error>(stranger));
    EXPECT_EQ(server_.last<proto::Error>(stranger)->code, proto::ErrorCode::token);
  }
}

// Two programs play an arranged match. The first one tells the token of its seat to others.
class SeatOfAProgram : public ProgramTicket {
 protected:
  SeatOfAProgram() {
    first_ = enter_at_socket_of("ticket", "ticket");
    const net::ConnectionId opponent = enter_at_socket_of("other", "other");
    match::Arrangement arrangement;
    arrangement.terms.clock = match::Clock::virtual_time;
    arrangement.players = {match::MatchPlayer{.id = player_of("program with ticket"), .name = "one"},
                           match::MatchPlayer{.id = player_of("program with other"), .name = "two"}};
    match_ = server_.service.lobby().arranged_matches().start(arrangement, server_.now).value();
    server_.service.lobby().run_due_matches(server_.now);
    server_.settle();
    token_ = server_.last<proto::MatchStart>(first_).value().token;
    EXPECT_TRUE(server_.last<proto::MatchStart>(opponent));
  }

  base::PlayerId player_of(const std::string& name) const {
    return server_.service.lobby().presence().players_with_name_like(name).at(0);
  }
  // Returns true if the connection gets the seat.
  bool resumes(net::ConnectionId connection) {
    server_.say(connection, proto::Resume{.match = match_, .seat = duel::Seat::one, .token = token_});
    server_.settle();
    const auto refusal = server_.last<proto::Error>(connection);
    if (refusal) {
      EXPECT_EQ(refusal->code, proto::ErrorCode::not_yours);
    }
    EXPECT_EQ(server_.last<proto::Update>(connection).has_value(), !refusal);
    return !refusal;
  }

  net::ConnectionId first_{};
  base::MatchId match_{};
  std::string token_;
};

TEST_F(SeatOfAProgram, IsNotResumedByGuestsAccountsAndOtherPrograms) {
  EXPECT_FALSE(resumes(server_.enter("fan")));
  EXPECT_FALSE(resumes(server_.enter("", server_.store.create_token("ann", storage::Role::worker))));
  EXPECT_FALSE(resumes(enter_at_socket_of("bound", "bound")));
  server_.service.closed(first_, "it has ended");
  EXPECT_FALSE(resumes(server_.enter("fan"))) << "the seat is lost, and no guest gets it";
}

TEST_F(SeatOfAProgram, IsResumedByAnotherConnectionOfTheProgram) {
  EXPECT_TRUE(resumes(enter_at_socket_of("ticket", "ticket"))) << "the first connection is still there";
  server_.service.closed(first_, "its line was cut");
  EXPECT_TRUE(resumes(enter_at_socket_of("ticket", "ticket")));
}

}  // namespace
}  // namespace rensa::sessions
