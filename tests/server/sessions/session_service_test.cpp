#include "server/sessions/session_service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <thread>

#include "engine/record/verify.h"
#include "tests/server/sessions/in_memory_server.h"

namespace rensa::sessions {
namespace {

using net::Transport;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;
using tests::InMemoryServer;

TEST(SessionService, AWorkerEntersUnderItsTokensName) {
  InMemoryServer server;
  const std::string token = server.store.create_token("deep", storage::Role::worker);
  const auto worker = server.enter("whatever", token);
  ASSERT_TRUE(server.last<proto::Welcome>(worker));
  EXPECT_EQ(server.last<proto::Welcome>(worker)->name, "deep");
  for (const std::string& line : server.lines) EXPECT_THAT(line, Not(HasSubstr(token)));
}

TEST(SessionService, AnAccountIsOnePlayerInAllItsSessionsAndAGuestIsANewOneInEach) {
  InMemoryServer server;
  const std::string token = server.store.create_token("deep", storage::Role::worker);
  server.enter("", token);
  server.enter("ann");
  server.enter("", token);
  server.enter("ann");
  std::vector<std::string> players;
  for (const std::string& line : server.lines) {
    const std::size_t at = line.find(" player=");
    if (at != std::string::npos) players.push_back(line.substr(at + 8, line.find(' ', at + 1) - at - 8));
  }
  EXPECT_EQ(players, (std::vector<std::string>{"account-1", "guest-2", "account-1", "guest-4"}));
}

// Has one tournament, and admits one ticket.
class OneTournament final : public TournamentHost {
 public:
  std::optional<std::string> admit(const std::string& ticket) override {
    return ticket == "ticket" ? std::optional<std::string>("player") : std::nullopt;
  }
  void arrived(const PlayerArrival&) override {}
  void left(base::SessionId session) override { gone.push_back(session); }
  void keep(match::FinishedGame, Kept) override {}
  std::optional<match::Refusal> follow(base::SessionId session, const std::string& tournament,
                                       std::optional<std::uint64_t> from) override {
    if (tournament != "cup") return no_such_tournament(tournament);
    followed.emplace_back(session, proto::Follow{.tournament = tournament, .from = from});
    return std::nullopt;
  }
  std::optional<match::Refusal> unfollow(base::SessionId session, const std::string& tournament) override {
    unfollowed.emplace_back(session, proto::Unfollow{.tournament = tournament});
    return std::nullopt;
  }

