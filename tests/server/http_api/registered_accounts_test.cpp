#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/server/http_api/api_fixture.h"

namespace rensa::http_api {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using RegistrationMode = sessions::RegistrationSettings::Mode;

// Unapproved accounts, which people have made by themselves. They have no more than guests.
class RegisteredAccountsTest : public testing::Test, protected test::ApiFixture {
 protected:
  RegisteredAccountsTest() { allow(RegistrationMode::open); }

  void allow(RegistrationMode mode) {
    settings.registration = {.mode = mode, .per_day = 100};
    server.service.change_settings(settings);
  }
  std::string registered(const std::string& name) {
    const net::HttpResponse made = ask("POST", "/api/v1/accounts?name=" + name);
    server.run_posted();
    return json::parse(made.body)["token"];
  }
  net::ConnectionId enter_from(const std::string& address, const std::string& token,
                               net::Transport transport = net::Transport::tcp) {
    const auto connection = server.connect(transport, "", address);
    proto::Hello hello;
    hello.name = "x";
    hello.token = token;
    server.say(connection, hello);
    return connection;
  }
  // Plays a game, and deletes the games of guests. Returns true if the game is there after that.
  bool is_game_kept(net::ConnectionId one, net::ConnectionId two) {
    server.say(one, proto::QuickMatch{});
    server.say(two, proto::QuickMatch{});
    const auto match = server.last<proto::MatchStart>(one)->match;
    server.say(one, proto::Leave{match, duel::Seat::one});
    server.say(one, proto::Leave{match, duel::Seat::two});
    server.settle();
    server.store.contract().delete_guest_games({.max_bytes = 0}, [](const auto& counts) { EXPECT_TRUE(counts); });
    server.run_posted();
    return !server.store.games_of_match(static_cast<std::uint64_t>(match)).empty();
  }

  sessions::SessionServiceSettings settings;
  const std::string boss = administrator();
};

TEST_F(RegisteredAccountsTest, GamesBetweenThemAreDeletedAsThoseOfGuests) {
  const std::string ann = registered("ann");
  const std::string bob = registered("bob");
  const std::string deep = server.store.create_token("deep", storage::Role::worker);
  EXPECT_FALSE(is_game_kept(enter_from("192.0.2.1", ann), enter_from("192.0.2.1", bob)));
  EXPECT_FALSE(is_game_kept(enter_from("192.0.2.1", ann), server.enter("eve")));
  EXPECT_TRUE(is_game_kept(enter_from("192.0.2.1", ann), enter_from("192.0.2.2", deep)));
}

TEST_F(RegisteredAccountsTest, AnApprovedOneIsAnAccountAsOthersAre) {
  allow(RegistrationMode::approval);
  const std::string ann = registered("ann");
  ASSERT_EQ(ask("POST", "/api/v1/registrations/1/approve", boss).status, 200);
  server.run_posted();
  const auto connection = enter_from("192.0.2.1", ann);
  EXPECT_TRUE(server.payers.contains(connection));
  EXPECT_TRUE(is_game_kept(connection, server.enter("eve")));
}

TEST_F(RegisteredAccountsTest, AnAdministratorApprovesOneByGivingItARole) {
  const std::string ann = registered("ann");
  const auto connection = enter_from("192.0.2.1", ann);
  const auto account = std::to_string(server.store.find_token(ann)->id);
  ASSERT_EQ(ask("POST", "/api/v1/accounts/" + account + "/role?role=worker", boss).status, 200);
  server.service.refresh_from_store();
  server.run_posted();
  EXPECT_TRUE(is_game_kept(connection, server.enter("eve")));
  EXPECT_TRUE(server.payers.contains(enter_from("192.0.2.1", ann)));
}

TEST_F(RegisteredAccountsTest, TheyShareTheServersTimeWithTheirAddress) {
  EXPECT_FALSE(server.payers.contains(enter_from("192.0.2.1", registered("ann"))));
  EXPECT_TRUE(
      server.payers.contains(enter_from("192.0.2.1", server.store.create_token("deep", storage::Role::worker))));
}

TEST_F(RegisteredAccountsTest, TheirMatchRequestsCountForTheirAddress) {
  settings.guests_matches = {.per_second = 0.001, .burst = 2};
  sessions::SessionService service(settings, server.dependencies());
  server.run_posted();
  const std::string token = registered("ann");
  const auto ask_for_match = [&](net::ConnectionId connection, const std::string& address) {
    service.opened(connection, {.transport = net::Transport::websocket, .address = address, .protocol = ""});
    proto::Hello hello;
    hello.token = token;
    service.received(connection, proto::encode(hello, proto::Encoding::binary));
    server.run_posted();
    for (const proto::ClientMessage& message :
         {proto::ClientMessage(proto::QuickMatch{}), proto::ClientMessage(proto::Leave{})}) {
      service.received(connection, proto::encode(message, proto::Encoding::binary));
    }
  };
  const auto is_refused = [&](net::ConnectionId connection) {
    for (const std::string& bytes : server.sent[connection]) {
      const auto message = proto::server_message_of(bytes, proto::Encoding::binary);
      if (message && std::holds_alternative<proto::Error>(*message)) return true;
    }
    return false;
  };
  for (std::uint64_t i = 1; i <= 4; ++i) {
    ask_for_match(net::ConnectionId{100 + i}, i == 4 ? "192.0.2.2" : "192.0.2.1");
    EXPECT_EQ(is_refused(net::ConnectionId{100 + i}), i == 3) << i;
  }
}

}  // namespace
}  // namespace rensa::http_api
