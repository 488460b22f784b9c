#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <thread>

#include "server/sessions/session_service.h"
#include "tests/server/sessions/in_memory_server.h"
#include "tests/server/storage/sample_rows.h"

// Tests of sessions that wait for an answer of the store.

namespace rensa::sessions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using tests::InMemoryServer;

class WaitingForStore : public testing::Test {
 protected:
  // Says Hello with a token, so that the session has to wait.
  net::ConnectionId enter_with(const std::string& token) {
    server.answers_at_once = false;
    return server.enter("", token);
  }
  // The kinds of the messages that were sent to the connection, in order.
  std::vector<std::string> kinds_sent_to(net::ConnectionId connection) {
    std::vector<std::string> kinds;
    for (const std::string& bytes : server.sent[connection]) {
      const auto message = proto::server_message_of(bytes, proto::Encoding::binary);
      kinds.emplace_back(!message                                           ? "nothing"
                         : std::holds_alternative<proto::Welcome>(*message) ? "Welcome"
                         : std::holds_alternative<proto::Pong>(*message)    ? "Pong"
                         : std::holds_alternative<proto::Lobby>(*message)   ? "Lobby"
                         : std::holds_alternative<proto::Error>(*message)   ? "Error"
                                                                            : "other");
    }
    return kinds;
  }
  // A bot that accepts challenges at once.
  net::ConnectionId enter_bot() {
    const auto bot = server.connect(net::Transport::tcp);
    proto::Hello hello;
    hello.name = "bot";
    hello.features = {"open:9"};
    server.say(bot, hello);
    return bot;
  }
  static proto::Challenge challenge_on_queue_of(std::uint64_t record) {
    proto::Challenge challenge{.opponent = "bot", .terms = {}, .subscription = {}};
    challenge.terms.queue_of = record;
    return challenge;
  }

  InMemoryServer server;
};

TEST_F(WaitingForStore, MessagesThatComeBeforeTheAdmissionAreAnsweredAfterItInOrder) {
  const auto worker = enter_with(server.store.create_token("deep", storage::Role::worker));
  server.say(worker, proto::Ping{.nonce = 7});
  server.say(worker, proto::ListLobby{});
  server.say(worker, proto::Ping{.nonce = 8});
  EXPECT_THAT(kinds_sent_to(worker), ElementsAre());
  server.run_posted();
  EXPECT_THAT(kinds_sent_to(worker), ElementsAre("Welcome", "Pong", "Lobby", "Pong"));
  EXPECT_EQ(server.last<proto::Welcome>(worker)->name, "deep");
  EXPECT_THAT(server.last<proto::Lobby>(worker)->players, ElementsAre("deep"));
}

TEST_F(WaitingForStore, OtherSessionsGoOn) {
  const auto worker = enter_with(server.store.create_token("deep", storage::Role::worker));
  EXPECT_TRUE(server.last<proto::Welcome>(server.enter("ann")));
  EXPECT_FALSE(server.last<proto::Welcome>(worker));
}

TEST_F(WaitingForStore, TooManyEarlyMessagesEndTheSession) {
  const auto worker = enter_with(server.store.create_token("deep", storage::Role::worker));
  for (int i = 0; i < 64; ++i) server.say(worker, proto::Ping{});
  EXPECT_TRUE(server.closed.empty());
  server.say(worker, proto::Ping{});
  EXPECT_EQ(server.last<proto::Error>(worker)->code, proto::ErrorCode::rate);
  EXPECT_TRUE(server.closed.contains(worker));
  server.run_posted();
  EXPECT_THAT(kinds_sent_to(worker), ElementsAre("Error"));
  EXPECT_EQ(server.service.lobby().presence().count(), 0U);
}

TEST_F(WaitingForStore, ASessionThatIsGoneMeanwhileIsForgotten) {
  const auto worker = enter_with(server.store.create_token("deep", storage::Role::worker));
  server.service.closed(worker, "");
  server.run_posted();
  EXPECT_EQ(server.service.lobby().presence().count(), 0U);
  EXPECT_THAT(kinds_sent_to(worker), ElementsAre());
}

TEST_F(WaitingForStore, ASecondHelloMeanwhileIsUnexpected) {
  const auto worker = enter_with(server.store.create_token("deep", storage::Role::worker));
  server.say(worker, proto::Hello{});
  server.run_posted();
  EXPECT_THAT(kinds_sent_to(worker), ElementsAre("Welcome", "Error"));
  EXPECT_EQ(server.last<proto::Error>(worker)->code, proto::ErrorCode::unexpected);
}

