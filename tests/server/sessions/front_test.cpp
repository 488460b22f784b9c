#include "server/sessions/front.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/duel/verify.h"
#include "tests/server/sessions/post_office.h"

namespace rensa::sessions {
namespace {

using net::Transport;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;
using tests::PostOffice;

TEST(Front, AWorkerEntersUnderItsTokensName) {
  PostOffice office;
  const std::string token = office.store.create_token("deep", storage::Role::worker);
  const auto worker = office.enter("whatever", token);
  ASSERT_TRUE(office.last<proto::Welcome>(worker));
  EXPECT_EQ(office.last<proto::Welcome>(worker)->name, "deep");
  for (const std::string& line : office.lines) EXPECT_THAT(line, Not(HasSubstr(token)));
}

// Keeps one tournament to be followed, and lets a ticket in.
class OneTournament final : public Host {
 public:
  std::optional<std::string> admit(const std::string& ticket) override {
    return ticket == "ticket" ? std::optional<std::string>("player") : std::nullopt;
  }
  void arrived(const Arrival&) override {}
  void left(base::SessionId session) override { gone.push_back(session); }
  void keep(play::FinishedGame, std::function<void()>) override {}
  std::optional<proto::Error> follow(base::SessionId session, const proto::Follow& wanted) override {
    if (wanted.tournament != "cup") return no_such_tournament(wanted.tournament);
    followed.emplace_back(session, wanted);
    return std::nullopt;
  }
  std::optional<proto::Error> unfollow(base::SessionId session, const proto::Unfollow& unwanted) override {
    unfollowed.emplace_back(session, unwanted);
    return std::nullopt;
  }

