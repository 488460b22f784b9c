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

TEST(SessionService, TheNameOfAGuestForgesNoFieldOfTheLog) {
  InMemoryServer server;
  const std::string name = "a\" player=account-1 why=\"";
  const auto guest = server.enter(name);
  ASSERT_TRUE(server.last<proto::Welcome>(guest));
  EXPECT_EQ(server.last<proto::Welcome>(guest)->name, name);
  server.enter("b\\");
  EXPECT_THAT(server.lines, testing::Contains(testing::StartsWith(
                                "event=entered session=1 name=\"a\\\" player=account-1 why=\\\"\" player=guest-1 ")));
  EXPECT_THAT(server.lines,
              testing::Contains(testing::StartsWith("event=entered session=2 name=\"b\\\\\" player=guest-2 ")));
}

TEST(SessionService, ConnectionsThatDoNotEnterHaveNoLineInTheLog) {
  InMemoryServer server;
  server.lines.clear();
  for (int i = 0; i < 100; ++i) server.service.closed(server.connect(net::Transport::tcp), "the peer has closed it");
  server.service.closed(server.enter("", "no token"), "it was refused");
  EXPECT_THAT(server.lines, testing::IsEmpty());
  EXPECT_EQ(server.service.counts().not_entered, 101U);
  server.service.closed(server.enter("ann"), "the peer has closed it");
  EXPECT_THAT(server.lines, testing::ElementsAre(testing::StartsWith("event=entered session=102 "),
                                                 "event=closed session=102 why=\"the peer has closed it\""));
  EXPECT_EQ(server.service.counts().not_entered, 101U);
}

TEST(SessionService, SessionsOfANeighbourhoodWriteABoundedNumberOfLines) {
  SessionServiceSettings settings;
  settings.arrivals = {.per_second = 0, .burst = 0};  // all are let in
  InMemoryServer server{settings};
  const auto enter_from = [&server](const std::string& address, const std::string& name) {
    const auto connection = server.connect(net::Transport::tcp, "", address);
    proto::Hello hello;
    hello.name = name;
    server.say(connection, hello);
    return connection;
  };
  server.lines.clear();
  for (int i = 0; i < 1'000; ++i) {
    server.service.closed(enter_from("192.0.2." + std::to_string(i % 200), "guest"), "the peer has closed it");
  }
  EXPECT_EQ(server.lines.size(), 200U) << "two lines for each of the first 100 sessions";
  enter_from("198.51.100.1", "ann");
  EXPECT_THAT(server.lines.back(), HasSubstr("name=\"ann\"")) << "others are not silenced";
  server.lines.clear();
  server.run_posted_later();
  EXPECT_THAT(server.lines,
              testing::Contains("event=session_lines_left_out lines=900 most_from=192.0.2.0/24 of_these=900"));
  server.now += std::chrono::seconds(1);
  server.lines.clear();
  for (int i = 0; i < 10; ++i) server.service.closed(enter_from("192.0.2.1", "guest"), "the peer has closed it");
  EXPECT_EQ(server.lines.size(), 2U);
}

// Their address is "unix", so a bot that connects again and again would hide the lines of all others.
TEST(SessionService, LocalAccountsHaveLinesOfTheirOwn) {
  SessionServiceSettings settings;
  settings.arrivals = {.per_second = 0, .burst = 0};
  InMemoryServer server{settings};
  const std::string bad = server.store.create_token("bad", storage::Role::worker);
  const std::string good = server.store.create_token("good", storage::Role::worker);
  const auto enter = [&server](const std::string& token) {
    const auto connection = server.connect(net::Transport::tcp, "", "unix");
    proto::Hello hello;
    hello.token = token;
    server.say(connection, hello);
    return connection;
  };
  for (int i = 0; i < 200; ++i) server.service.closed(enter(bad), "the peer has closed it");
  server.lines.clear();
  enter(bad);
  EXPECT_THAT(server.lines, testing::IsEmpty());
  enter(good);
  EXPECT_THAT(server.lines, testing::ElementsAre(HasSubstr("name=\"good\"")));
}

TEST(SessionService, AClientThatComesDuringADrainIsToldTheRemainingTime) {
  InMemoryServer server;
  server.service.lobby().drain(server.now + std::chrono::seconds(30), server.now);
  server.now += std::chrono::seconds(10);
  const auto late = server.enter("late");
  ASSERT_TRUE(server.last<proto::Welcome>(late));
  ASSERT_TRUE(server.last<proto::Drain>(late));
  EXPECT_EQ(server.last<proto::Drain>(late)->seconds, 20);
}