  std::vector<std::pair<base::SessionId, proto::Follow>> followed;
  std::vector<std::pair<base::SessionId, proto::Unfollow>> unfollowed;
  std::vector<base::SessionId> gone;
};

TEST(SessionService, TournamentMessagesGoToTheTournamentHost) {
  InMemoryServer server;
  OneTournament host;
  server.service.set_tournament_host(host);
  const auto ann = server.enter("ann");
  const base::SessionId session{static_cast<std::uint64_t>(ann)};
  server.say(ann, proto::Follow{.tournament = "cup", .from = 7});
  server.say(ann, proto::Unfollow{.tournament = "cup"});
  EXPECT_FALSE(server.last<proto::Error>(ann));
  ASSERT_EQ(host.followed.size(), 1U);
  EXPECT_EQ(host.followed[0], (std::pair{session, proto::Follow{.tournament = "cup", .from = 7}}));
  ASSERT_EQ(host.unfollowed.size(), 1U);
  EXPECT_EQ(host.unfollowed[0], (std::pair{session, proto::Unfollow{.tournament = "cup"}}));
  server.say(ann, proto::Follow{.tournament = "other", .from = std::nullopt});
  EXPECT_EQ(server.last<proto::Error>(ann)->code, proto::ErrorCode::unknown_tournament);
  EXPECT_THAT(server.last<proto::Error>(ann)->text, HasSubstr("other"));
  server.service.closed(ann, "");
  EXPECT_EQ(host.gone, std::vector{session});
}

TEST(SessionService, WithoutATournamentHostThereIsNothingToFollow) {
  InMemoryServer server;
  const auto ann = server.enter("ann");
  server.say(ann, proto::Follow{.tournament = "cup", .from = 0});
  EXPECT_EQ(server.last<proto::Error>(ann)->code, proto::ErrorCode::unknown_tournament);
  const auto bob = server.enter("bob");
  server.say(bob, proto::Unfollow{.tournament = "cup"});
  EXPECT_EQ(server.last<proto::Error>(bob)->code, proto::ErrorCode::unknown_tournament);
}

TEST(SessionService, ATournamentPlayerFollowsNoTournament) {
  InMemoryServer server;
  OneTournament host;
  server.service.set_tournament_host(host);
  const auto player = server.enter("", "ticket");
  server.say(player, proto::Follow{.tournament = "cup", .from = 0});
  EXPECT_EQ(server.last<proto::Error>(player)->code, proto::ErrorCode::not_yours);
  server.say(player, proto::Unfollow{.tournament = "cup"});
  EXPECT_TRUE(host.followed.empty());
  EXPECT_TRUE(host.unfollowed.empty());
  EXPECT_TRUE(server.closed.empty());
}

TEST(SessionService, AGuestThatWaitsForArrangedMatchesIsToldThatThereAreNone) {
  InMemoryServer server;
  OneTournament host;
  server.service.set_tournament_host(host);
  const auto connect = [&server](const std::string& feature) {
    const auto guest = server.connect(net::Transport::tcp);
    proto::Hello hello;
    hello.features = {feature};
    server.say(guest, hello);
    return guest;
  };
  const auto guest = connect("arranged:1");
  ASSERT_TRUE(server.last<proto::Error>(guest));
  EXPECT_EQ(server.last<proto::Error>(guest)->code, proto::ErrorCode::unexpected);
  EXPECT_THAT(server.last<proto::Error>(guest)->text, HasSubstr("only for players with a token"));
  EXPECT_THAT(server.lines, Contains(HasSubstr("event=arranged_without_token")));
  EXPECT_FALSE(server.closed.contains(guest)) << "it may still play other matches";
  EXPECT_FALSE(server.last<proto::Error>(connect("arranged:1:bound"))) << "it asks for its matches itself";
  EXPECT_FALSE(server.last<proto::Error>(connect("open:1")));
}

TEST(SessionService, TheOpenFeatureAcceptsChallenges) {
  InMemoryServer server;
  const auto bot = server.connect(net::Transport::tcp);
  proto::Hello hello;
  hello.name = "bot";
  hello.features = {"sings", "open:3"};
  server.say(bot, hello);
  const auto ann = server.enter("ann");
  server.say(ann, proto::ListLobby{});
  EXPECT_EQ(server.last<proto::Lobby>(ann)->open, (std::vector<proto::OpenPlayer>{{"bot", 3}}));
  server.say(ann, proto::Challenge{.opponent = "bot", .terms = {}, .subscription = {}});
  EXPECT_TRUE(server.last<proto::MatchStart>(bot));
}

TEST(SessionService, AStoredRecordProvidesItsQueue) {
  InMemoryServer server;
  server.play_short_game();
  const auto bot = server.connect(net::Transport::tcp);
  proto::Hello hello;
  hello.name = "bot";
  hello.features = {"open:3"};
  server.say(bot, hello);
  const auto ann = server.enter("ann");
  proto::Challenge wanted{.opponent = "bot", .terms = {}, .subscription = {}};
  wanted.terms.queue_of = 99;
  server.say(ann, wanted);
  EXPECT_EQ(server.last<proto::Error>(ann)->code, proto::ErrorCode::terms);
  wanted.terms.queue_of = 1;
  server.say(ann, wanted);
  ASSERT_TRUE(server.last<proto::MatchStart>(ann));
  EXPECT_EQ(server.last<proto::MatchStart>(ann)->terms.queue_of, 1U);
}

TEST(SessionService, AnUnknownTokenIsDisconnected) {
  InMemoryServer server;
  const auto worker = server.enter("x", "rw_nothing");
  EXPECT_EQ(server.last<proto::Error>(worker)->code, proto::ErrorCode::token);
  EXPECT_EQ(server.closed.at(worker), net::CloseReason::violation);
}

TEST(SessionService, GuestsGetANameOrTheOneTheyAskFor) {
  InMemoryServer server;
  EXPECT_EQ(server.last<proto::Welcome>(server.enter(""))->name, "guest-1");
  EXPECT_EQ(server.last<proto::Welcome>(server.enter("ann"))->name, "ann");
  EXPECT_EQ(server.last<proto::Welcome>(server.enter("ann"))->name, "ann-2");
  for (const char* name : {"a\nb", "ann ", "ann\uFE0F", "\u3164"}) {
    EXPECT_EQ(server.last<proto::Error>(server.enter(name))->code, proto::ErrorCode::name) << name;
  }
}

TEST(SessionService, GuestsNeverGetTheNameOfAToken) {
  InMemoryServer server;
  server.store.create_token("deep", storage::Role::worker);
  server.store.create_token("guest-1", storage::Role::worker);
  server.service.refresh_from_store();
  server.run_posted();
  EXPECT_EQ(server.last<proto::Welcome>(server.enter("deep"))->name, "deep-2");
  EXPECT_EQ(server.last<proto::Welcome>(server.enter(""))->name, "guest-2");
}

TEST(SessionService, ANumberedNameKeepsTheMaximumLength) {
  InMemoryServer server;
  const std::string longest = std::string(29, 'x') + "\u3042";
  EXPECT_EQ(server.last<proto::Welcome>(server.enter(longest))->name, longest);
  EXPECT_EQ(server.last<proto::Welcome>(server.enter(longest))->name, std::string(29, 'x') + "-2");
}

TEST(SessionService, GuestsOverTcpCanBeForbidden) {
  SessionServiceSettings settings;
  settings.guests_over_tcp = false;
  InMemoryServer server(settings);
  EXPECT_EQ(server.last<proto::Error>(server.enter("ann"))->code, proto::ErrorCode::token);
  const auto person = server.connect(Transport::websocket, "rensa.v1.json");
  server.say(person, proto::Hello{});
  EXPECT_TRUE(server.last<proto::Welcome>(person));
}

TEST(SessionService, PeopleAndWorkersMeetInAnyEncoding) {
  InMemoryServer server;
  const auto worker = server.enter("worker");
  const auto person = server.connect(Transport::websocket, "rensa.v1.json");
  proto::Hello hello;
  hello.name = "person";
  server.say(person, hello);
  server.say(worker, proto::QuickMatch{});
  server.say(person, proto::QuickMatch{});
  EXPECT_EQ(server.last<proto::MatchStart>(worker)->players, (std::array<std::string, 2>{"worker", "person"}));
  EXPECT_EQ(server.last<proto::Update>(person)->seat, duel::Seat::two);
  EXPECT_THAT(server.sent[person].back(), HasSubstr("\"answerDue\":true"));
}

TEST(SessionService, SpectatorMessagesAreEncodedOncePerEncoding) {
  InMemoryServer server;
  const auto one = server.enter("one");
  const auto two = server.enter("two");
  server.say(one, proto::QuickMatch{});
  server.say(two, proto::QuickMatch{});
  const proto::MatchId match = server.last<proto::MatchStart>(one)->match;
  std::vector<net::ConnectionId> watchers;
  for (const char* protocol : {"rensa.v1.json", "rensa.v1.json", "rensa.v1.pb"}) {
    watchers.push_back(server.connect(net::Transport::websocket, protocol));
    server.say(watchers.back(), proto::Hello{});
    server.say(watchers.back(), proto::Watch{match, proto::Subscription::events});
  }
  server.send_spectator_updates();
  for (const net::ConnectionId watcher : watchers) {
    ASSERT_TRUE(server.last<proto::Update>(watcher));
    EXPECT_EQ(server.last<proto::Update>(watcher)->match, match);
  }
  EXPECT_EQ(server.shared[watchers[0]].back(), server.shared[watchers[1]].back());
  EXPECT_NE(server.shared[watchers[0]].back(), server.shared[watchers[2]].back());
}

TEST(SessionService, GarbageEndsTheSession) {
  InMemoryServer server;
  const auto worker = server.enter("worker");
  server.service.received(worker, "\xFF\xFF\xFF");
  EXPECT_EQ(server.last<proto::Error>(worker)->code, proto::ErrorCode::malformed);
  EXPECT_EQ(server.closed.at(worker), net::CloseReason::violation);
  server.say(worker, proto::QuickMatch{});
  server.say(server.enter("other"), proto::QuickMatch{});
  EXPECT_EQ(server.service.lobby().match_count(), 0U);
}

TEST(SessionService, AFinishedGameIsStoredBeforeItsResultIsTold) {
  InMemoryServer server;
  const auto one = server.enter("one");
  const auto two = server.enter("two");
  server.say(one, proto::QuickMatch{});
  server.say(two, proto::QuickMatch{});
  const proto::MatchId match = server.last<proto::MatchStart>(one)->match;
  server.say(one, proto::Leave{match, duel::Seat::one});
  EXPECT_FALSE(server.last<proto::GameEnd>(two));
  EXPECT_EQ(server.service.unsaved_game_count(), 1U);
  server.settle();
  const auto end = server.last<proto::GameEnd>(two);
  ASSERT_TRUE(end);
  EXPECT_EQ(server.service.unsaved_game_count(), 0U);
  const auto record = server.store.record(end->record);
  ASSERT_TRUE(record);
  EXPECT_TRUE(record::verify(*record).ok());
  EXPECT_EQ(server.store.game(end->record)->cause, "resigned");
  EXPECT_EQ(server.store.game(end->record)->winner, 2);
}

// The record of a long game takes a while to encode, and matches go on meanwhile.
TEST(SessionService, AFinishedGameIsEncodedInTheBackground) {
  InMemoryServer server;
  server.holds_background = true;
  const proto::MatchId match = server.play_short_game();
  EXPECT_EQ(server.service.unsaved_game_count(), 1U);
  ASSERT_EQ(server.background.size(), 1U);
  std::thread(server.background[0]).join();
  EXPECT_EQ(server.service.unsaved_game_count(), 1U) << "its result is told on the thread of the service";
  server.settle();
  EXPECT_EQ(server.service.unsaved_game_count(), 0U);
  EXPECT_EQ(server.store.games_of_match(static_cast<std::uint64_t>(match)).size(), 1U);
}

TEST(SessionService, AllGamesOfAMatchAreStored) {
  InMemoryServer server;
  const auto one = server.enter("one");
  const auto two = server.enter("two");
  proto::QuickMatch wish;
  wish.terms.games = 3;
  server.say(one, wish);
  server.say(two, wish);
  const proto::MatchId match = server.last<proto::MatchStart>(one)->match;
  for (int round = 0; round < 2000 && server.service.lobby().match_count() > 0; ++round) {
    for (const auto connection : {one, two}) {
      const auto due = server.last<proto::Update>(connection);
      server.sent[connection].clear();
      if (!due || !due->answer_due) continue;
      server.say(
          connection,
          proto::Decide{
              .match = match, .seat = *due->seat, .game = due->game, .clock = due->view.clock, .id = 0, .input = {}});
    }
    server.settle();
  }
  EXPECT_EQ(server.service.lobby().match_count(), 0U);
  EXPECT_EQ(server.store.games_of_match(static_cast<std::uint64_t>(match)).size(), 3U);
}

TEST(SessionService, AFailedSaveIsTriedAgain) {
  InMemoryServer server;
  server.store.fail([](const std::string& operation) { return operation == "save_game"; }, "the disk is full");
  const proto::MatchId match = server.play_short_game();
  EXPECT_EQ(server.service.unsaved_game_count(), 1U);
  EXPECT_THAT(server.lines.back(), HasSubstr("the disk is full"));
  EXPECT_TRUE(server.store.games_of_match(static_cast<std::uint64_t>(match)).empty());
  server.store.stop_failing();
  ASSERT_EQ(server.posted_later.size(), 1U);
  server.posted_later[0]();
  server.settle();
  EXPECT_EQ(server.service.unsaved_game_count(), 0U);
  EXPECT_EQ(server.store.games_of_match(static_cast<std::uint64_t>(match)).size(), 1U);
}

TEST(SessionService, MatchNumbersContinueFromTheStore) {
  InMemoryServer server;
  const proto::MatchId first = server.play_short_game();
  EXPECT_EQ(static_cast<std::uint64_t>(first), 1U);
  SessionService again({}, server.dependencies());
  server.run_posted();
  const net::ConnectionId a{100};
  const net::ConnectionId b{101};
  for (const net::ConnectionId connection : {a, b}) {
    again.opened(connection, {.transport = Transport::tcp, .address = "x", .protocol = ""});
    again.received(connection, proto::encode(proto::ClientMessage(proto::Hello{}), proto::Encoding::binary));
    again.received(connection, proto::encode(proto::ClientMessage(proto::QuickMatch{}), proto::Encoding::binary));
  }
  EXPECT_GT(again.lobby().snapshot().matches.at(0).match, first);
}

TEST(SessionService, TheConnectionsOfATokenShareABudget) {
  SessionServiceSettings settings;
  settings.rate = {.per_second = 10, .burst = 20};
  InMemoryServer server(settings);
  const std::string token = server.store.create_token("deep", storage::Role::worker);
  std::vector<net::ConnectionId> workers;
  for (int i = 0; i < 4; ++i) workers.push_back(server.enter("", token));
  const auto guest = server.enter("ann");
  for (int i = 0; i < 5; ++i) {
    for (const auto worker : workers) server.say(worker, proto::Ping{});
  }
  EXPECT_TRUE(server.closed.empty());
  server.say(workers[0], proto::Ping{});
  ASSERT_TRUE(server.closed.contains(workers[0]));
  EXPECT_EQ(server.closed[workers[0]], net::CloseReason::rate);
  EXPECT_EQ(server.last<proto::Error>(workers[0])->code, proto::ErrorCode::rate);
  // Other sessions have their own budget.
  server.say(guest, proto::Ping{});
  EXPECT_FALSE(server.closed.contains(guest));
  // The budget fills up again.
  server.now += std::chrono::seconds(1);
  for (int i = 0; i < 10; ++i) server.say(workers[1], proto::Ping{});
  EXPECT_FALSE(server.closed.contains(workers[1]));
}

TEST(SessionService, MatchRequestsOfGuestsAreLimited) {
  SessionServiceSettings settings;
  settings.guests_matches = {.per_second = 1, .burst = 3};
  InMemoryServer server(settings);
  const std::string token = server.store.create_token("deep", storage::Role::worker);
  const auto ann = server.connect(Transport::websocket, "rensa.v1.json");
  server.say(ann, proto::Hello{});
  for (int i = 0; i < 3; ++i) server.say(ann, proto::QuickMatch{});
  EXPECT_FALSE(server.last<proto::Error>(ann));
  server.say(ann, proto::QuickMatch{});
  ASSERT_TRUE(server.last<proto::Error>(ann));
  EXPECT_EQ(server.last<proto::Error>(ann)->code, proto::ErrorCode::busy);
  EXPECT_TRUE(server.closed.empty());
  // Reconnecting does not fill the budget; waiting does, and a token has no limit.
  server.service.closed(ann, "");
  const auto again = server.connect(Transport::websocket, "rensa.v1.json");
  server.say(again, proto::Hello{});
  server.say(again, proto::Challenge{.opponent = "nobody", .terms = {}});
  EXPECT_EQ(server.last<proto::Error>(again)->code, proto::ErrorCode::busy);
  server.now += std::chrono::seconds(1);
  server.sent.clear();
  server.say(again, proto::QuickMatch{});
  EXPECT_FALSE(server.last<proto::Error>(again));
  const auto known = server.connect(Transport::websocket, "rensa.v1.json");
  proto::Hello hello;
  hello.token = token;
  server.say(known, hello);
  for (int i = 0; i < 10; ++i) server.say(known, proto::QuickMatch{});
  EXPECT_FALSE(server.last<proto::Error>(known));
}

TEST(SessionService, GuestsOfANetworkShareOneBudget) {
  SessionServiceSettings settings;
  settings.guests_matches = {.per_second = 1, .burst = 2};
  InMemoryServer server(settings);
  int refused = 0;
  for (std::uint64_t id = 101; id <= 103; ++id) {
    const net::ConnectionId guest{id};
    server.service.opened(guest, {.transport = Transport::websocket,
                                  .address = "[2001:db8::" + std::to_string(id) + "]",
                                  .protocol = "rensa.v1.pb",
                                  .network = "2001:db8::"});
    const auto say = [&](const proto::ClientMessage& message) {
      server.service.received(guest, proto::encode(message, proto::Encoding::binary));
    };
    say(proto::Hello{});
    server.sent[guest].clear();
    say(proto::QuickMatch{});
    for (const std::string& bytes : server.sent[guest]) {
      const auto message = proto::server_message_of(bytes, proto::Encoding::binary);
      if (message && std::holds_alternative<proto::Error>(*message)) ++refused;
    }
  }
  EXPECT_EQ(refused, 1);
}

TEST(SessionService, InvitationsLeftByOneNetworkCountTogether) {
  SessionServiceSettings settings;
  settings.lobby.max_hostless_invitations = 1;
  InMemoryServer server(settings);
  const auto left_by = [&](const std::string& token) {
    const auto host = server.enter("", token);
    server.say(host, proto::Invite{.terms = {}, .subscription = {}, .code = {}, .client_id = "phone"});
    const std::string code = server.last<proto::Invited>(host)->code;
    server.service.closed(host, "");
    return code;
  };
  const auto ann = server.enter("ann");
  const auto answer_to_join = [&](const std::string& code) {
    server.say(ann, proto::Join{code, {}});
    return server.last<proto::Error>(ann)->code;
  };
  EXPECT_EQ(answer_to_join(left_by("")), proto::ErrorCode::away);
  EXPECT_EQ(answer_to_join(left_by("")), proto::ErrorCode::unknown_challenge);
  EXPECT_EQ(answer_to_join(left_by(server.store.create_token("deep", storage::Role::worker))), proto::ErrorCode::away);
}

void refresh(InMemoryServer& server) {
  server.service.refresh_from_store();
  server.run_posted();
}

TEST(SessionService, ARevokedTokenIsDisconnected) {
  InMemoryServer server;
  const std::string token = server.store.create_token("deep", storage::Role::worker);
  const std::string other = server.store.create_token("other", storage::Role::worker);
  const auto worker = server.enter("", token);
  const auto kept = server.enter("", other);
  const auto guest = server.enter("ann");
  refresh(server);
  EXPECT_TRUE(server.closed.empty());
  server.store.revoke_token(server.store.find_token(token)->id);
  refresh(server);
  EXPECT_EQ(server.last<proto::Error>(worker)->code, proto::ErrorCode::token);
  EXPECT_TRUE(server.closed.contains(worker));
  EXPECT_FALSE(server.closed.contains(kept));
  EXPECT_FALSE(server.closed.contains(guest));
  // It is disconnected only once.
  server.sent.clear();
  refresh(server);
  EXPECT_FALSE(server.last<proto::Error>(worker));
}

TEST(SessionService, ARefusedConnectionIsSentTheReason) {
  InMemoryServer server;
  const auto one = server.enter("ann");
  server.service.refused(one, net::CloseReason::rate);
  EXPECT_EQ(server.last<proto::Error>(one)->code, proto::ErrorCode::rate);
  server.service.refused(one, net::CloseReason::too_large);
  EXPECT_EQ(server.last<proto::Error>(one)->code, proto::ErrorCode::too_large);
}

}  // namespace
}  // namespace rensa::sessions
