#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/sessions/front.h"
#include "tests/server/sessions/post_office.h"

// Guests that come back to their seats on new connections.

namespace rensa::sessions {
namespace {

using testing::ElementsAre;
using tests::PostOffice;

class Rename : public testing::Test {
 protected:
  void play(net::ConnectionId one, net::ConnectionId two) {
    office.say(one, proto::QuickMatch{});
    office.say(two, proto::QuickMatch{});
    start = *office.last<proto::MatchStart>(one);
  }
  // Takes over the seat that is known by `start`.
  void resume(net::ConnectionId connection, const std::string& token) {
    office.say(connection, proto::Resume{.match = start.match, .seat = *start.seat, .token = token, .last = 0});
  }
  std::vector<std::string> players() {
    office.say(bob, proto::ListLobby{});
    return office.last<proto::Lobby>(bob)->players;
  }
  bool is_asked_under(const std::string& name, net::ConnectionId connection) {
    office.sent.clear();
    office.say(bob, proto::Challenge{.opponent = name, .terms = {}});
    return office.last<proto::Challenged>(connection).has_value();
  }

  PostOffice office;
  net::ConnectionId bob = office.enter("bob");
  proto::MatchStart start;
};

TEST_F(Rename, AGuestThatComesBackIsCalledAsItsOpponentKnowsIt) {
  const auto ann = office.enter("ann");
  play(ann, bob);
  office.front.closed(ann, "");
  const auto back = office.enter("");
  EXPECT_THAT(players(), ElementsAre("bob", "guest-1"));
  resume(back, start.token);
  EXPECT_THAT(players(), ElementsAre("ann", "bob"));
  EXPECT_TRUE(is_asked_under("ann", back));
  office.say(back, proto::Challenge{.opponent = "bob", .terms = {.games = 3}});
  EXPECT_EQ(office.last<proto::Challenged>(bob)->from, "ann");
  EXPECT_EQ(office.last<proto::Welcome>(office.enter(""))->name, "guest-2");
}

TEST_F(Rename, AConnectionThatIsNotMissedYetGetsTheOtherName) {
  const auto ann = office.enter("ann");
  play(ann, bob);
  const auto back = office.enter("ann");
  EXPECT_EQ(office.last<proto::Welcome>(back)->name, "ann-2");
  resume(back, start.token);
  EXPECT_THAT(players(), ElementsAre("ann", "ann-2", "bob"));
  EXPECT_TRUE(is_asked_under("ann", back));
  EXPECT_TRUE(is_asked_under("ann-2", ann));
  office.front.closed(ann, "");
  EXPECT_THAT(players(), ElementsAre("ann", "bob"));
  office.front.closed(back, "");
  EXPECT_THAT(players(), ElementsAre("bob")) << "each name has gone with its session";
}

TEST_F(Rename, WhoIsRefusedTheSeatKeepsItsName) {
  const auto ann = office.enter("ann");
  play(ann, bob);
  office.front.closed(ann, "");
  resume(office.enter("eve"), "guessed");
  EXPECT_THAT(players(), ElementsAre("bob", "eve"));
}

TEST_F(Rename, AnAdviserIsAskedUnderItsNewName) {
  const auto ann = office.enter("ann");
  play(ann, bob);
  office.front.closed(ann, "");
  const auto back = office.connect(net::Transport::tcp);
  proto::Hello hello;
  hello.features = {"advises:1"};
  office.say(back, hello);
  resume(back, start.token);
  EXPECT_THAT(office.front.advisers(), ElementsAre("ann"));
}

TEST_F(Rename, NoGuestTakesTheNameOfATokenAndNoTokenAnother) {
  const std::string token = office.store.create_token("deep", storage::Role::worker);
  const auto deep = office.enter("", token);
  play(deep, bob);
  const auto key = start.token;
  office.front.closed(deep, "");
  const auto eve = office.enter("eve");
  resume(eve, key);
  EXPECT_THAT(players(), ElementsAre("bob", "eve"));
  // The other way: its token gives it its name, wherever it sits.
  const auto cat = office.enter("cat");
  const auto dan = office.enter("dan");
  play(cat, dan);
  office.front.closed(cat, "");
  const auto again = office.enter("", token);
  resume(again, start.token);
  EXPECT_THAT(players(), ElementsAre("bob", "dan", "deep", "eve"));
}

TEST_F(Rename, NobodyIsRenamedWhoseNameCameWithAToken) {
  const auto ann = office.enter("ann");
  play(ann, bob);
  office.front.closed(ann, "");
  const std::string token = office.store.create_token("ann", storage::Role::worker);
  const auto worker = office.enter("", token);
  office.store.revoke_token(office.store.find_token(token)->id);  // which nobody has looked at yet
  const auto back = office.enter("");
  resume(back, start.token);
  EXPECT_EQ(players(), (std::vector<std::string>{"ann", "bob", "guest-1"}));
  EXPECT_TRUE(is_asked_under("ann", worker));
}

}  // namespace
}  // namespace rensa::sessions