TEST(SessionService, TwoClientsOfAnAccountPlayEachOther) {
  InMemoryServer server;
  const std::string token = server.store.create_token("deep", storage::Role::worker);
  const auto one = server.enter("", token);
  const auto two = server.enter("", token);
  for (const auto client : {one, two}) server.say(client, proto::QuickMatch{});
  ASSERT_TRUE(server.last<proto::MatchStart>(one));
  ASSERT_TRUE(server.last<proto::MatchStart>(two));
  EXPECT_NE(server.last<proto::MatchStart>(one)->seat, server.last<proto::MatchStart>(two)->seat);
  server.say(one, proto::Leave{server.last<proto::MatchStart>(one)->match, *server.last<proto::MatchStart>(one)->seat});
  server.settle();
  EXPECT_EQ(server.last<proto::GameEnd>(two)->outcome.winner, server.last<proto::MatchStart>(two)->seat);
}

TEST(SessionService, AGuestThatResumesItsSeatIsTheSamePlayer) {
  InMemoryServer server;
  const auto one = server.enter("one");
  for (const auto player : {one, server.enter("two")}) server.say(player, proto::QuickMatch{});
  const auto seat = *server.last<proto::MatchStart>(one);
  server.service.closed(one, "");
  const auto back = server.enter("");
  server.say(back, proto::Resume{.match = seat.match,
                                 .seat = *seat.seat,
                                 .token = seat.token,
                                 .last = 0,
                                 .subscription = proto::Subscription::events});
  EXPECT_TRUE(server.last<proto::Update>(back));
  EXPECT_THAT(server.lines, testing::Contains(HasSubstr("event=recognised session=3 player=guest-1")));
  server.say(back, proto::Leave{seat.match, *seat.seat});
  server.settle();
  EXPECT_TRUE(server.last<proto::MatchEnd>(back));
  server.service.closed(back, "");
  EXPECT_EQ(server.service.lobby().presence().count(), 1U);
}

