#include "server/sessions/advisers.h"

#include <gtest/gtest.h>
#include <optional>

namespace rensa::sessions {
namespace {

using NoAdvice = Advisers::NoAdvice;
using Answer = std::variant<Advisers::Candidates, NoAdvice>;

constexpr base::SessionId kOne{1};
constexpr base::SessionId kTwo{2};
const Advisers::Candidates kAdvice{{{3, rules::Rotation::up}, 70}};

// A question that keeps its answers.
struct TestQuestion {
  TestQuestion(Advisers& advisers, const std::string& name, const std::string& asker = "somebody") {
    id = advisers.reserve_question(name, asker, [this](const Answer& answer) { answers.push_back(answer); });
    if (id) adviser = advisers.mark_sent(*id);
  }
  TestQuestion(const TestQuestion&) = delete;
  TestQuestion& operator=(const TestQuestion&) = delete;

  bool is_open() const { return answers.empty(); }
  std::optional<NoAdvice> no_advice() const {
    return answers.size() == 1 && answers[0].index() == 1 ? std::optional(std::get<1>(answers[0])) : std::nullopt;
  }

  std::vector<Answer> answers;
  std::optional<proto::QuestionId> id;
  std::optional<base::SessionId> adviser;
};

TEST(Advisers, BringTheAnswerToTheAsker) {
  Advisers advisers;
  advisers.add_adviser(kOne, "gaze", {2});
  TestQuestion first(advisers, "gaze", "ann");
  TestQuestion second(advisers, "gaze", "bob");
  ASSERT_TRUE(first.id && second.id);
  EXPECT_EQ(first.adviser, kOne);
  EXPECT_TRUE(first.is_open());
  advisers.on_advice(kOne, {*second.id, kAdvice});
  EXPECT_TRUE(first.is_open());
  ASSERT_EQ(second.answers.size(), 1U);
  EXPECT_EQ(std::get<0>(second.answers[0]), kAdvice);
  advisers.on_advice(kOne, {*second.id, kAdvice});
  EXPECT_EQ(second.answers.size(), 1U) << "once is enough";
}

TEST(Advisers, AcceptAnswersOnlyFromTheAskedAdviser) {
  Advisers advisers;
  advisers.add_adviser(kOne, "gaze", {1});
  advisers.add_adviser(kTwo, "greedy", {1});
  TestQuestion question(advisers, "gaze");
  advisers.on_advice(kTwo, {*question.id, kAdvice});
  advisers.on_advice(kOne, {proto::QuestionId{99}, kAdvice});
  EXPECT_TRUE(question.is_open());
}

TEST(Advisers, ShareQuestionsAmongAdvisersOfOneName) {
  Advisers advisers;
  advisers.add_adviser(kOne, "gaze", {2});
  advisers.add_adviser(kTwo, "gaze", {2});
  EXPECT_EQ(advisers.names(), std::vector<std::string>{"gaze"});
  TestQuestion a(advisers, "gaze", "a");
  TestQuestion b(advisers, "gaze", "b");
  EXPECT_NE(a.adviser, b.adviser);
}

TEST(Advisers, AreAskedWhileOneOfTheNameHasRoom) {
  for (const auto& [small, large] : {std::pair(kOne, kTwo), std::pair(kTwo, kOne)}) {
    Advisers advisers;
    advisers.add_adviser(small, "gaze", {1});
    advisers.add_adviser(large, "gaze", {3});
    TestQuestion a(advisers, "gaze", "a");
    TestQuestion b(advisers, "gaze", "b");
    TestQuestion c(advisers, "gaze", "c");
    TestQuestion d(advisers, "gaze", "d");
    EXPECT_EQ(c.adviser, large);
    EXPECT_EQ(d.adviser, large);
    EXPECT_EQ(TestQuestion(advisers, "gaze", "e").no_advice(), NoAdvice::advisers_busy);
  }
}

TEST(Advisers, GiveTheReasonForNoAnswer) {
  Advisers advisers;
  EXPECT_EQ(TestQuestion(advisers, "gaze").no_advice(), NoAdvice::no_adviser);
  advisers.add_adviser(kOne, "gaze", {3});
  TestQuestion a(advisers, "gaze", "ann");
  TestQuestion b(advisers, "gaze", "ann");
  EXPECT_EQ(TestQuestion(advisers, "gaze", "ann").no_advice(), NoAdvice::too_many_questions);
  TestQuestion c(advisers, "gaze", "bob");
  EXPECT_TRUE(c.is_open());
  EXPECT_EQ(TestQuestion(advisers, "gaze", "cid").no_advice(), NoAdvice::advisers_busy);

  advisers.on_advice(kOne, {*a.id, {}});
  EXPECT_EQ(a.no_advice(), NoAdvice::no_candidates);
  advisers.stop_waiting(*b.id);
  EXPECT_EQ(b.no_advice(), NoAdvice::timed_out);
  advisers.remove_adviser(kOne);
  EXPECT_EQ(c.no_advice(), NoAdvice::adviser_left);
  advisers.stop_waiting(*c.id);
  advisers.on_advice(kOne, {*c.id, kAdvice});
  EXPECT_EQ(b.answers.size(), 1U);
  EXPECT_EQ(c.answers.size(), 1U);
  EXPECT_EQ(TestQuestion(advisers, "gaze").no_advice(), NoAdvice::no_adviser);
}

// Otherwise an adviser that is asked faster than it answers would always think about expired questions.
TEST(Advisers, HaveRoomAgainOnceTheyHaveAnsweredAndNotBefore) {
  Advisers advisers;
  advisers.add_adviser(kOne, "gaze", {1});
  TestQuestion slow(advisers, "gaze");
  advisers.stop_waiting(*slow.id);
  EXPECT_EQ(TestQuestion(advisers, "gaze").no_advice(), NoAdvice::advisers_busy);
  advisers.on_advice(kOne, {*slow.id, kAdvice});
  EXPECT_EQ(slow.answers.size(), 1U) << "the answer came too late";
  EXPECT_TRUE(TestQuestion(advisers, "gaze").is_open());
}

TEST(Advisers, AnAskerThatStoppedWaitingMayAskAgain) {
  Advisers advisers;
  advisers.add_adviser(kOne, "gaze", {2});
  advisers.add_adviser(kTwo, "greedy", {2});
  TestQuestion a(advisers, "gaze");
  TestQuestion b(advisers, "gaze");
  EXPECT_EQ(TestQuestion(advisers, "greedy").no_advice(), NoAdvice::too_many_questions);
  advisers.stop_waiting(*a.id);
  EXPECT_TRUE(TestQuestion(advisers, "greedy").is_open());
}

TEST(Advisers, ACancelledQuestionTakesNoRoom) {
  Advisers advisers;
  advisers.add_adviser(kOne, "gaze", {1});
  std::vector<Answer> answers;
  const auto remember = [&](const Answer& answer) { answers.push_back(answer); };
  const auto id = advisers.reserve_question("gaze", "ann", remember);
  advisers.on_advice(kOne, {*id, kAdvice});
  EXPECT_TRUE(answers.empty()) << "the question was not sent";
  EXPECT_TRUE(advisers.cancel_question(*id));
  EXPECT_FALSE(advisers.cancel_question(*id));
  EXPECT_TRUE(answers.empty());
  const auto again = advisers.reserve_question("gaze", "ann", remember);
  ASSERT_TRUE(again);
  advisers.stop_waiting(*again);
  EXPECT_EQ(answers.size(), 1U);
  EXPECT_FALSE(advisers.mark_sent(*again));
  EXPECT_FALSE(advisers.cancel_question(*again));
  EXPECT_TRUE(advisers.reserve_question("gaze", "ann", remember));
}

TEST(Advisers, HaveALimitForTheirQuestions) {
  Advisers advisers;
  advisers.add_adviser(kOne, "gaze", {2'000'000'000});
  int taken = 0;
  const auto ignore = [](const Answer&) {};
  while (taken < 1000 && advisers.reserve_question("gaze", std::to_string(taken), ignore)) ++taken;
  EXPECT_EQ(taken, 64);
}

TEST(Advisers, CandidatesOutsideTheFieldAreIgnored) {
  Advisers advisers;
  advisers.add_adviser(kOne, "gaze", {1});
  TestQuestion question(advisers, "gaze");
  const proto::Candidate outside{{6, rules::Rotation::right}, 5};
  advisers.on_advice(kOne, {*question.id, {outside, kAdvice[0]}});
  EXPECT_EQ(std::get<0>(question.answers.at(0)), kAdvice);
  TestQuestion again(advisers, "gaze");
  advisers.on_advice(kOne, {*again.id, {outside}});
  EXPECT_EQ(again.no_advice(), NoAdvice::no_candidates);
}

}  // namespace
}  // namespace rensa::sessions