// Only the store knows if a token has been revoked. Guests may enter.
TEST_F(WaitingForStore, AnUnreadableStoreRefusesTokens) {
  const std::string token = server.store.create_token("deep", storage::Role::worker);
  server.store.fail([](const std::string&) { return true; }, "The disk is on fire.");
  const auto refused = server.enter("", token);
  EXPECT_EQ(server.last<proto::Error>(refused)->code, proto::ErrorCode::busy);
  EXPECT_THAT(server.lines, Contains(HasSubstr("The disk is on fire.")));
  EXPECT_TRUE(server.last<proto::Welcome>(server.enter("ann")));
  server.store.stop_failing();
  EXPECT_TRUE(server.last<proto::Welcome>(server.enter("", token)));
}

TEST_F(WaitingForStore, ATokenIsGoodFromItsCreationToItsRevocation) {
  const std::string token = server.store.create_token("deep", storage::Role::worker);
  EXPECT_TRUE(server.last<proto::Welcome>(server.enter("", token)));
  server.store.revoke_token(server.store.find_token(token)->id);
  EXPECT_EQ(server.last<proto::Error>(server.enter("", token))->code, proto::ErrorCode::token);
}

// Until the tokens are known, it is not known which names are free.
TEST_F(WaitingForStore, AGuestWaitsForTheTokensOfAServerThatHasJustStarted) {
  server.store.create_token("deep", storage::Role::worker);
  server.store.fail([](const std::string& operation) { return operation == "list_tokens_since"; }, "Not yet.");
  SessionService starting({}, server.dependencies());
  server.run_posted();
  EXPECT_FALSE(starting.is_ready());
  const auto enter = [&](std::uint64_t number) {
    const net::ConnectionId guest{number};
    starting.opened(guest, {.transport = net::Transport::tcp, .address = "x", .protocol = ""});
    proto::Hello hello;
    hello.name = "deep";
    starting.received(guest, proto::encode(proto::ClientMessage(hello), proto::Encoding::binary));
    server.run_posted();
    return kinds_sent_to(guest);
  };
  EXPECT_THAT(enter(101), ElementsAre("Error"));
  server.store.stop_failing();
  EXPECT_THAT(enter(102), ElementsAre("Welcome"));
  EXPECT_THAT(starting.lobby().snapshot().players, ElementsAre("deep-2"));
  EXPECT_TRUE(starting.is_ready());
}

TEST_F(WaitingForStore, NoMatchBeginsWhileThereIsNoNumberForIt) {
  server.store.fail([](const std::string& operation) { return operation == "reserve_ids"; }, "The disk is on fire.");
  SessionService starting({}, server.dependencies());
  server.run_posted();
  const auto enter = [&](std::uint64_t number) {
    const net::ConnectionId guest{number};
    starting.opened(guest, {.transport = net::Transport::tcp, .address = "x", .protocol = ""});
    const auto say = [&](const proto::ClientMessage& message) {
      starting.received(guest, proto::encode(message, proto::Encoding::binary));
    };
    say(proto::Hello{});
    say(proto::QuickMatch{});
    return kinds_sent_to(guest);
  };
  EXPECT_THAT(enter(101), ElementsAre("Welcome", "Error"));
  EXPECT_THAT(server.lines, Contains(HasSubstr("The disk is on fire.")));
  server.store.stop_failing();
  starting.refresh_from_store();
  server.run_posted();
  EXPECT_THAT(enter(102), ElementsAre("Welcome"));
  EXPECT_EQ(starting.lobby().matches().count(), 0U);
  enter(103);
  EXPECT_EQ(starting.lobby().matches().count(), 1U);
}

TEST_F(WaitingForStore, AChallengeWaitsForItsRecordAndLaterRequestsWaitForIt) {
  server.play_short_game();
  const auto bot = enter_bot();
  const auto ann = server.enter("ann");
  server.answers_at_once = false;
  server.sent.clear();
  server.say(ann, challenge_on_queue_of(1));
  server.say(ann, proto::ListLobby{});
  server.say(ann, proto::Ping{.nonce = 1});
  EXPECT_THAT(kinds_sent_to(ann), ElementsAre("Pong")) << "a request waits";
  server.say(bot, proto::ListLobby{});
  EXPECT_THAT(kinds_sent_to(bot), ElementsAre("Lobby")) << "other sessions go on";
  server.run_posted();
  EXPECT_EQ(server.last<proto::MatchStart>(ann)->terms.queue_of, 1U);
  EXPECT_EQ(kinds_sent_to(ann).back(), "Lobby");
  // The record is known now.
  server.say(ann, challenge_on_queue_of(1));
  EXPECT_TRUE(server.posted.empty());
}