  std::vector<std::pair<base::SessionId, proto::Follow>> followed;
  std::vector<std::pair<base::SessionId, proto::Unfollow>> unfollowed;
  std::vector<base::SessionId> gone;
};

TEST(Front, WhatIsAboutTournamentsGoesToTheHost) {
  PostOffice office;
  OneTournament host;
  office.front.set_host(host);
  const auto ann = office.enter("ann");
  const base::SessionId session{static_cast<std::uint64_t>(ann)};
  office.say(ann, proto::Follow{.tournament = "cup", .from = 7});
  office.say(ann, proto::Unfollow{.tournament = "cup"});
  EXPECT_FALSE(office.last<proto::Error>(ann));
  ASSERT_EQ(host.followed.size(), 1U);
  EXPECT_EQ(host.followed[0], (std::pair{session, proto::Follow{.tournament = "cup", .from = 7}}));
  ASSERT_EQ(host.unfollowed.size(), 1U);
  EXPECT_EQ(host.unfollowed[0], (std::pair{session, proto::Unfollow{.tournament = "cup"}}));
  office.say(ann, proto::Follow{.tournament = "other", .from = std::nullopt});
  EXPECT_EQ(office.last<proto::Error>(ann)->code, proto::ErrorCode::unknown_tournament);
  EXPECT_THAT(office.last<proto::Error>(ann)->text, HasSubstr("other"));
  office.front.closed(ann, "");
  EXPECT_EQ(host.gone, std::vector{session});
}

TEST(Front, WithoutAHostThereIsNothingToFollow) {
  PostOffice office;
  const auto ann = office.enter("ann");
  office.say(ann, proto::Follow{.tournament = "cup", .from = 0});
  EXPECT_EQ(office.last<proto::Error>(ann)->code, proto::ErrorCode::unknown_tournament);
  const auto bob = office.enter("bob");
  office.say(bob, proto::Unfollow{.tournament = "cup"});
  EXPECT_EQ(office.last<proto::Error>(bob)->code, proto::ErrorCode::unknown_tournament);
}

TEST(Front, WhoIsThereToPlayATournamentFollowsNone) {
  PostOffice office;
  OneTournament host;
  office.front.set_host(host);
  const auto player = office.enter("", "ticket");
  office.say(player, proto::Follow{.tournament = "cup", .from = 0});
  EXPECT_EQ(office.last<proto::Error>(player)->code, proto::ErrorCode::not_yours);
  office.say(player, proto::Unfollow{.tournament = "cup"});
  EXPECT_TRUE(host.followed.empty());
  EXPECT_TRUE(host.unfollowed.empty());
  EXPECT_TRUE(office.closed.empty());
}

TEST(Front, WhoSaysSoTakesChallenges) {
  PostOffice office;
  const auto bot = office.connect(net::Transport::tcp);
  proto::Hello hello;
  hello.name = "bot";
  hello.features = {"sings", "open:3"};
  office.say(bot, hello);
  const auto ann = office.enter("ann");
  office.say(ann, proto::ListLobby{});
  EXPECT_EQ(office.last<proto::Lobby>(ann)->open, (std::vector<proto::OpenPlayer>{{"bot", 3}}));
  office.say(ann, proto::Challenge{.opponent = "bot", .terms = {}, .subscription = {}});
  EXPECT_TRUE(office.last<proto::MatchStart>(bot));
}

TEST(Front, ARecordOfTheStoreLendsItsQueue) {
  PostOffice office;
  office.play_short_game();
  const auto bot = office.connect(net::Transport::tcp);
  proto::Hello hello;
  hello.name = "bot";
  hello.features = {"open:3"};
  office.say(bot, hello);
  const auto ann = office.enter("ann");
  proto::Challenge wanted{.opponent = "bot", .terms = {}, .subscription = {}};
  wanted.terms.queue_of = 99;
  office.say(ann, wanted);
  EXPECT_EQ(office.last<proto::Error>(ann)->code, proto::ErrorCode::terms);
  wanted.terms.queue_of = 1;
  office.say(ann, wanted);
  ASSERT_TRUE(office.last<proto::MatchStart>(ann));
  EXPECT_EQ(office.last<proto::MatchStart>(ann)->terms.queue_of, 1U);
}

TEST(Front, AnUnknownTokenIsShownOut) {
  PostOffice office;
  const auto worker = office.enter("x", "rw_nothing");
  EXPECT_EQ(office.last<proto::Error>(worker)->code, proto::ErrorCode::token);
  EXPECT_EQ(office.closed.at(worker), net::CloseReason::violation);
}

TEST(Front, GuestsGetANameOrTheOneTheyAskFor) {
  PostOffice office;
  EXPECT_EQ(office.last<proto::Welcome>(office.enter(""))->name, "guest-1");
  EXPECT_EQ(office.last<proto::Welcome>(office.enter("ann"))->name, "ann");
  EXPECT_EQ(office.last<proto::Welcome>(office.enter("ann"))->name, "ann-2");
  for (const char* name : {"a\nb", "ann ", "ann\uFE0F", "\u3164"}) {
    EXPECT_EQ(office.last<proto::Error>(office.enter(name))->code, proto::ErrorCode::name) << name;
  }
}

TEST(Front, NoGuestGetsTheNameOfAToken) {
  PostOffice office;
  office.store.create_token("deep", storage::Role::worker);
  office.store.create_token("guest-1", storage::Role::worker);
  EXPECT_EQ(office.last<proto::Welcome>(office.enter("deep"))->name, "deep-2");
  EXPECT_EQ(office.last<proto::Welcome>(office.enter(""))->name, "guest-2");
}

TEST(Front, ANumberDoesNotMakeANameTooLong) {
  PostOffice office;
  const std::string longest = std::string(29, 'x') + "\u3042";
  EXPECT_EQ(office.last<proto::Welcome>(office.enter(longest))->name, longest);
  EXPECT_EQ(office.last<proto::Welcome>(office.enter(longest))->name, std::string(29, 'x') + "-2");
}

TEST(Front, GuestsCanBeKeptFromTcp) {
  FrontSettings settings;
  settings.guests_over_tcp = false;
  PostOffice office(settings);
  EXPECT_EQ(office.last<proto::Error>(office.enter("ann"))->code, proto::ErrorCode::token);
  const auto person = office.connect(Transport::websocket, "rensa.v1.json");
  office.say(person, proto::Hello{});
  EXPECT_TRUE(office.last<proto::Welcome>(person));
}

TEST(Front, PeopleAndWorkersMeetWhateverTheySpeak) {
  PostOffice office;
  const auto worker = office.enter("worker");
  const auto person = office.connect(Transport::websocket, "rensa.v1.json");
  proto::Hello hello;
  hello.name = "person";
  office.say(person, hello);
  office.say(worker, proto::QuickMatch{});
  office.say(person, proto::QuickMatch{});
  EXPECT_EQ(office.last<proto::MatchStart>(worker)->players, (std::array<std::string, 2>{"worker", "person"}));
  EXPECT_EQ(office.last<proto::Update>(person)->seat, duel::Seat::two);
  EXPECT_THAT(office.sent[person].back(), HasSubstr("\"answerDue\":true"));
}

TEST(Front, WhatWatchersHearIsEncodedOnceForThoseWhoSpeakAlike) {
  PostOffice office;
  const auto one = office.enter("one");
  const auto two = office.enter("two");
  office.say(one, proto::QuickMatch{});
  office.say(two, proto::QuickMatch{});
  const proto::MatchId match = office.last<proto::MatchStart>(one)->match;
  std::vector<net::ConnectionId> watchers;
  for (const char* protocol : {"rensa.v1.json", "rensa.v1.json", "rensa.v1.pb"}) {
    watchers.push_back(office.connect(net::Transport::websocket, protocol));
    office.say(watchers.back(), proto::Hello{});
    office.say(watchers.back(), proto::Watch{match, proto::Subscription::events});
  }
  office.tell_crowds();
  for (const net::ConnectionId watcher : watchers) {
    ASSERT_TRUE(office.last<proto::Update>(watcher));
    EXPECT_EQ(office.last<proto::Update>(watcher)->match, match);
  }
  EXPECT_EQ(office.shared[watchers[0]].back(), office.shared[watchers[1]].back());
  EXPECT_NE(office.shared[watchers[0]].back(), office.shared[watchers[2]].back());
}

TEST(Front, GarbageEndsTheConversation) {
  PostOffice office;
  const auto worker = office.enter("worker");
  office.front.received(worker, "\xFF\xFF\xFF");
  EXPECT_EQ(office.last<proto::Error>(worker)->code, proto::ErrorCode::malformed);
  EXPECT_EQ(office.closed.at(worker), net::CloseReason::violation);
  office.say(worker, proto::QuickMatch{});
  office.say(office.enter("other"), proto::QuickMatch{});
  EXPECT_EQ(office.front.hall().match_count(), 0U);
}

TEST(Front, AFinishedGameIsStoredBeforeItsResultIsTold) {
  PostOffice office;
  const auto one = office.enter("one");
  const auto two = office.enter("two");
  office.say(one, proto::QuickMatch{});
  office.say(two, proto::QuickMatch{});
  const proto::MatchId match = office.last<proto::MatchStart>(one)->match;
  office.say(one, proto::Leave{match, duel::Seat::one});
  EXPECT_FALSE(office.last<proto::GameEnd>(two));
  EXPECT_EQ(office.front.unsaved(), 1U);
  office.settle();
  const auto end = office.last<proto::GameEnd>(two);
  ASSERT_TRUE(end);
  EXPECT_EQ(office.front.unsaved(), 0U);
  const auto record = office.store.record(end->record);
  ASSERT_TRUE(record);
  EXPECT_TRUE(duel::verify(*record).ok());
  EXPECT_EQ(office.store.game(end->record)->cause, "resigned");
  EXPECT_EQ(office.store.game(end->record)->winner, 2);
}

TEST(Front, AllGamesOfAMatchAreStored) {
  PostOffice office;
  const auto one = office.enter("one");
  const auto two = office.enter("two");
  proto::QuickMatch wish;
  wish.terms.games = 3;
  office.say(one, wish);
  office.say(two, wish);
  const proto::MatchId match = office.last<proto::MatchStart>(one)->match;
  for (int round = 0; round < 2000 && office.front.hall().match_count() > 0; ++round) {
    for (const auto connection : {one, two}) {
      const auto due = office.last<proto::Update>(connection);
      office.sent[connection].clear();
      if (!due || !due->answer_due) continue;
      office.say(
          connection,
          proto::Decide{
              .match = match, .seat = *due->seat, .game = due->game, .clock = due->view.clock, .id = 0, .input = {}});
    }
    office.settle();
  }
  EXPECT_EQ(office.front.hall().match_count(), 0U);
  EXPECT_EQ(office.store.games_of_match(static_cast<std::uint64_t>(match)).size(), 3U);
}

TEST(Front, AGameThatCannotBeSavedIsTriedAgain) {
  PostOffice office;
  office.store.break_down("the disk is full");
  const proto::MatchId match = office.play_short_game();
  EXPECT_EQ(office.front.unsaved(), 1U);
  EXPECT_THAT(office.lines.back(), HasSubstr("the disk is full"));
  EXPECT_TRUE(office.store.games_of_match(static_cast<std::uint64_t>(match)).empty());
  office.store.break_down("");
  ASSERT_EQ(office.posted_later.size(), 1U);
  office.posted_later[0]();
  office.settle();
  EXPECT_EQ(office.front.unsaved(), 0U);
  EXPECT_EQ(office.store.games_of_match(static_cast<std::uint64_t>(match)).size(), 1U);
}

TEST(Front, MatchesAreNumberedOnFromTheStore) {
  PostOffice office;
  const proto::MatchId first = office.play_short_game();
  EXPECT_EQ(static_cast<std::uint64_t>(first), 1U);
  Front again({}, {.connections = office,
                   .store = office.store,
                   .now = [&] { return office.now; },
                   .date = [] { return std::string(); },
                   .post = [](const std::function<void()>&) {},
                   .post_later = [](std::chrono::milliseconds, const std::function<void()>&) {},
                   .log = [](const std::string&) {}});
  const net::ConnectionId a{100};
  const net::ConnectionId b{101};
  for (const net::ConnectionId connection : {a, b}) {
    again.opened(connection, {.transport = Transport::tcp, .address = "x", .protocol = ""});
    again.received(connection, proto::encode(proto::ClientMessage(proto::Hello{}), proto::Encoding::binary));
    again.received(connection, proto::encode(proto::ClientMessage(proto::QuickMatch{}), proto::Encoding::binary));
  }
  EXPECT_EQ(again.hall().lobby().matches.at(0).match, proto::MatchId{2});
}

TEST(Front, TheConnectionsOfATokenShareABudget) {
  sessions::FrontSettings settings;
  settings.rate = {.per_second = 10, .burst = 20};
  PostOffice office(settings);
  const std::string token = office.store.create_token("deep", storage::Role::worker);
  std::vector<net::ConnectionId> workers;
  for (int i = 0; i < 4; ++i) workers.push_back(office.enter("", token));
  const auto guest = office.enter("ann");
  for (int i = 0; i < 5; ++i) {
    for (const auto worker : workers) office.say(worker, proto::Ping{});
  }
  EXPECT_TRUE(office.closed.empty());
  office.say(workers[0], proto::Ping{});
  ASSERT_TRUE(office.closed.contains(workers[0]));
  EXPECT_EQ(office.closed[workers[0]], net::CloseReason::rate);
  EXPECT_EQ(office.last<proto::Error>(workers[0])->code, proto::ErrorCode::rate);
  // Others have their own.
  office.say(guest, proto::Ping{});
  EXPECT_FALSE(office.closed.contains(guest));
  // And it fills again.
  office.now += std::chrono::seconds(1);
  for (int i = 0; i < 10; ++i) office.say(workers[1], proto::Ping{});
  EXPECT_FALSE(office.closed.contains(workers[1]));
}

TEST(Front, PeopleCannotFillTheStoreWithMatches) {
  sessions::FrontSettings settings;
  settings.guests_matches = {.per_second = 1, .burst = 3};
  PostOffice office(settings);
  const std::string token = office.store.create_token("deep", storage::Role::worker);
  const auto ann = office.connect(Transport::websocket, "rensa.v1.json");
  office.say(ann, proto::Hello{});
  for (int i = 0; i < 3; ++i) office.say(ann, proto::QuickMatch{});
  EXPECT_FALSE(office.last<proto::Error>(ann));
  office.say(ann, proto::QuickMatch{});
  ASSERT_TRUE(office.last<proto::Error>(ann));
  EXPECT_EQ(office.last<proto::Error>(ann)->code, proto::ErrorCode::busy);
  EXPECT_TRUE(office.closed.empty());
  // Coming again does not help; time does, and so does a token.
  office.front.closed(ann, "");
  const auto again = office.connect(Transport::websocket, "rensa.v1.json");
  office.say(again, proto::Hello{});
  office.say(again, proto::Challenge{.opponent = "nobody", .terms = {}});
  EXPECT_EQ(office.last<proto::Error>(again)->code, proto::ErrorCode::busy);
  office.now += std::chrono::seconds(1);
  office.sent.clear();
  office.say(again, proto::QuickMatch{});
  EXPECT_FALSE(office.last<proto::Error>(again));
  const auto known = office.connect(Transport::websocket, "rensa.v1.json");
  proto::Hello hello;
  hello.token = token;
  office.say(known, hello);
  for (int i = 0; i < 10; ++i) office.say(known, proto::QuickMatch{});
  EXPECT_FALSE(office.last<proto::Error>(known));
}

TEST(Front, GuestsOfANetworkShareItsBudget) {
  sessions::FrontSettings settings;
  settings.guests_matches = {.per_second = 1, .burst = 2};
  PostOffice office(settings);
  int refused = 0;
  for (std::uint64_t id = 101; id <= 103; ++id) {
    const net::ConnectionId guest{id};
    office.front.opened(guest, {.transport = Transport::websocket,
                                .address = "[2001:db8::" + std::to_string(id) + "]",
                                .protocol = "rensa.v1.pb",
                                .network = "2001:db8::"});
    const auto say = [&](const proto::ClientMessage& message) {
      office.front.received(guest, proto::encode(message, proto::Encoding::binary));
    };
    say(proto::Hello{});
    office.sent[guest].clear();
    say(proto::QuickMatch{});
    for (const std::string& bytes : office.sent[guest]) {
      const auto message = proto::server_message_of(bytes, proto::Encoding::binary);
      if (message && std::holds_alternative<proto::Error>(*message)) ++refused;
    }
  }
  EXPECT_EQ(refused, 1);
}

TEST(Front, WhatPeopleOfOneNetworkLeaveBehindCountsTogether) {
  sessions::FrontSettings settings;
  settings.hall.max_away_invitations = 1;
  PostOffice office(settings);
  const auto left_by = [&](const std::string& token) {
    const auto host = office.enter("", token);
    office.say(host, proto::Invite{.terms = {}, .subscription = {}, .code = {}, .holder = "phone"});
    const std::string code = office.last<proto::Invited>(host)->code;
    office.front.closed(host, "");
    return code;
  };
  const auto ann = office.enter("ann");
  const auto answer_to_join = [&](const std::string& code) {
    office.say(ann, proto::Join{code, {}});
    return office.last<proto::Error>(ann)->code;
  };
  EXPECT_EQ(answer_to_join(left_by("")), proto::ErrorCode::away);
  EXPECT_EQ(answer_to_join(left_by("")), proto::ErrorCode::unknown_challenge);
  EXPECT_EQ(answer_to_join(left_by(office.store.create_token("deep", storage::Role::worker))), proto::ErrorCode::away);
}

TEST(Front, ARevokedTokenIsShownOut) {
  PostOffice office;
  const std::string token = office.store.create_token("deep", storage::Role::worker);
  const std::string other = office.store.create_token("other", storage::Role::worker);
  const auto worker = office.enter("", token);
  const auto kept = office.enter("", other);
  const auto guest = office.enter("ann");
  office.front.show_out_revoked();
  EXPECT_TRUE(office.closed.empty());
  office.store.revoke_token(office.store.find_token(token)->id);
  office.front.show_out_revoked();
  EXPECT_EQ(office.last<proto::Error>(worker)->code, proto::ErrorCode::token);
  EXPECT_TRUE(office.closed.contains(worker));
  EXPECT_FALSE(office.closed.contains(kept));
  EXPECT_FALSE(office.closed.contains(guest));
  // Once.
  office.sent.clear();
  office.front.show_out_revoked();
  EXPECT_FALSE(office.last<proto::Error>(worker));
}

TEST(Front, WhoIsRefusedIsToldWhy) {
  PostOffice office;
  const auto one = office.enter("ann");
  office.front.refused(one, net::CloseReason::rate);
  EXPECT_EQ(office.last<proto::Error>(one)->code, proto::ErrorCode::rate);
  office.front.refused(one, net::CloseReason::too_large);
  EXPECT_EQ(office.last<proto::Error>(one)->code, proto::ErrorCode::too_large);
}

}  // namespace
}  // namespace rensa::sessions
