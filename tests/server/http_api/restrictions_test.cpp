#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/server/http_api/api_fixture.h"

namespace rensa::http_api {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class RestrictionsApiTest : public testing::Test, protected test::ApiFixture {
 protected:
  int restrict(const std::string& token, const std::string& query) {
    last = ask("POST", "/api/v1/restrictions?" + query, token);
    server.run_posted();
    return last.status;
  }
  int rename(const std::string& token, std::int64_t account, const std::string& query) {
    last = ask("POST", "/api/v1/accounts/" + std::to_string(account) + "/rename?" + query, token);
    server.run_posted();
    return last.status;
  }
  std::int64_t id_of(const std::string& token) { return server.store.find_token(token)->id; }
  // Enters from another address than the other clients.
  net::ConnectionId enter_from(const std::string& address, const std::string& name, const std::string& token = "") {
    const auto connection = server.connect(net::Transport::tcp, "", address);
    proto::Hello hello;
    hello.name = name;
    hello.token = token;
    server.say(connection, hello);
    return connection;
  }
  bool is_in(net::ConnectionId connection) {
    return server.last<proto::Welcome>(connection).has_value() && !server.closed.contains(connection);
  }
  std::vector<std::string> comments_to(net::ConnectionId connection) {
    std::vector<std::string> texts;
    for (const std::string& bytes : server.sent[connection]) {
      const auto message = proto::server_message_of(bytes, proto::Encoding::binary);
      if (!message) continue;
      if (const auto* comment = std::get_if<proto::Comment>(&*message)) texts.push_back(comment->text);
    }
    return texts;
  }
  std::vector<std::string> acts() {
    std::vector<std::string> acts;
    for (const auto& entry : server.store.audit_entries()) acts.push_back(entry.act + ": " + entry.target);
    return acts;
  }
  json made() { return json::parse(last.body); }
  std::string refusal_of(net::ConnectionId connection) {
    const auto error = server.last<proto::Error>(connection);
    return error ? error->text : "";
  }