TEST_F(WaitingForStore, LeavingResumingAndAdvisingDoNotWaitForARecord) {
  const auto ann = server.connect(net::Transport::tcp);
  proto::Hello hello;
  hello.name = "ann";
  hello.features = {"advises:1"};
  server.say(ann, hello);
  const auto bob = server.enter("bob");
  for (const auto player : {ann, bob}) server.say(player, proto::QuickMatch{});
  const auto seat_of_bob = *server.last<proto::MatchStart>(bob);
  server.service.closed(bob, "");
  const auto bob_again = server.enter("");
  bool is_advised = false;
  const auto question =
      server.service.reserve_question("ann", "a page", [&is_advised](const auto&) { is_advised = true; });
  server.service.send_question(*question, {}, {});

  server.answers_at_once = false;
  for (const auto player : {ann, bob_again}) server.say(player, challenge_on_queue_of(99));
  server.say(bob_again, proto::Resume{.match = seat_of_bob.match,
                                      .seat = *seat_of_bob.seat,
                                      .token = seat_of_bob.token,
                                      .last = 0,
                                      .subscription = {}});
  EXPECT_TRUE(server.last<proto::MatchStart>(bob_again));
  server.say(ann, proto::Advice{.question = *question, .candidates = {}});
  EXPECT_TRUE(is_advised);
  server.say(ann, proto::Leave{seat_of_bob.match, *server.last<proto::MatchStart>(ann)->seat});
  EXPECT_EQ(server.service.unsaved_game_count(), 1U);
  EXPECT_FALSE(server.last<proto::Error>(ann));
  server.run_posted();
  EXPECT_THAT(server.last<proto::Error>(ann)->text, HasSubstr("there is no record 99"));
}

TEST_F(WaitingForStore, AWithdrawnInvitationIsNotMadeWhenItsRecordHasBeenRead) {
  server.play_short_game();
  const auto ann = server.enter("ann");
  server.answers_at_once = false;
  proto::Invite invite;
  invite.terms.queue_of = 1;
  server.say(ann, invite);
  server.say(ann, proto::ListLobby{});
  server.say(ann, proto::Leave{});
  server.sent.clear();
  server.run_posted();
  EXPECT_THAT(kinds_sent_to(ann), ElementsAre("Lobby"));
  server.say(ann, invite);
  EXPECT_TRUE(server.last<proto::Invited>(ann));
}

TEST_F(WaitingForStore, SeveralChallengesReadTheirRecordsOneAfterAnother) {
  server.play_short_game();
  server.play_short_game();
  enter_bot();
  const auto ann = server.enter("ann");
  server.answers_at_once = false;
  for (const std::uint64_t record : {2U, 99U, 1U}) server.say(ann, challenge_on_queue_of(record));
  server.run_posted();
  EXPECT_EQ(server.service.lobby().matches().count(), 2U);
  EXPECT_THAT(server.last<proto::Error>(ann)->text, HasSubstr("there is no record 99"));
}

// It is decoded once, in the background.
TEST_F(WaitingForStore, ARecordThatHasNoQueueIsReadOnce) {
  const std::vector<std::uint8_t> damaged{1, 2, 3};
  server.store.contract().save_game({storage::test::match_row(7), storage::test::game_row(7, 1), damaged},
                                    [](const auto&) {});
  server.settle();
  enter_bot();
  const auto ann = server.enter("ann");
  server.holds_background = true;
  server.say(ann, challenge_on_queue_of(1));
  EXPECT_FALSE(server.last<proto::Error>(ann));
  ASSERT_EQ(server.background.size(), 1U);
  std::thread(server.background[0]).join();
  server.run_posted();
  EXPECT_THAT(server.last<proto::Error>(ann)->text, HasSubstr("there is no record 1"));
  server.sent.clear();
  server.answers_at_once = false;
  server.say(ann, challenge_on_queue_of(1));
  EXPECT_THAT(server.last<proto::Error>(ann)->text, HasSubstr("there is no record 1"));
  EXPECT_EQ(server.background.size(), 1U);
}

