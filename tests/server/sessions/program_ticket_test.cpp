#include <gmock/gmock.h>
#include <optional>
#include <string>

#include "tests/server/sessions/in_memory_server.h"

// Connections at the socket of a program that the server has started.

namespace rensa::sessions {
namespace {

using tests::InMemoryServer;

// Admits two tickets.
struct TwoPrograms final : TournamentHost {
  std::optional<std::string> admit(const std::string& ticket) override {
    return ticket == "ticket" || ticket == "other" ? std::optional("program with " + ticket) : std::nullopt;
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

  TwoPrograms host_;
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

}  // namespace
}  // namespace rensa::sessions
