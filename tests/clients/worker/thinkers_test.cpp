#include "clients/worker/thinkers.h"

#include <gtest/gtest.h>
#include <latch>
#include <poll.h>

#include "tests/tools/time_limit.h"

namespace rensa::worker {
namespace {

// Puts pairs in one column and names it in its comment. With a latch, it waits for the latch before it chooses.
class Slow : public Brain {
 public:
  Slow(int column, std::latch* go) : column_(column), go_(go) {}

  rules::Placement choose(const duel::View&) override {
    if (go_ != nullptr) go_->wait();
    return {static_cast<std::int8_t>(column_), rules::Rotation::up};
  }
  std::string comment() override { return "column " + std::to_string(column_); }

 private:
  int column_;
  std::latch* go_;
};

// Thinks until it is stopped.
class Endless : public Brain {
 public:
  explicit Endless(std::latch& began) : began_(began) {}

  rules::Placement choose(const duel::View&) override {
    began_.count_down();
    stopped_.wait();
    return {};
  }
  void stop_thinking() override { stopped_.count_down(); }

 private:
  std::latch& began_;
  std::latch stopped_{1};
};

class Failing : public Brain {
 public:
  rules::Placement choose(const duel::View&) override { throw std::runtime_error("no idea"); }
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
  Thinkers thinkers(1);
  std::latch go(1);
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
  Thinkers thinkers(1);
  std::latch go(1);
  thinkers.ask({kSeat, 1, std::make_shared<Slow>(1, &go), duel::View{}});
  thinkers.ask({kAdvice, 2, std::make_shared<Slow>(2, nullptr), Consultation{}});
  EXPECT_EQ(answers(thinkers, 1)[0].ticket, 2U);
  go.count_down();
  EXPECT_EQ(answers(thinkers, 1)[0].ticket, 1U);
}

TEST(Thinkers, StopTheBrainsThatThinkAtTheEnd) {
  std::latch began(2);
  Thinkers thinkers(1);
  thinkers.ask({kSeat, 1, std::make_shared<Endless>(began), duel::View{}});
  thinkers.ask({kAdvice, 2, std::make_shared<Endless>(began), Consultation{}});
  began.wait();
}

TEST(Thinkers, ReportTheFailureOfABrain) {
  Thinkers thinkers(1);
  thinkers.ask({kSeat, 1, std::make_shared<Failing>(), duel::View{}});
  thinkers.ask({kAdvice, 2, std::make_shared<Failing>(), Consultation{}});
  for (const Answer& answer : answers(thinkers, 2)) EXPECT_EQ(answer.failure, "the brain failed: no idea");
}

}  // namespace
}  // namespace rensa::worker