TEST_F(WaitingForStore, ARecordThatIsNotThereYetIsReadAgain) {
  enter_bot();
  const auto ann = server.enter("ann");
  server.say(ann, challenge_on_queue_of(1));
  EXPECT_THAT(server.last<proto::Error>(ann)->text, HasSubstr("there is no record 1"));
  server.play_short_game();
  server.say(ann, challenge_on_queue_of(1));
  EXPECT_TRUE(server.last<proto::MatchStart>(ann));
}

TEST_F(WaitingForStore, AChallengerThatIsGoneMeanwhileStartsNothing) {
  server.play_short_game();
  enter_bot();
  const auto ann = server.enter("ann");
  server.answers_at_once = false;
  server.say(ann, challenge_on_queue_of(1));
  server.service.closed(ann, "");
  server.run_posted();
  EXPECT_EQ(server.service.lobby().matches().count(), 0U);
}

TEST_F(WaitingForStore, TooManyWaitingRequestsAreRefusedButTheSessionStays) {
  server.play_short_game();
  enter_bot();
  const auto ann = server.enter("ann");
  server.answers_at_once = false;
  server.sent.clear();
  server.say(ann, challenge_on_queue_of(1));
  for (int i = 0; i < 63; ++i) server.say(ann, proto::ListLobby{});
  EXPECT_FALSE(server.last<proto::Error>(ann));
  server.say(ann, proto::ListLobby{});
  EXPECT_EQ(server.last<proto::Error>(ann)->code, proto::ErrorCode::busy);
  EXPECT_TRUE(server.closed.empty());
}

TEST_F(WaitingForStore, AnUnreadableRecordIsToldToTheChallenger) {
  server.play_short_game();
  enter_bot();
  const auto ann = server.enter("ann");
  server.store.fail([](const std::string&) { return true; }, "The disk is on fire.");
  server.say(ann, challenge_on_queue_of(1));
  EXPECT_EQ(server.last<proto::Error>(ann)->code, proto::ErrorCode::busy);
  EXPECT_THAT(server.lines, Contains(HasSubstr("The disk is on fire.")));
  server.store.stop_failing();
  server.say(ann, challenge_on_queue_of(1));
  EXPECT_TRUE(server.last<proto::MatchStart>(ann));
}

// Plays a session from Hello to a stored game. The n-th operation of the store fails. All that the client was told
// is true, and each failure is told to the client or logged.
TEST_F(WaitingForStore, TheNthFailureLosesNothingThatWasAcknowledged) {
  constexpr int kFewest = 3;  // operations: the token, the numbers and the game
  bool has_failed = true;
  for (int n = 1; has_failed; ++n) {
    SCOPED_TRACE(n);
    InMemoryServer failing;
    const std::string token = failing.store.create_token("deep", storage::Role::worker);
    int operations = 0;
    int failures = 0;
    failing.store.fail(
        [&](const std::string&) {
          const bool fails = ++operations == n;
          if (fails) ++failures;
          return fails;
        },
        "The disk is on fire.");
    int told = 0;
    const auto enter = [&](const std::string& name, const std::string& with_token) {
      for (;;) {  // a client that is refused as BUSY tries again
        const auto connection = failing.enter(name, with_token);
        if (failing.last<proto::Welcome>(connection)) return connection;
        EXPECT_EQ(failing.last<proto::Error>(connection)->code, proto::ErrorCode::busy);
        ++told;
        failing.service.closed(connection, "");
      }
    };
    const auto one = enter("", token);
    const auto two = enter("two", "");
    failing.service.refresh_from_store();
    failing.run_posted();
    for (const auto player : {one, two}) failing.say(player, proto::QuickMatch{});
    failing.say(one, proto::Leave{failing.last<proto::MatchStart>(one)->match, duel::Seat::one});
    failing.settle();
    while (failing.service.unsaved_game_count() > 0) {
      ASSERT_FALSE(failing.posted_later.empty());
      EXPECT_FALSE(failing.last<proto::GameEnd>(two)) << "no result is sent before it is stored";
      const auto again = std::move(failing.posted_later.back());
      failing.posted_later.pop_back();
      again();
      failing.settle();
    }
    ASSERT_TRUE(failing.last<proto::GameEnd>(two));
    EXPECT_TRUE(failing.store.record(failing.last<proto::GameEnd>(two)->record));
    for (const std::string& line : failing.lines) {
      if (line.find("The disk is on fire.") != std::string::npos) ++told;
    }
    EXPECT_GE(told, failures);
    has_failed = failures == 1;
    ASSERT_TRUE(has_failed || n > kFewest) << "the operations were not all tried";
  }
}

}  // namespace
}  // namespace rensa::sessions
