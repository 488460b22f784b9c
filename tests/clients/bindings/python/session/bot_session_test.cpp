#include "clients/bindings/python/session/bot_session.h"

#include <bit>
#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <poll.h>
#include <vector>

#include "tests/clients/session/fake_server.h"
#include "tests/tools/time_limit.h"

namespace rensa::python {
namespace {

using session::test::FakeMatch;
using session::test::FakePeer;
using session::test::FakeServer;
using testing::SizeIs;

// A session on a fake server with a match in each slot. The thread of the test is that of the bot.
class BotSessionTest : public testing::Test {
 protected:
  void begin(int slots = 1) {
    worker::PlayOptions options;
    options.server = server.address();
    options.matches = options.slots = slots;
    options.patience = options.ping_after = options.farewell = test::kTimeLimit;
    session.emplace(std::move(options));
    peer.emplace(server.accept());
    peer->greet();
    for (int slot = 0; slot < slots; ++slot) {
      peer->expect<proto::QuickMatch>();
      FakeMatch& match = matches.emplace_back(static_cast<std::uint64_t>(5 + slot), duel::Seat::one, proto::Terms{});
      peer->say(match.start());
      peer->say(match.game_start());
    }
  }
  // Serves until so many questions have come, as the bot does. Returns the last ones of them.
  std::vector<BotQuestion> next_questions(std::size_t count = 1) {
    std::vector<BotQuestion> questions;
    while (questions.size() < count) {
      while (!session->serve()) continue;
      BotNews news = session->questions().take_news(count - questions.size());
      questions.insert(questions.end(), news.questions.begin(), news.questions.end());
      if (news.is_over) break;
    }
    EXPECT_THAT(questions, SizeIs(count));
    return questions;
  }
  void answer(const BotQuestion& question) {
    const auto index = static_cast<std::size_t>(std::countr_zero(question.possible));
    session->questions().answer(question.ticket, rules::kPlacements[index]);
  }
  void expect_decision() { matches[0].take(peer->expect<proto::Decide>()); }

  FakeServer server;
  std::optional<FakePeer> peer;
  std::vector<FakeMatch> matches;
  std::optional<BotSession> session;
};

TEST_F(BotSessionTest, TheBotServesTheConnectionWhileItWaits) {
  begin();
  for (int decision = 0; decision < 5; ++decision) {
    peer->say(matches[0].next_choice());
    answer(next_questions()[0]);
    session->serve();
    expect_decision();
  }
}

TEST_F(BotSessionTest, TheConnectionIsServedWhileTheBotThinks) {
  begin(2);
  peer->say(matches[0].next_choice());
  const BotQuestion first = next_questions()[0];
  // From now on the bot does not wait for news: all that follows happens on the thread of the session.
  answer(first);
  expect_decision();
  peer->say(matches[1].next_choice());
  pollfd news{.fd = session->questions().news_descriptor(), .events = POLLIN, .revents = 0};
  EXPECT_EQ(poll(&news, 1, static_cast<int>(std::chrono::milliseconds(test::kTimeLimit).count())), 1);
  EXPECT_THAT(session->questions().take_news(1).questions, SizeIs(1));
}

TEST_F(BotSessionTest, TheBotThatComesBackServesAgain) {
  begin();
  peer->say(matches[0].next_choice());
  answer(next_questions()[0]);
  expect_decision();  // by the thread of the session
  peer->say(matches[0].next_choice());
  answer(next_questions()[0]);
  expect_decision();
}

TEST_F(BotSessionTest, AnAnswerIsSentBeforeTheNextQuestionIsTaken) {
  begin(2);
  for (FakeMatch& match : matches) peer->say(match.next_choice());
  const std::vector<BotQuestion> both = next_questions(2);
  session->questions().tell("something else");
  answer(both[0]);
  EXPECT_TRUE(session->serve()) << "there are news";
  expect_decision();
}

TEST_F(BotSessionTest, TheBotHearsOfTheEnd) {
  begin();
  peer->say(matches[0].game_end(duel::Seat::one));
  peer->say(matches[0].end());
  while (!session->questions().take_news(1).is_over) session->serve();
  EXPECT_TRUE(session->serve()) << "nothing is left to wait for";
  EXPECT_EQ(session->report().totals.won, 1);
}

TEST_F(BotSessionTest, ItEndsWithoutTheBot) {
  begin();
  peer->say(matches[0].next_choice());
  next_questions();
  session.reset();
  EXPECT_FALSE(peer->hear()) << "it hangs up, and resigns nothing";
}

TEST_F(BotSessionTest, LeavingResignsTheMatch) {
  begin();
  peer->say(matches[0].next_choice());
  next_questions();
  session->leave();
  session->serve();
  peer->expect<proto::Leave>();
}

}  // namespace
}  // namespace rensa::python
