#include "clients/worker/thinkers.h"

#include <gtest/gtest.h>
#include <latch>
#include <poll.h>
#include <thread>

#include "tests/tools/time_limit.h"

namespace rensa::worker {
namespace {

// Puts pairs in one column and names it in its comment. With a latch, it waits for the latch before it chooses.
class Slow : public Brain {
 public:
  Slow(int column, std::latch* go) : column_(column), go_(go) {}

  rules::Placement choose(const duel::View&, const limits::StopFlag&) override {
    if (go_ != nullptr) go_->wait();
    return {static_cast<std::int8_t>(column_), rules::Rotation::up};
  }
  std::string comment() override { return "column " + std::to_string(column_); }

 private:
  int column_;
  std::latch* go_;
};

// Thinks until it is stopped. Counts its calls down when they begin.
class Endless : public Brain {
 public:
  explicit Endless(std::latch& began) : began_(began) {}

  rules::Placement choose(const duel::View&, const limits::StopFlag& stop) override {
    wait_for(stop);
    return {5, rules::Rotation::up};
  }
  void ponder(const duel::View& view, const limits::StopFlag& stop) override {
    pondered.push_back(view.clock);
    wait_for(stop);
  }

  std::vector<int> pondered;  // the clocks of the views

 private:
  void wait_for(const limits::StopFlag& stop) {
    began_.count_down();
    while (!stop.is_set()) std::this_thread::yield();
  }