// Has one tournament, and admits one ticket.
class OneTournament final : public TournamentHost {
 public:
  std::optional<std::string> admit(const std::string& ticket, Entrance) override {
    return ticket == "ticket" ? std::optional<std::string>("player") : std::nullopt;
  }
  void arrived(const PlayerArrival&) override {}
  void left(base::SessionId session) override { gone.push_back(session); }
  void withdrew_offer(base::SessionId session) override { without_offer.push_back(session); }
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
  std::vector<base::SessionId> without_offer;
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

TEST(SessionService, ASessionThatWillLeaveTakesBackItsOfferToPlayArrangedMatches) {
  InMemoryServer server;
  OneTournament host;
  server.service.set_tournament_host(host);
  const auto ann = server.enter("ann");
  server.say(ann, proto::Leave{});
  EXPECT_THAT(host.without_offer, testing::IsEmpty()) << "other requests may be taken back alone";
  server.say(ann, proto::Leave{.arranged = true});
  EXPECT_EQ(host.without_offer, std::vector{base::SessionId{static_cast<std::uint64_t>(ann)}});
  EXPECT_FALSE(server.last<proto::Error>(ann));
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
  EXPECT_EQ(server.last<proto::Error>(worker)->text,
            "this token is unknown or revoked, or its registration still waits for approval: ask an administrator");
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

// They are sent their messages in several slices.
TEST(SessionService, ManySpectatorsShareTheBytesOfAMessage) {
  InMemoryServer server;
  const auto one = server.enter("one");
  for (const auto player : {one, server.enter("two")}) server.say(player, proto::QuickMatch{});
  const proto::MatchId match = server.last<proto::MatchStart>(one)->match;
  std::vector<net::ConnectionId> watchers;
  for (std::size_t i = 0; i < 3 * match::SpectatorBroadcaster::kSliceSize; ++i) {
    watchers.push_back(server.enter(""));
    server.say(watchers.back(), proto::Watch{match, proto::Subscription::events});
  }
  server.send_spectator_updates();
  ASSERT_TRUE(server.last<proto::Update>(watchers[0]));
  for (const net::ConnectionId watcher : watchers) EXPECT_EQ(server.shared[watcher], server.shared[watchers[0]]);
}

TEST(SessionService, GarbageEndsTheSession) {
  InMemoryServer server;
  const auto worker = server.enter("worker");
  server.service.received(worker, "\xFF\xFF\xFF");
  EXPECT_EQ(server.last<proto::Error>(worker)->code, proto::ErrorCode::malformed);
  EXPECT_EQ(server.closed.at(worker), net::CloseReason::violation);
  server.say(worker, proto::QuickMatch{});
  server.say(server.enter("other"), proto::QuickMatch{});
  EXPECT_EQ(server.service.lobby().matches().count(), 0U);
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

TEST(SessionService, OnlyGamesInWhichNoPlayerHasATokenMayBeDeleted) {
  InMemoryServer server;
  const std::string token = server.store.create_token("builder", storage::Role::worker);
  const auto record_of_match = [&](net::ConnectionId one, net::ConnectionId two) {
    for (const auto player : {one, two}) server.say(player, proto::QuickMatch{});
    server.say(one, proto::Leave{server.last<proto::MatchStart>(one)->match, duel::Seat::one});
    server.settle();
    return server.last<proto::GameEnd>(one)->record;
  };
  const std::uint64_t between_guests = record_of_match(server.enter("ann"), server.enter("bob"));
  const std::uint64_t of_account = record_of_match(server.enter("carl"), server.enter("", token));
  ASSERT_TRUE(server.store.game(between_guests));
  ASSERT_TRUE(server.store.game(of_account));
  server.store.contract().delete_guest_games({.max_bytes = 0}, [](const auto& counts) { EXPECT_TRUE(counts); });
  server.run_posted();
  EXPECT_FALSE(server.store.game(between_guests));
  EXPECT_TRUE(server.store.game(of_account));
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
  for (int round = 0; round < 2000 && server.service.lobby().matches().count() > 0; ++round) {
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
  EXPECT_EQ(server.service.lobby().matches().count(), 0U);
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

TEST(SessionService, PlayersAreToldTheResultOfAGameThatTheStoreRefuses) {
  InMemoryServer server;
  const auto one = server.enter("one");
  const auto two = server.enter("two");
  for (const auto player : {one, two}) server.say(player, proto::QuickMatch{});
  server.store.refuse("The game contradicts another one.");
  server.say(one, proto::Leave{server.last<proto::MatchStart>(one)->match, duel::Seat::one});
  server.settle();
  for (const auto player : {one, two}) {
    ASSERT_TRUE(server.last<proto::GameEnd>(player));
    EXPECT_EQ(server.last<proto::GameEnd>(player)->record, 0U);
    EXPECT_TRUE(server.last<proto::MatchEnd>(player));
  }
  EXPECT_EQ(server.service.lobby().matches().count(), 0U);
  EXPECT_EQ(server.service.unsaved_game_count(), 0U);
  EXPECT_TRUE(server.posted_later.empty());
  EXPECT_THAT(server.lines, testing::Contains(HasSubstr("event=save_refused")).Times(1));
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

TEST(SessionService, TheLobbyIsEncodedOnceBetweenTwoChanges) {
  InMemoryServer server;
  std::vector<net::ConnectionId> pages;
  for (const char* protocol : {"rensa.v1.json", "rensa.v1.json", "rensa.v1.pb"}) {
    pages.push_back(server.connect(Transport::websocket, protocol));
    server.say(pages.back(), proto::Hello{});
  }
  const auto ask = [&] {
    for (const net::ConnectionId page : pages) server.say(page, proto::ListLobby{});
  };
  ask();
  EXPECT_EQ(server.shared[pages[0]].back(), server.shared[pages[1]].back()) << "the same bytes in memory";
  EXPECT_NE(server.shared[pages[0]].back(), server.shared[pages[2]].back());
  const net::SharedMessage before = server.shared[pages[0]].back();
  ask();
  EXPECT_EQ(server.shared[pages[0]].back(), before);
  server.enter("ann");
  ask();
  EXPECT_NE(server.shared[pages[0]].back(), before);
  for (const net::ConnectionId page : pages) {
    EXPECT_THAT(server.last<proto::Lobby>(page)->players, testing::Contains("ann"));
  }
}

TEST(SessionService, ChallengesToAskedPlayersAreLimited) {
  SessionServiceSettings settings;
  settings.challenges = {.per_second = 1, .burst = 3};
  InMemoryServer server(settings);
  server.enter("star");
  const auto fan = server.enter("fan");
  const auto challenge_often = [&](net::ConnectionId from, const std::string& to, int count) {
    int refused = 0;
    for (int i = 0; i < count; ++i) {
      server.sent[from].clear();
      proto::Challenge challenge{.opponent = to, .terms = {}};
      challenge.terms.games = i + 1;  // each replaces the one before
      server.say(from, challenge);
      if (const auto error = server.last<proto::Error>(from)) {
        EXPECT_EQ(error->code, proto::ErrorCode::busy);
        ++refused;
      }
    }
    return refused;
  };
  EXPECT_EQ(challenge_often(fan, "star", 5), 2);
  EXPECT_EQ(challenge_often(server.enter("other"), "star", 1), 1) << "of the same address";
  server.now += std::chrono::seconds(1);
  EXPECT_EQ(challenge_often(fan, "star", 2), 1);
  const auto open = server.connect(Transport::tcp);
  proto::Hello hello;
  hello.name = "open";
  hello.features = {"open:9"};
  server.say(open, hello);
  ASSERT_TRUE(server.service.lobby().presence().is_open("open"));
  EXPECT_EQ(challenge_often(fan, "open", 5), 0);
}

net::ConnectionId enter_with_client_id(InMemoryServer& server, const std::string& token, const std::string& id) {
  const net::ConnectionId connection = server.connect(Transport::tcp);
  proto::Hello hello;
  hello.token = token;
  hello.features = {"arranged:1", "client:" + id};
  server.say(connection, hello);
  return connection;
}

// The server may not have noticed that the client has lost its earlier connection.
TEST(SessionService, ANewConnectionOfAClientReplacesItsEarlierOne) {
  InMemoryServer server;
  OneTournament host;
  server.service.set_tournament_host(host);
  const std::string token = server.store.create_token("deep", storage::Role::worker);
  const auto earlier = enter_with_client_id(server, token, "b7f0c2");
  const auto opponent = server.enter("ann");
  for (const auto player : {earlier, opponent}) server.say(player, proto::QuickMatch{});
  const auto start = server.last<proto::MatchStart>(earlier);
  ASSERT_TRUE(start);
  const auto later = enter_with_client_id(server, token, "b7f0c2");
  ASSERT_TRUE(server.last<proto::Welcome>(later));
  EXPECT_EQ(server.closed.at(earlier), net::CloseReason::done);
  EXPECT_EQ(server.last<proto::Error>(earlier)->code, proto::ErrorCode::elsewhere);
  EXPECT_EQ(host.gone, std::vector{base::SessionId{static_cast<std::uint64_t>(earlier)}});
  EXPECT_EQ(server.service.lobby().presence().count(), 2U);
  server.service.closed(earlier, "the kernel has noticed it");
  EXPECT_EQ(host.gone.size(), 1U);
  server.say(later, proto::Resume{start->match, *start->seat, start->token, 0, proto::Subscription::events});
  ASSERT_TRUE(server.last<proto::PauseStatus>(later));
  EXPECT_EQ(server.last<proto::PauseStatus>(later)->missing, std::nullopt) << "the match goes on";
  const auto last = enter_with_client_id(server, token, "b7f0c2");
  EXPECT_TRUE(server.closed.contains(later)) << "each connection replaces the one before";
  EXPECT_FALSE(server.closed.contains(last));
}

TEST(SessionService, OtherClientsReplaceNoConnection) {
  InMemoryServer server;
  const std::string token = server.store.create_token("deep", storage::Role::worker);
  const std::string other = server.store.create_token("other", storage::Role::worker);
  const auto first = enter_with_client_id(server, token, "b7f0c2");
  enter_with_client_id(server, token, "another");
  enter_with_client_id(server, other, "b7f0c2");
  enter_with_client_id(server, "", "b7f0c2");
  enter_with_client_id(server, "", "b7f0c2");
  server.enter("", token);
  EXPECT_TRUE(server.closed.empty());
  server.service.closed(first, "");
  enter_with_client_id(server, token, "b7f0c2");
  EXPECT_TRUE(server.closed.empty()) << "the earlier connection had ended";
}

TEST(SessionService, TheConnectionsOfATokenShareThePayer) {
  InMemoryServer server;
  const std::string token = server.store.create_token("deep", storage::Role::worker);
  const auto one = server.enter("", token);
  const auto two = server.enter("", token);
  const auto guest = server.enter("ann");
  EXPECT_NE(server.payers[one], "");
  EXPECT_EQ(server.payers[one], server.payers[two]);
  EXPECT_FALSE(server.payers.contains(guest)) << "a guest shares the payer of its address";
}

TEST(SessionService, AMatchInRealTimePaysForOneDecisionOfEachSeatInAFrame) {
  InMemoryServer server;
  const auto ann = server.enter("ann");
  const auto bob = server.enter("bob");
  proto::QuickMatch wanted;
  wanted.terms.clock = proto::Clock::real;
  for (const auto player : {ann, bob}) server.say(player, wanted);
  const auto match = server.last<proto::MatchStart>(ann);
  ASSERT_TRUE(match);
  const auto paid_by = [&](const proto::ClientMessage& message) {
    return server.service.received(ann, proto::encode(message, proto::Encoding::binary));
  };
  const proto::Decide decide{.match = match->match, .seat = *match->seat, .game = 1, .clock = 0, .id = 1, .input = {}};
  EXPECT_EQ(paid_by(decide), net::Payment::by_match);
  EXPECT_EQ(paid_by(decide), net::Payment::by_connection) << "the same frame again";
  proto::Decide other = decide;
  other.seat = duel::opponent_of(other.seat);
  EXPECT_EQ(paid_by(other), net::Payment::by_connection) << "another player's seat";
  EXPECT_EQ(paid_by(proto::ListLobby{}), net::Payment::by_connection);
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
