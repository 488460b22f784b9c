#include "clients/bindings/python/session/question_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

namespace rensa::python {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr worker::SeatKey kSeat{proto::MatchId{5}, duel::Seat::two};

bool is_readable(int descriptor) {
  pollfd entry{.fd = descriptor, .events = POLLIN, .revents = 0};
  return poll(&entry, 1, 0) == 1;
}

worker::Question question(std::uint64_t ticket) {
  worker::Question asked;
  asked.seat = kSeat;
  asked.ticket = ticket;
  asked.about = duel::View{};
  asked.possible = 5;
  return asked;
}

TEST(QuestionQueue, TellsTheLastStateOfTheConnection) {
  QuestionQueue queue;
  EXPECT_EQ(queue.take_news(1).connection, session::ConnectionState::closed);
  queue.change_connection(session::ConnectionState::closed);
  queue.change_connection(session::ConnectionState::open);
  EXPECT_EQ(queue.take_news(1).connection, session::ConnectionState::open);
  EXPECT_EQ(queue.take_news(1).connection, session::ConnectionState::open);
}

std::vector<std::uint64_t> tickets_of(const BotNews& news) {
  std::vector<std::uint64_t> tickets;
  for (const BotQuestion& asked : news.questions) tickets.push_back(asked.ticket);
  return tickets;
}

TEST(QuestionQueue, DescriptorIsReadableUntilAllQuestionsAreTaken) {
  QuestionQueue queue;
  EXPECT_FALSE(is_readable(queue.news_descriptor()));
  for (const std::uint64_t ticket : {1U, 2U, 3U}) queue.ask(question(ticket));
  EXPECT_TRUE(is_readable(queue.news_descriptor()));
  const BotNews news = queue.take_news(2);
  EXPECT_THAT(tickets_of(news), ElementsAre(1, 2));
  EXPECT_EQ(news.questions[0].possible, 5U);
  EXPECT_TRUE(is_readable(queue.news_descriptor()));
  EXPECT_THAT(tickets_of(queue.take_news(2)), ElementsAre(3));
  EXPECT_FALSE(is_readable(queue.news_descriptor()));
}

TEST(QuestionQueue, QuestionsThatAreNotWantedAnyMoreAreLeftOut) {
  QuestionQueue queue;
  worker::Question unwanted = question(1);
  const auto stop = unwanted.stop;
  queue.ask(std::move(unwanted));
  queue.ask(question(2));
  stop->set();
  EXPECT_THAT(tickets_of(queue.take_news(1)), ElementsAre(2));
}

TEST(QuestionQueue, AnswersComeBackWithTheirSeatAndOnlyOnce) {
  QuestionQueue queue;
  queue.ask(question(7));
  queue.take_news(1);
  const rules::Placement placement = rules::kPlacements[3];
  queue.answer(7, placement);
  queue.answer(7, placement);
  queue.answer(8, placement);  // which was never asked
  EXPECT_TRUE(is_readable(queue.descriptor()));
  const std::vector<worker::Answer> answers = queue.take_answers();
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_EQ(answers[0].seat, kSeat);
  EXPECT_EQ(answers[0].ticket, 7U);
  EXPECT_EQ(answers[0].placement, placement);
  EXPECT_FALSE(is_readable(queue.descriptor()));
}

TEST(QuestionQueue, AdviceIsAskedForAndGiven) {
  QuestionQueue queue;
  worker::Question asked = question(4);
  asked.seat.match = worker::kNoMatch;
  asked.about = worker::Consultation{};
  queue.ask(std::move(asked));
  const BotNews news = queue.take_news(1);
  ASSERT_EQ(news.questions.size(), 1U);
  EXPECT_TRUE(news.questions[0].wants_advice);
  queue.advise(4, {{rules::kPlacements[2], 70}});
  const std::vector<worker::Answer> answers = queue.take_answers();
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_EQ(answers[0].seat.match, worker::kNoMatch);
  ASSERT_EQ(answers[0].candidates.size(), 1U);
  EXPECT_EQ(answers[0].candidates[0].worth, 70);
}

TEST(QuestionQueue, NoQuestionIsLeftWhenTheSessionIsOver) {
  QuestionQueue queue;
  queue.ask(question(1));
  queue.tell("the server stops");
  queue.end();
  const BotNews news = queue.take_news(1);
  EXPECT_THAT(news.questions, IsEmpty());
  EXPECT_THAT(news.notices, ElementsAre("the server stops"));
  EXPECT_TRUE(news.is_over);
}

TEST(QuestionQueue, BotThatEndsIsAFailureOfItsSession) {
  QuestionQueue queue;
  queue.abandon();
  const std::vector<worker::Answer> answers = queue.take_answers();
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_NE(answers[0].seat.match, worker::kNoMatch);
  EXPECT_EQ(answers[0].failure, "the bot has ended");
}

}  // namespace
}  // namespace rensa::python