  std::latch& began_;
};

class Failing : public Brain {
 public:
  rules::Placement choose(const duel::View&, const limits::StopFlag&) override { throw std::runtime_error("no idea"); }
};

constexpr SeatKey kSeat{proto::MatchId{5}, duel::Seat::one};
constexpr SeatKey kOther{proto::MatchId{6}, duel::Seat::one};
constexpr SeatKey kAdvice{kNoMatch, duel::Seat::one};

std::vector<Answer> answers(Thinkers& thinkers, std::size_t count) {
  std::vector<Answer> all;
  while (all.size() < count) {
    pollfd entry{thinkers.descriptor(), POLLIN, 0};
    if (poll(&entry, 1, static_cast<int>(std::chrono::milliseconds(rensa::test::kTimeLimit).count())) <= 0) break;
    for (Answer& answer : thinkers.take_answers()) all.push_back(std::move(answer));
  }
  EXPECT_EQ(all.size(), count);
  all.resize(count);
  return all;
}

TEST(Thinkers, ReturnTheChoiceAndTheCommentOfABrain) {
  Thinkers thinkers(1);
  thinkers.ask({kSeat, 7, std::make_shared<Slow>(4, nullptr), duel::View{}});
  const Answer answer = answers(thinkers, 1)[0];
  EXPECT_EQ(answer.seat, kSeat);
  EXPECT_EQ(answer.ticket, 7U);
  EXPECT_EQ(answer.placement.x, 4);
  EXPECT_EQ(answer.comment, "column 4");
  EXPECT_TRUE(answer.candidates.empty());
}

TEST(Thinkers, AdviseWithTheChoiceOfABrainThatDoesNotRankPlacements) {
  Thinkers thinkers(1);
  thinkers.ask({kAdvice, 8, std::make_shared<Slow>(3, nullptr), Consultation{}});
  const Answer answer = answers(thinkers, 1)[0];
  EXPECT_EQ(answer.candidates, (std::vector<players::Candidate>{{{3, rules::Rotation::up}, std::nullopt}}));
}

TEST(Thinkers, DoNotLetPlayingBrainsWaitForAdvice) {
  std::latch go(1);
  Thinkers thinkers(1);
  thinkers.ask({kAdvice, 1, std::make_shared<Slow>(1, &go), Consultation{}});
  thinkers.ask({kAdvice, 2, std::make_shared<Slow>(2, nullptr), Consultation{}});
  thinkers.ask({kSeat, 3, std::make_shared<Slow>(3, nullptr), duel::View{}});
  EXPECT_EQ(answers(thinkers, 1)[0].ticket, 3U);
  go.count_down();
  const auto all = answers(thinkers, 2);
  EXPECT_EQ(all[0].ticket, 1U);
  EXPECT_EQ(all[1].ticket, 2U);
}

TEST(Thinkers, AdviseWhileOthersThink) {
  std::latch go(1);
  Thinkers thinkers(1);
  thinkers.ask({kSeat, 1, std::make_shared<Slow>(1, &go), duel::View{}});
  thinkers.ask({kAdvice, 2, std::make_shared<Slow>(2, nullptr), Consultation{}});
  EXPECT_EQ(answers(thinkers, 1)[0].ticket, 2U);
  go.count_down();
  EXPECT_EQ(answers(thinkers, 1)[0].ticket, 1U);
}

Pondering pondering_at(int clock) {
  Pondering pondering;
  pondering.view.clock = clock;
  return pondering;
}

TEST(Thinkers, StopTheBrainsThatThinkAtTheEnd) {
  std::latch began(3);
  Thinkers thinkers(2);
  thinkers.ask({kSeat, 1, std::make_shared<Endless>(began), duel::View{}});
  thinkers.ask({kOther, 0, std::make_shared<Endless>(began), Pondering{}});
  thinkers.ask({kAdvice, 2, std::make_shared<Endless>(began), Consultation{}});
  began.wait();
}

TEST(Thinkers, AnswerAQuestionWhenItsFlagIsSet) {
  std::latch began(1);
  Thinkers thinkers(1);
  const Question question{kSeat, 1, std::make_shared<Endless>(began), duel::View{}};
  thinkers.ask(question);
  began.wait();
  question.stop->set();
  EXPECT_EQ(answers(thinkers, 1)[0].placement.x, 5);
}

TEST(Thinkers, LetNoOtherSeatWaitForPondering) {
  std::latch began(1);
  Thinkers thinkers(1);
  thinkers.ask({kSeat, 0, std::make_shared<Endless>(began), Pondering{}});
  began.wait();
  thinkers.ask({kOther, 7, std::make_shared<Slow>(3, nullptr), duel::View{}});
  EXPECT_EQ(answers(thinkers, 1)[0].ticket, 7U) << "pondering has no answer";
}

TEST(Thinkers, LetOthersPonderWhenASeatStopsItsOwnPondering) {
  std::latch began(2);
  Thinkers thinkers(2);
  const Question own{kSeat, 0, std::make_shared<Endless>(began), Pondering{}};
  const Question other{kOther, 0, std::make_shared<Endless>(began), Pondering{}};
  thinkers.ask(own);
  thinkers.ask(other);
  began.wait();
  own.stop->set();
  thinkers.ask({kSeat, 7, std::make_shared<Slow>(3, nullptr), duel::View{}});
  EXPECT_FALSE(other.stop->is_set()) << "the thread of the seat itself gets free";
  EXPECT_EQ(answers(thinkers, 1)[0].ticket, 7U);
  EXPECT_FALSE(other.stop->is_set());
}

TEST(Thinkers, LetPonderingGoOnWhileAThreadIsFree) {
  std::latch began(1);
  Thinkers thinkers(2);
  const Question pondering{kSeat, 0, std::make_shared<Endless>(began), Pondering{}};
  thinkers.ask(pondering);
  began.wait();
  thinkers.ask({kOther, 7, std::make_shared<Slow>(3, nullptr), duel::View{}});
  EXPECT_EQ(answers(thinkers, 1)[0].ticket, 7U);
  EXPECT_FALSE(pondering.stop->is_set());
}

TEST(Thinkers, PonderAboutTheNewestViewAndAfterAllOtherQuestions) {
  std::latch go(1);
  std::latch began(1);
  const auto brain = std::make_shared<Endless>(began);
  {
    Thinkers thinkers(1);
    thinkers.ask({kOther, 1, std::make_shared<Slow>(1, &go), duel::View{}});
    thinkers.ask({kSeat, 0, brain, pondering_at(10)});
    thinkers.ask({kSeat, 0, brain, pondering_at(20)});
    thinkers.ask({kOther, 2, std::make_shared<Slow>(2, nullptr), duel::View{}});
    go.count_down();
    EXPECT_EQ(answers(thinkers, 2)[1].ticket, 2U);
    began.wait();
  }
  EXPECT_EQ(brain->pondered, std::vector<int>{20});
}

TEST(Thinkers, ForgetPonderingThatHasNotBegunWhenADecisionIsDue) {
  std::latch go(1);
  std::latch began(1);
  const auto brain = std::make_shared<Endless>(began);
  Thinkers thinkers(1);
  thinkers.ask({kOther, 1, std::make_shared<Slow>(1, &go), duel::View{}});
  thinkers.ask({kSeat, 0, brain, pondering_at(10)});
  const Question choice{kSeat, 2, brain, duel::View{}};
  choice.stop->set();
  thinkers.ask(choice);
  go.count_down();
  EXPECT_EQ(answers(thinkers, 2)[1].ticket, 2U);
  EXPECT_TRUE(brain->pondered.empty());
}

TEST(Thinkers, ReportTheFailureOfABrain) {
  Thinkers thinkers(1);
  thinkers.ask({kSeat, 1, std::make_shared<Failing>(), duel::View{}});
  thinkers.ask({kAdvice, 2, std::make_shared<Failing>(), Consultation{}});
  for (const Answer& answer : answers(thinkers, 2)) EXPECT_EQ(answer.failure, "the brain failed: no idea");
}

}  // namespace
}  // namespace rensa::worker