  const std::string boss = administrator();
  const std::string mod = [this] {
    std::string token = server.store.create_token("mod", storage::Role::worker);
    server.store.set_role(server.store.find_token(token)->id, {.role = storage::Role::moderator});
    return token;
  }();
  const std::string deep = server.store.create_token("deep", storage::Role::worker);
  net::HttpResponse last;
};

TEST_F(RestrictionsApiTest, ABannedGuestIsToldWhyAndUntilWhen) {
  const auto ann = server.enter("ann");
  EXPECT_EQ(restrict(mod, "kind=ban&player=ann&minutes=60&why=insults"), 200) << last.body;
  const std::string until = made()["until"];
  EXPECT_THAT(until, testing::StartsWith("2026-01-02T04:04:"));
  EXPECT_EQ(made()["address"], "127.0.0.1");
  EXPECT_THAT(refusal_of(ann), HasSubstr("banned from this server until " + until + ": insults"));
  EXPECT_TRUE(server.closed.contains(ann));
  const auto again = server.enter("anna");
  EXPECT_THAT(refusal_of(again), HasSubstr("banned from this server until " + until));
  EXPECT_TRUE(is_in(enter_from("192.0.2.9", "bob")));
}

// Until it is admitted, it is not known whether it is a guest.
TEST_F(RestrictionsApiTest, AnAccountIsNotToldABanOfGuestsWhileItWaitsForTheStore) {
  server.answers_at_once = false;
  const auto waiting = server.connect(net::Transport::tcp);
  proto::Hello hello;
  hello.token = deep;
  server.store.add_restriction({.subject = storage::subject_of_guests("127.0.0.1"),
                                .made = "2026-01-02T03:04:00Z",
                                .until = "2026-01-02T04:04:00Z",
                                .why = "x"});
  server.service.refresh_from_store();
  server.run_posted();
  EXPECT_FALSE(server.closed.contains(waiting)) << "it has not said who it is";
  server.say(waiting, hello);
  server.run_posted();
  EXPECT_TRUE(is_in(waiting)) << refusal_of(waiting);
  const auto guest = server.connect(net::Transport::tcp);
  server.say(guest, proto::Hello{});
  server.run_posted();
  EXPECT_FALSE(is_in(guest));
}

TEST_F(RestrictionsApiTest, ABanHoldsAfterARestartUntilItsEnd) {
  ASSERT_EQ(restrict(mod, "kind=ban&address=127.0.0.1&minutes=60&why=x"), 200);
  const auto enter = [&](net::ConnectionId connection) {
    // Another service on the same store, as after a restart.
    sessions::SessionService restarted({}, server.dependencies());
    server.run_posted();
    restarted.opened(connection, {.transport = net::Transport::tcp, .address = "127.0.0.1", .protocol = ""});
    proto::Hello hello;
    hello.name = "ann";
    restarted.received(connection, proto::encode(hello, proto::Encoding::binary));
    server.run_posted();
    return !server.closed.contains(connection);
  };
  server.minute = "2026-01-02T04:03:";
  EXPECT_FALSE(enter(net::ConnectionId{77}));
  server.minute = "2026-01-02T04:05:";
  EXPECT_TRUE(enter(net::ConnectionId{78}));
  EXPECT_TRUE(is_in(server.enter("bob"))) << "the running server";
  EXPECT_THAT(json::parse(ask("GET", "/api/v1/restrictions", mod).body)["restrictions"], IsEmpty());
}

TEST_F(RestrictionsApiTest, ALiftedBanHoldsNoLonger) {
  ASSERT_EQ(restrict(mod, "kind=ban&address=127.0.0.1&minutes=60&why=x"), 200);
  const std::string path = "/api/v1/restrictions/" + made()["id"].dump();
  EXPECT_EQ(ask("DELETE", path, mod).status, 200);
  server.run_posted();
  EXPECT_EQ(ask("DELETE", path, mod).status, 404);
  EXPECT_TRUE(is_in(server.enter("ann")));
}

TEST_F(RestrictionsApiTest, ABannedAccountIsRefusedAndGuestsOfItsAddressAreNot) {
  ASSERT_EQ(restrict(mod, "kind=ban&account=" + std::to_string(id_of(deep)) + "&minutes=5&why=x"), 200);
  EXPECT_THAT(refusal_of(server.enter("deep", deep)), HasSubstr("banned"));
  EXPECT_TRUE(is_in(server.enter("ann")));
}

// A second token is another account, so the address is banned with all its players.
TEST_F(RestrictionsApiTest, EveryoneAtAnAddressCanBeBanned) {
  const std::string second = server.store.create_token("second", storage::Role::worker);
  const auto guests = restrict(mod, "kind=ban&address=127.0.0.1&minutes=5&why=x");
  ASSERT_EQ(guests, 200);
  const auto connection = server.enter("second", second);
  EXPECT_TRUE(is_in(connection)) << "a ban of guests";
  ASSERT_EQ(restrict(mod, "kind=ban&address=127.0.0.1&everyone=1&minutes=5&why=x"), 200);
  EXPECT_EQ(made()["everyone"], true);
  EXPECT_TRUE(server.closed.contains(connection));
  EXPECT_FALSE(is_in(server.enter("deep", deep)));
  EXPECT_TRUE(is_in(enter_from("192.0.2.9", "deep", deep)));
  EXPECT_TRUE(is_in(server.enter("mod", mod))) << "no moderator shuts out those with a role";
  EXPECT_TRUE(is_in(server.enter("boss", boss)));
}

TEST_F(RestrictionsApiTest, TheMatchOfABannedPlayerEndsAsIfItsConnectionHadBroken) {
  const auto ann = server.enter("ann");
  const auto bob = enter_from("192.0.2.9", "bob");
  for (const auto player : {ann, bob}) server.say(player, proto::QuickMatch{});
  const auto match = server.last<proto::MatchStart>(bob)->match;
  ASSERT_EQ(restrict(mod, "kind=ban&player=ann&minutes=60&why=x"), 200);
  ASSERT_TRUE(server.closed.contains(ann));
  server.service.closed(ann, "closed by the server");
  EXPECT_EQ(server.service.lobby().snapshot().matches.size(), 1U) << "it waits for the seat";
  const auto again = server.enter("ann");
  server.say(again, proto::Resume{.match = match, .seat = duel::Seat::one, .token = "t"});
  EXPECT_FALSE(is_in(again));
  EXPECT_FALSE(server.closed.contains(bob));
}

TEST_F(RestrictionsApiTest, ABannedAccountMayDoNothingByHttpEither) {
  const std::string second = server.store.create_token("mod2", storage::Role::worker);
  server.store.set_role(id_of(second), {.role = storage::Role::moderator});
  ASSERT_EQ(restrict(second, "kind=ban&address=192.0.2.7&minutes=5&why=x"), 200);
  ASSERT_EQ(restrict(boss, "kind=ban&account=" + std::to_string(id_of(second)) + "&minutes=5&why=x"), 200);
  const std::string path = "/api/v1/restrictions/" + made()["id"].dump();
  EXPECT_EQ(ask("DELETE", path, second).status, 403);
  EXPECT_EQ(ask("DELETE", path, mod).status, 403) << "another moderator, of an account with a role";
  EXPECT_EQ(restrict(second, "kind=ban&address=192.0.2.8&minutes=5&why=x"), 403);
  EXPECT_EQ(ask("DELETE", path, boss).status, 200);
  server.run_posted();
  EXPECT_EQ(restrict(second, "kind=ban&address=192.0.2.8&minutes=5&why=x"), 200);
}

// With many clients, looking all of them up costs the event loop time.
TEST_F(RestrictionsApiTest, RestrictionsAreAppliedWhenTheyChangeAndNotWithEachRefresh) {
  const auto ann = server.enter("ann");
  ASSERT_EQ(restrict(mod, "kind=mute&player=ann&minutes=60&why=x"), 200);
  const int dates = server.date_count();
  for (int refresh = 0; refresh < 3; ++refresh) server.service.refresh_from_store();
  server.run_posted();
  EXPECT_EQ(server.date_count(), dates);
  server.store.add_restriction({.subject = storage::subject_of_guests("127.0.0.1"),
                                .made = "2026-01-02T03:04:00Z",
                                .until = "2026-01-02T04:04:00Z",
                                .why = "x"});
  server.service.refresh_from_store();
  server.run_posted();
  EXPECT_TRUE(server.closed.contains(ann)) << "another process has made it";
}

TEST_F(RestrictionsApiTest, AMutedGuestGetsNoNameOfItsOwn) {
  ASSERT_EQ(restrict(mod, "kind=mute&address=127.0.0.1&minutes=5&why=x"), 200);
  EXPECT_EQ(server.last<proto::Welcome>(server.enter("you all lose"))->name, "guest-1");
  EXPECT_EQ(server.last<proto::Welcome>(enter_from("192.0.2.9", "ann"))->name, "ann");
  EXPECT_EQ(server.last<proto::Welcome>(server.enter("deep", deep))->name, "deep");
}

TEST_F(RestrictionsApiTest, CommentsOfAMutedPlayerAreNotPassedOn) {
  const auto ann = server.enter("ann");
  const auto bob = enter_from("192.0.2.9", "bob");
  const auto eve = enter_from("192.0.2.10", "eve");
  for (const auto player : {ann, bob}) server.say(player, proto::QuickMatch{});
  const auto match = server.last<proto::MatchStart>(bob)->match;
  server.say(eve, proto::Watch{.match = match, .comments = true});
  const auto comment = [&](net::ConnectionId player, const std::string& text, std::uint32_t id) {
    const auto update = server.last<proto::Update>(player);
    server.say(player, proto::Decide{.match = match,
                                     .seat = *update->seat,
                                     .game = 1,
                                     .clock = update->view.clock,
                                     .id = id,
                                     .input = duel::Input::place({1, rules::Rotation::up}),
                                     .comment = text});
    server.send_spectator_updates();
  };
  ASSERT_EQ(restrict(mod, "kind=mute&player=ann&minutes=5&why=x"), 200);
  comment(ann, "insult", 1);
  comment(bob, "hello", 1);
  EXPECT_THAT(comments_to(eve), testing::ElementsAre("hello"));
  server.minute = "2026-01-02T04:05:";
  comment(ann, "sorry", 2);
  comment(bob, "", 2);
  EXPECT_THAT(comments_to(eve), testing::ElementsAre("hello", "sorry"));
}

// The account "deep" plays "bob" of another address, and "eve" reads the comments.
class SeatOfARestrictedPlayer : public RestrictionsApiTest {
 protected:
  SeatOfARestrictedPlayer() {
    for (const auto player : {rude, bob}) server.say(player, proto::QuickMatch{});
    start = server.last<proto::MatchStart>(rude).value();
    server.say(eve, proto::Watch{.match = start.match, .comments = true});
  }
  // The same person comes back as a guest of another address.
  net::ConnectionId resume_as_guest(const std::string& name) {
    const auto guest = enter_from("198.51.100." + std::to_string(++guests), name);
    server.say(guest, proto::Resume{.match = start.match, .seat = *start.seat, .token = start.token});
    return guest;
  }
  // Both players choose, so their comments are shown.
  void comment(net::ConnectionId player, const std::string& text, const std::string& of_bob = "") {
    ++decisions;
    decide(player, text);
    decide(bob, of_bob);
    server.send_spectator_updates();
  }
  void decide(net::ConnectionId player, const std::string& text) {
    const auto update = server.last<proto::Update>(player);
    ASSERT_TRUE(update);
    server.say(player, proto::Decide{.match = start.match,
                                     .seat = *update->seat,
                                     .game = 1,
                                     .clock = update->view.clock,
                                     .id = decisions,
                                     .input = duel::Input::place({1, rules::Rotation::up}),
                                     .comment = text});
  }
  bool has_seat(net::ConnectionId connection) {
    return server.last<proto::Update>(connection).has_value() && !server.closed.contains(connection);
  }
  net::ConnectionId resume_as_account(const std::string& address) {
    const auto connection = enter_from(address, "", deep);
    server.say(connection, proto::Resume{.match = start.match, .seat = *start.seat, .token = start.token});
    return connection;
  }
  // Programs and pages end the match at this error, and their other matches go on.
  bool is_told_that_the_seat_is_closed(net::ConnectionId connection) {
    const auto error = server.last<proto::Error>(connection);
    return error && error->code == proto::ErrorCode::not_yours && error->match == start.match &&
           error->text.find("is banned") != std::string::npos;
  }
  // Returns the seat for which the opponent waits.
  std::optional<duel::Seat> missing_seat() {
    const auto status = server.last<proto::PauseStatus>(bob);
    return status ? status->missing : std::nullopt;
  }
  std::string account() { return std::to_string(id_of(deep)); }

