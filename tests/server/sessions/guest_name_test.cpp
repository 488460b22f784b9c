#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

#include "server/sessions/session_service.h"
#include "tests/server/sessions/in_memory_server.h"

// Tests of guests that take back their seats on new connections.

namespace rensa::sessions {
namespace {

using testing::ElementsAre;
using tests::InMemoryServer;

class GuestName : public testing::Test {
 protected:
  void play(net::ConnectionId one, net::ConnectionId two) {
    server.say(one, proto::QuickMatch{});
    server.say(two, proto::QuickMatch{});
    start = *server.last<proto::MatchStart>(one);
  }
  // Takes over the seat of `start`.
  void resume(net::ConnectionId connection, const std::string& token) {
    server.say(connection, proto::Resume{.match = start.match, .seat = *start.seat, .token = token, .last = 0});
  }
  std::vector<std::string> players() {
    server.say(bob, proto::ListLobby{});
    return server.last<proto::Lobby>(bob)->players;
  }
  bool is_asked_under(const std::string& name, net::ConnectionId connection) {
    server.sent.clear();
    server.say(bob, proto::Challenge{.opponent = name, .terms = {}});
    return server.last<proto::Challenged>(connection).has_value();
  }

  InMemoryServer server;
  net::ConnectionId bob = server.enter("bob");
  proto::MatchStart start;
};

TEST_F(GuestName, AReturningGuestGetsTheNameOfItsSeat) {
  const auto ann = server.enter("ann");
  play(ann, bob);
  server.service.closed(ann, "");
  const auto back = server.enter("");
  EXPECT_THAT(players(), ElementsAre("bob", "guest-1"));
  resume(back, start.token);
  EXPECT_THAT(players(), ElementsAre("ann", "bob"));
  EXPECT_TRUE(is_asked_under("ann", back));
  server.say(back, proto::Challenge{.opponent = "bob", .terms = {.games = 3}});
  EXPECT_EQ(server.last<proto::Challenged>(bob)->from, "ann");
  EXPECT_EQ(server.last<proto::Welcome>(server.enter(""))->name, "guest-2");
}

TEST_F(GuestName, TheOldConnectionGetsTheNewName) {
  const auto ann = server.enter("ann");
  play(ann, bob);
  const auto back = server.enter("ann");
  EXPECT_EQ(server.last<proto::Welcome>(back)->name, "ann-2");
  resume(back, start.token);
  EXPECT_THAT(players(), ElementsAre("ann", "ann-2", "bob"));
  EXPECT_TRUE(is_asked_under("ann", back));
  EXPECT_TRUE(is_asked_under("ann-2", ann));
  server.service.closed(ann, "");
  EXPECT_THAT(players(), ElementsAre("ann", "bob"));
  server.service.closed(back, "");
  EXPECT_THAT(players(), ElementsAre("bob")) << "each name is removed with its session";
}

TEST_F(GuestName, NoneLooksLikeThatOfAnotherPlayer) {
  server.store.create_token("deep", storage::Role::worker);
  server.service.refresh_from_store();
  server.run_posted();
  for (const auto& [wanted, given] : {std::pair("b\u043Eb", "b\u043Eb-2"), std::pair("BOB", "BOB-3"),
                                      std::pair("d\u0435ep", "d\u0435ep-2"), std::pair("deep er", "deep er")}) {
    EXPECT_EQ(server.last<proto::Welcome>(server.enter(wanted))->name, given);
  }
}

TEST_F(GuestName, NoOtherPlayerKeepsANameThatLooksLikeTheOneOfAReturningGuest) {
  const auto ann = server.enter("ann");
  play(ann, bob);
  server.service.closed(ann, "");
  const auto other = server.enter("\u0430nn");
  EXPECT_EQ(server.last<proto::Welcome>(other)->name, "\u0430nn") << "the name was free";
  resume(server.enter(""), start.token);
  EXPECT_THAT(players(), ElementsAre("ann", "bob", "guest-1"));
  server.service.closed(other, "");
  EXPECT_THAT(players(), ElementsAre("ann", "bob"));
}

TEST_F(GuestName, ManyWithOneNameAreTold) {
  for (int i = 0; i < 40; ++i) server.enter("ann");
  const std::vector<std::string> names = players();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 41U);
}

TEST_F(GuestName, ARefusedSessionKeepsItsName) {
  const auto ann = server.enter("ann");
  play(ann, bob);
  server.service.closed(ann, "");
  resume(server.enter("eve"), "guessed");
  EXPECT_THAT(players(), ElementsAre("bob", "eve"));
}

TEST_F(GuestName, AnAdviserIsAskedUnderItsNewName) {
  const auto ann = server.enter("ann");
  play(ann, bob);
  server.service.closed(ann, "");
  const auto back = server.connect(net::Transport::tcp);
  proto::Hello hello;
  hello.features = {"advises:1"};
  server.say(back, hello);
  resume(back, start.token);
  EXPECT_THAT(server.service.advisers(), ElementsAre("ann"));
}

TEST_F(GuestName, GuestsAndTokensNeverSwapNames) {
  const std::string token = server.store.create_token("deep", storage::Role::worker);
  const auto deep = server.enter("", token);
  play(deep, bob);
  const auto key = start.token;
  server.service.closed(deep, "");
  const auto eve = server.enter("eve");
  resume(eve, key);
  EXPECT_THAT(players(), ElementsAre("bob", "eve"));
  // A session with a token keeps its name, even in the seat of a guest.
  const auto cat = server.enter("cat");
  const auto dan = server.enter("dan");
  play(cat, dan);
  server.service.closed(cat, "");
  const auto again = server.enter("", token);
  resume(again, start.token);
  EXPECT_THAT(players(), ElementsAre("bob", "dan", "deep", "eve"));
}

TEST_F(GuestName, ASessionWithATokenIsNeverRenamed) {
  const auto ann = server.enter("ann");
  play(ann, bob);
  server.service.closed(ann, "");
  const std::string token = server.store.create_token("ann", storage::Role::worker);
  const auto worker = server.enter("", token);
  server.service.refresh_from_store();
  server.run_posted();
  server.store.revoke_token(server.store.find_token(token)->id);  // not noticed by the service yet
  const auto back = server.enter("");
  resume(back, start.token);
  EXPECT_EQ(players(), (std::vector<std::string>{"ann", "bob", "guest-1"}));
  EXPECT_TRUE(is_asked_under("ann", worker));
}

}  // namespace
}  // namespace rensa::sessions