  const net::ConnectionId rude = server.enter("deep", deep);
  const net::ConnectionId bob = enter_from("192.0.2.9", "bob");
  const net::ConnectionId eve = enter_from("192.0.2.10", "eve");
  proto::MatchStart start;
  int guests = 0;
  std::uint32_t decisions = 0;
};

TEST_F(SeatOfARestrictedPlayer, ARestrictedPlayerTakesItOverAsAGuestBefore) {
  comment(resume_as_guest("fan"), "hello");
  EXPECT_THAT(comments_to(eve), testing::ElementsAre("hello")) << "so the tests below can fail";
}

TEST_F(SeatOfARestrictedPlayer, StaysMutedWhenAGuestHasTakenItOver) {
  ASSERT_EQ(restrict(mod, "kind=mute&account=" + account() + "&minutes=5&why=x"), 200);
  const auto guest = resume_as_guest("fan");
  EXPECT_TRUE(has_seat(guest));
  comment(guest, "insult");
  comment(resume_as_guest("another"), "insult");
  EXPECT_THAT(comments_to(eve), IsEmpty());
}

TEST_F(SeatOfARestrictedPlayer, IsNotTakenOverAfterABan) {
  ASSERT_EQ(restrict(mod, "kind=ban&account=" + account() + "&minutes=5&why=x"), 200);
  server.service.closed(rude, "closed by the server");
  const auto guest = resume_as_guest("fan");
  EXPECT_FALSE(has_seat(guest));
  EXPECT_TRUE(is_told_that_the_seat_is_closed(guest));
  EXPECT_FALSE(server.closed.contains(guest)) << "it is no banned person as far as the server knows";
  const auto stranger = enter_from("192.0.2.11", "stranger");
  server.say(stranger, proto::Resume{.match = start.match, .seat = *start.seat, .token = "wrong"});
  EXPECT_THAT(refusal_of(stranger), HasSubstr("not the token")) << "others are told nothing";
  EXPECT_FALSE(server.closed.contains(bob));
}

TEST_F(SeatOfARestrictedPlayer, IsLostByABanThatComesLater) {
  const auto guest = resume_as_guest("fan");
  ASSERT_TRUE(has_seat(guest));
  ASSERT_EQ(restrict(mod, "kind=ban&account=" + account() + "&minutes=5&why=x"), 200);
  EXPECT_TRUE(is_told_that_the_seat_is_closed(guest));
  EXPECT_EQ(missing_seat(), *start.seat);
  const auto again = resume_as_guest("another");
  EXPECT_FALSE(server.last<proto::MatchStart>(again));
  EXPECT_EQ(missing_seat(), *start.seat);
}

// A bot plays many matches by one connection.
TEST_F(SeatOfARestrictedPlayer, IsLostWithoutTheOtherMatchesOfItsConnection) {
  const auto guest = resume_as_guest("fan");
  const auto cid = enter_from("192.0.2.12", "cid");
  for (const auto player : {guest, cid}) server.say(player, proto::QuickMatch{});
  ASSERT_TRUE(server.last<proto::MatchStart>(cid));
  ASSERT_EQ(restrict(mod, "kind=ban&account=" + account() + "&minutes=5&why=x"), 200);
  EXPECT_TRUE(is_told_that_the_seat_is_closed(guest));
  EXPECT_TRUE(is_in(guest));
  EXPECT_FALSE(server.last<proto::PauseStatus>(cid)) << "its match goes on";
}

TEST_F(SeatOfARestrictedPlayer, StaysWithAnAccountThatHasLeftAnAddressWithABan) {
  server.service.closed(rude, "its network is gone");
  auto again = resume_as_account("192.0.2.77");
  ASSERT_TRUE(has_seat(again));
  ASSERT_EQ(restrict(mod, "kind=ban&address=127.0.0.1&everyone=1&minutes=5&why=x"), 200) << last.body;
  EXPECT_TRUE(is_in(again));
  EXPECT_FALSE(is_told_that_the_seat_is_closed(again));
  server.service.closed(again, "once more");
  again = resume_as_account("192.0.2.77");
  EXPECT_TRUE(has_seat(again));
  EXPECT_FALSE(missing_seat());
}

// No moderator shuts out an administrator, also not by the address at which the administrator has played as a guest.
TEST_F(SeatOfARestrictedPlayer, StaysWithAnAccountThatHasARole) {
  resume_as_guest("fan");
  const auto administrator = enter_from("192.0.2.78", "", boss);
  server.say(administrator, proto::Resume{.match = start.match, .seat = *start.seat, .token = start.token});
  ASSERT_TRUE(has_seat(administrator));
  ASSERT_EQ(restrict(mod, "kind=ban&address=198.51.100.1&minutes=5&why=x"), 200);
  ASSERT_EQ(restrict(mod, "kind=mute&address=198.51.100.1&minutes=5&why=x"), 200);
  EXPECT_TRUE(is_in(administrator));
  EXPECT_FALSE(is_told_that_the_seat_is_closed(administrator));
  comment(administrator, "hello");
  EXPECT_THAT(comments_to(eve), testing::ElementsAre("hello"));
}

TEST_F(SeatOfARestrictedPlayer, DoesNotMatterForALaterConnectionOfItsLastPlayer) {
  const std::string zoe = server.store.create_token("zoe", storage::Role::worker);
  server.service.refresh_from_store();
  server.run_posted();
  const auto first = enter_from("192.0.2.79", "", zoe);
  server.say(first, proto::Resume{.match = start.match, .seat = *start.seat, .token = start.token});
  ASSERT_TRUE(has_seat(first));
  server.service.closed(first, "its network is gone");
  const auto second = enter_from("192.0.2.79", "", zoe);
  ASSERT_EQ(restrict(mod, "kind=ban&account=" + account() + "&minutes=5&why=x"), 200);
  EXPECT_TRUE(is_in(second));
  EXPECT_FALSE(server.last<proto::Error>(second));
}

TEST_F(SeatOfARestrictedPlayer, IsTheOnlyOneThatIsRestricted) {
  ASSERT_EQ(restrict(mod, "kind=mute&account=" + account() + "&minutes=5&why=x"), 200);
  comment(rude, "insult", "hello");
  EXPECT_THAT(comments_to(eve), testing::ElementsAre("hello"));
}

TEST_F(RestrictionsApiTest, ARefusedNameIsTakenFromAGuestAndGivenToNobody) {
  const auto ann = server.enter("insult");
  ASSERT_EQ(restrict(mod, "kind=name&name=insult&minutes=60&why=rude"), 200) << last.body;
  EXPECT_EQ(made()["name"], "insult");
  EXPECT_FALSE(server.closed.contains(ann));
  EXPECT_TRUE(server.service.lobby().presence().players_with_name_like("insult").empty());
  EXPECT_EQ(server.service.lobby().presence().players_with_name_like("guest-1").size(), 1U);
  for (const char* name : {"insult", "INSULT", "1nsu1t"}) {
    EXPECT_THAT(refusal_of(enter_from("192.0.2.9", name)), HasSubstr("this name is refused here until ")) << name;
  }
  EXPECT_EQ(ask("DELETE", "/api/v1/restrictions/1", mod).status, 200);
  server.run_posted();
  EXPECT_TRUE(is_in(enter_from("192.0.2.9", "insult")));
}

TEST_F(RestrictionsApiTest, AGuestThatComesBackToItsSeatGetsNoRefusedName) {
  const auto ann = server.enter("insult");
  const auto bob = server.enter("bob");
  for (const auto player : {ann, bob}) server.say(player, proto::QuickMatch{});
  const auto start = *server.last<proto::MatchStart>(ann);
  ASSERT_EQ(restrict(mod, "kind=name&name=insult&minutes=60&why=rude"), 200);
  const auto again = server.enter("ann");
  server.say(again, proto::Resume{.match = start.match, .seat = *start.seat, .token = start.token});
  EXPECT_TRUE(server.service.lobby().presence().players_with_name_like("insult").empty());
}

TEST_F(RestrictionsApiTest, AMutedGuestThatComesBackToItsSeatGetsNoNameOfItsOwn) {
  const auto ann = server.enter("you all lose");
  const auto bob = server.enter("bob");
  for (const auto player : {ann, bob}) server.say(player, proto::QuickMatch{});
  const auto start = *server.last<proto::MatchStart>(ann);
  ASSERT_EQ(restrict(mod, "kind=mute&address=127.0.0.1&minutes=60&why=rude"), 200);
  server.service.closed(ann, "gone");
  const auto again = server.enter("x");
  server.say(again, proto::Resume{.match = start.match, .seat = *start.seat, .token = start.token});
  EXPECT_TRUE(server.service.lobby().presence().players_with_name_like("you all lose").empty());
}

// An administrator has taken the name from the moderator itself.
TEST_F(RestrictionsApiTest, AModeratorLiftsNoNameThatWasTakenFromAnAccountWithARole) {
  ASSERT_EQ(rename(boss, id_of(mod), "name=moderator&minutes=60&why=rude"), 200) << last.body;
  const std::string path = "/api/v1/restrictions/" + made()["id"].dump();
  EXPECT_EQ(ask("DELETE", path, mod).status, 403);
  EXPECT_EQ(ask("DELETE", path, boss).status, 200);
}

TEST_F(RestrictionsApiTest, TheAuditLogHasTheAddressOfAPlayerThatMaySoonBeGone) {
  server.enter("ann");
  ASSERT_EQ(restrict(mod, "kind=ban&player=ann&minutes=60&why=x"), 200);
  EXPECT_THAT(acts().front(), HasSubstr("127.0.0.1"));
}

TEST_F(RestrictionsApiTest, EveryoneAtTheAddressOfAPlayerCanBeBanned) {
  const std::string second = server.store.create_token("second", storage::Role::worker);
  const auto connection = server.enter("deep", deep);
  ASSERT_EQ(restrict(mod, "kind=ban&player=deep&everyone=1&minutes=5&why=x"), 200) << last.body;
  EXPECT_EQ(made()["address"], "127.0.0.1");
  EXPECT_EQ(made()["everyone"], true);
  EXPECT_TRUE(server.closed.contains(connection));
  EXPECT_FALSE(is_in(server.enter("second", second)));
}

// Otherwise the workers of the operator would be banned with it.
TEST_F(RestrictionsApiTest, NoPlayerWithoutAnAddressIsBannedWithEveryoneElseThere) {
  proto::Hello hello;
  hello.name = "ann";
  server.say(server.connect(net::Transport::tcp, "", "unix"), hello);
  EXPECT_EQ(restrict(mod, "kind=ban&player=ann&everyone=1&minutes=5&why=x"), 409) << last.body;
  EXPECT_EQ(restrict(mod, "kind=ban&player=ann&minutes=5&why=x"), 200) << last.body;
}

TEST_F(RestrictionsApiTest, ARenamedAccountIsRenamedWhereItIsConnectedAndItsOldNameIsRefused) {
  const auto connection = server.enter("deep", deep);
  ASSERT_EQ(rename(mod, id_of(deep), "name=shallow&minutes=60&why=rude"), 200) << last.body;
  EXPECT_FALSE(server.closed.contains(connection));
  EXPECT_TRUE(server.service.lobby().presence().players_with_name_like("deep").empty());
  EXPECT_EQ(server.service.lobby().presence().players_with_name_like("shallow").size(), 1U);
  EXPECT_EQ(server.last<proto::Welcome>(server.enter("x", deep))->name, "shallow");
  EXPECT_THAT(refusal_of(server.enter("deep")), HasSubstr("refused"));
  EXPECT_THAT(acts(), testing::ElementsAre("account rename: account 3: deep to shallow"));
}

TEST_F(RestrictionsApiTest, WrongNamesChangeNothing) {
  for (const char* query : {"name=&minutes=5&why=x", "name=%20&minutes=5&why=x", "name=new&why=x", "minutes=5&why=x"}) {
    EXPECT_EQ(rename(mod, id_of(deep), query), 400) << query;
  }
  EXPECT_EQ(rename(mod, id_of(deep), "name=DEEP&minutes=5&why=x"), 409);
  EXPECT_EQ(rename(mod, id_of(deep), "name=m0d&minutes=5&why=x"), 409);
  EXPECT_EQ(rename(mod, id_of(deep), "name=boss&minutes=5&why=x"), 409) << "the name of an administrator";
  EXPECT_EQ(rename(mod, 77, "name=new&minutes=5&why=x"), 404);
  EXPECT_EQ(rename(mod, id_of(boss), "name=new&minutes=5&why=x"), 403);
  EXPECT_EQ(rename(deep, id_of(deep), "name=new&minutes=5&why=x"), 403);
  EXPECT_EQ(restrict(mod, "kind=name&name=B0SS&minutes=5&why=x"), 409) << "the name of an administrator";
  EXPECT_EQ(restrict(mod, "kind=name&name=deep&minutes=5&why=x"), 409) << "the account has to be renamed";
  EXPECT_THAT(server.store.restrictions(), IsEmpty());
  EXPECT_EQ(server.store.find_token(deep)->name, "deep");
}

TEST_F(RestrictionsApiTest, AnAccountThatPlaysInATournamentKeepsItsName) {
  const std::string plan =
      R"({"name": "cup", "players": [{"name": "deep", "guest": true}, {"name": "bob", "guest": true}]})";
  ASSERT_EQ(ask("POST", "/api/v1/tournaments", boss, plan).status, 201);
  run_posted();
  EXPECT_EQ(rename(mod, id_of(deep), "name=new&minutes=5&why=x"), 409);
  EXPECT_THAT(last.body, HasSubstr("cup"));
}

TEST_F(RestrictionsApiTest, AnIpv6BanHoldsForTheNetworkOfASubscriber) {
  ASSERT_EQ(restrict(mod, "kind=ban&address=2001:db8:0:1::7&minutes=5&why=x"), 200);
  EXPECT_EQ(made()["address"], "2001:db8:0:1::");
  ASSERT_EQ(restrict(mod, "kind=ban&address=%5B2001:db8:0:2::7%5D&minutes=5&why=x"), 200);
  EXPECT_EQ(made()["address"], "2001:db8:0:2::");
  ASSERT_EQ(restrict(mod, "kind=ban&address=::ffff:192.0.2.7&minutes=5&why=x"), 200);
  EXPECT_EQ(made()["address"], "192.0.2.7");
}

// A home connection has 256 networks of 64 bits, or more.
TEST_F(RestrictionsApiTest, ANeighbourhoodCanBeBanned) {
  const auto inside = enter_from("2001:db8:7:1::", "ann");
  ASSERT_EQ(restrict(mod, "kind=ban&address=2001:db8:7:99::1/48&minutes=5&why=x"), 200) << last.body;
  EXPECT_EQ(made()["address"], "2001:db8:7::/48");
  EXPECT_TRUE(server.closed.contains(inside));
  EXPECT_FALSE(is_in(enter_from("2001:db8:7:2::", "bob")));
  EXPECT_TRUE(is_in(enter_from("2001:db8:8:2::", "bob")));
  EXPECT_TRUE(is_in(enter_from("2001:db8:7:2::", "deep", deep))) << "only guests are banned";
  ASSERT_EQ(restrict(mod, "kind=ban&address=192.0.2.0/24&everyone=1&minutes=5&why=x"), 200) << last.body;
  EXPECT_EQ(made()["address"], "192.0.2.0/24");
  EXPECT_FALSE(is_in(enter_from("192.0.2.77", "deep", deep)));
  for (const char* wrong : {"192.0.2.0/16", "192.0.2.0/48", "192.0.2.0/", "2001:db8:7::/24", "/24", "192.0.2.0/4"}) {
    EXPECT_EQ(restrict(mod, std::string("kind=ban&address=") + wrong + "&minutes=5&why=x"), 400) << wrong;
  }
}

// Anybody can make such accounts, and keep them until then.
TEST_F(RestrictionsApiTest, ABanOfGuestsHoldsForUnapprovedAccounts) {
  sessions::SessionServiceSettings settings;
  settings.registration = {.mode = sessions::RegistrationSettings::Mode::open, .per_day = 3};
  server.service.change_settings(settings);
  net::HttpRequest request;
  request.method = "POST";
  request.path = "/api/v1/accounts";
  request.query = "name=spare";
  request.address = request.network = "127.0.0.1";
  const std::string spare = json::parse(answer(request).body)["token"];
  const auto connection = server.enter("spare", spare);
  ASSERT_TRUE(is_in(connection));
  ASSERT_EQ(restrict(mod, "kind=ban&address=127.0.0.1&minutes=5&why=x"), 200) << last.body;
  EXPECT_TRUE(server.closed.contains(connection));
  EXPECT_THAT(refusal_of(server.enter("spare", spare)), HasSubstr("banned"));
  EXPECT_TRUE(is_in(enter_from("198.51.100.7", "spare", spare))) << "it is the address that is banned";
  EXPECT_TRUE(is_in(server.enter("deep", deep)));
  request.path = "/api/v1/reports";
  request.query = "record=1&seat=1&text=x";
  request.bearer = spare;
  EXPECT_EQ(answer(request).status, 403);
}

TEST_F(RestrictionsApiTest, OnlyModeratorsAndAdministratorsRestrictAndNoAccountWithARole) {
  const std::string olga = organiser("olga", {"*"});
  const std::string query = "kind=ban&address=192.0.2.7&minutes=5&why=x";
  EXPECT_EQ(restrict("", query), 401);
  EXPECT_EQ(restrict(deep, query), 403);
  EXPECT_EQ(restrict(olga, query), 403);
  EXPECT_EQ(ask("GET", "/api/v1/restrictions", olga).status, 403);
  for (const std::string& token : {boss, mod, olga}) {
    EXPECT_EQ(restrict(mod, "kind=ban&account=" + std::to_string(id_of(token)) + "&minutes=5&why=x"), 403);
  }
  server.enter("boss", boss);
  EXPECT_EQ(restrict(mod, "kind=ban&player=boss&minutes=5&why=x"), 403);
  EXPECT_THAT(server.store.restrictions(), IsEmpty());
  EXPECT_EQ(restrict(boss, "kind=ban&account=" + std::to_string(id_of(mod)) + "&minutes=5&why=x"), 200);
}

TEST_F(RestrictionsApiTest, WrongRequestsChangeNothing) {
  for (const char* query :
       {"minutes=5&why=x&address=192.0.2.7", "kind=kill&minutes=5&why=x&address=192.0.2.7",
        "kind=ban&minutes=0&why=x&address=192.0.2.7", "kind=ban&minutes=527041&why=x&address=192.0.2.7",
        "kind=ban&minutes=5&address=192.0.2.7", "kind=ban&minutes=5&why=%20&address=192.0.2.7",
        "kind=ban&minutes=5&why=x", "kind=ban&minutes=5&why=x&address=nowhere",
        "kind=ban&minutes=5&why=x&address=192.0.2.7&account=3", "kind=ban&minutes=5&why=x&account=-1",
        "kind=ban&minutes=5&why=x&account=9223372036854775808", "kind=ban&minutes=5&why=x&account=3&everyone=1",
        "kind=ban&minutes=5&why=x&address=192.0.2.7&everyone=2", "kind=ban&minutes=5&why=x&account=3&name=x",
        "kind=name&minutes=5&why=x&account=3", "kind=name&minutes=5&why=x&name=%09"}) {
    EXPECT_EQ(restrict(mod, query), 400) << query;
  }
  EXPECT_EQ(restrict(mod, "kind=ban&minutes=5&why=x&account=77"), 404);
  EXPECT_EQ(restrict(mod, "kind=ban&minutes=5&why=x&player=nobody"), 404);
  EXPECT_THAT(server.store.restrictions(), IsEmpty());
}

TEST_F(RestrictionsApiTest, RestrictionsAreListedAndInTheAuditLog) {
  ASSERT_EQ(restrict(mod, "kind=mute&address=192.0.2.7&minutes=5&why=spam"), 200);
  const json list = json::parse(ask("GET", "/api/v1/restrictions", mod).body)["restrictions"];
  ASSERT_THAT(list, SizeIs(1));
  EXPECT_EQ(list[0]["kind"], "mute");
  EXPECT_EQ(list[0]["why"], "spam");
  EXPECT_TRUE(list[0]["account"].is_null());
  const auto entries = server.store.audit_entries();
  ASSERT_THAT(entries, SizeIs(1));
  EXPECT_EQ(entries[0].act, "restriction mute");
  EXPECT_EQ(entries[0].target, "address 192.0.2.7, minutes 5");
  EXPECT_EQ(entries[0].why, "spam");
}

// The audit log is bounded, so a moderator cannot flood it with refused acts either.
TEST_F(RestrictionsApiTest, AModeratorCannotFloodTheAuditLog) {
  int answered = 0;
  while (restrict(mod, "kind=ban&minutes=5&why=x&account=77") == 404) ASSERT_LT(++answered, 1'000);
  EXPECT_EQ(last.status, 429);
  EXPECT_EQ(restrict(boss, "kind=ban&minutes=5&why=x&account=77"), 404);
}

}  // namespace
}  // namespace rensa::http_api
