#include "server/front/advisers.h"

#include <gtest/gtest.h>
#include <optional>

namespace rensa::front {
namespace {

using Silence = Advisers::Silence;
using Answer = std::variant<Advisers::Candidates, Silence>;

constexpr base::SessionId kOne{1};
constexpr base::SessionId kTwo{2};
const Advisers::Candidates kAdvice{{{3, rules::Rotation::up}, 70}};

// A question that remembers its answer.
struct Asking {
  std::vector<Answer> answers;
  std::optional<Advisers::Asked> asked;

  Asking(Advisers& advisers, const std::string& name, const std::string& asker = "somebody") {
    asked = advisers.ask(name, asker, [this](const Answer& answer) { answers.push_back(answer); });
  }
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

  bool is_open() const { return answers.empty(); }
  std::optional<Silence> silence() const {
    return answers.size() == 1 && answers[0].index() == 1 ? std::optional(std::get<1>(answers[0])) : std::nullopt;
  }
};

TEST(Advisers, BringTheAnswerToWhoAsked) {
  Advisers advisers;
  advisers.arrived(kOne, "gaze", {2});
  Asking first(advisers, "gaze", "ann");
  Asking second(advisers, "gaze", "bob");
  ASSERT_TRUE(first.asked && second.asked);
  EXPECT_EQ(first.asked->adviser, kOne);
  EXPECT_TRUE(first.is_open());
  advisers.answered(kOne, {second.asked->question, kAdvice});
  EXPECT_TRUE(first.is_open());
  ASSERT_EQ(second.answers.size(), 1U);
  EXPECT_EQ(std::get<0>(second.answers[0]), kAdvice);
  advisers.answered(kOne, {second.asked->question, kAdvice});
  EXPECT_EQ(second.answers.size(), 1U) << "once is enough";
}

TEST(Advisers, NobodyAnswersForAnother) {
  Advisers advisers;
  advisers.arrived(kOne, "gaze", {1});
  advisers.arrived(kTwo, "greedy", {1});
  Asking question(advisers, "gaze");
  advisers.answered(kTwo, {question.asked->question, kAdvice});
  advisers.answered(kOne, {proto::QuestionId{99}, kAdvice});
  EXPECT_TRUE(question.is_open());
}

TEST(Advisers, ShareQuestionsAmongThoseOfOneName) {
  Advisers advisers;
  advisers.arrived(kOne, "gaze", {2});
  advisers.arrived(kTwo, "gaze", {2});
  EXPECT_EQ(advisers.names(), std::vector<std::string>{"gaze"});
  Asking a(advisers, "gaze", "a");
  Asking b(advisers, "gaze", "b");
  EXPECT_NE(a.asked->adviser, b.asked->adviser);
}

TEST(Advisers, SayWhyThereIsNoAnswer) {
  Advisers advisers;
  EXPECT_EQ(Asking(advisers, "gaze").silence(), Silence::nobody);
  advisers.arrived(kOne, "gaze", {3});
  Asking a(advisers, "gaze", "ann");
  Asking b(advisers, "gaze", "ann");
  EXPECT_EQ(Asking(advisers, "gaze", "ann").silence(), Silence::greedy);
  Asking c(advisers, "gaze", "bob");
  EXPECT_TRUE(c.is_open());
  EXPECT_EQ(Asking(advisers, "gaze", "cid").silence(), Silence::busy);

  advisers.answered(kOne, {a.asked->question, {}});
  EXPECT_EQ(a.silence(), Silence::mute);
  advisers.give_up(b.asked->question);
  EXPECT_EQ(b.silence(), Silence::late);
  advisers.left(kOne);
  EXPECT_EQ(c.silence(), Silence::gone);
  advisers.give_up(c.asked->question);
  advisers.answered(kOne, {c.asked->question, kAdvice});
  EXPECT_EQ(c.answers.size(), 1U);
  EXPECT_EQ(Asking(advisers, "gaze").silence(), Silence::nobody);
}

TEST(Advisers, HaveRoomAgainOnceTheyHaveAnswered) {
  Advisers advisers;
  advisers.arrived(kOne, "gaze", {1});
  for (int i = 0; i < 5; ++i) {
    Asking question(advisers, "gaze");
    ASSERT_TRUE(question.asked) << i;
    if (i % 2 == 0) advisers.answered(kOne, {question.asked->question, kAdvice});
    if (i % 2 == 1) advisers.give_up(question.asked->question);
  }
}

TEST(Advisers, PlacesOutsideOfTheFieldAreNoAdvice) {
  Advisers advisers;
  advisers.arrived(kOne, "gaze", {1});
  Asking question(advisers, "gaze");
  const proto::Candidate outside{{6, rules::Rotation::right}, 5};
  advisers.answered(kOne, {question.asked->question, {outside, kAdvice[0]}});
  EXPECT_EQ(std::get<0>(question.answers.at(0)), kAdvice);
  Asking again(advisers, "gaze");
  advisers.answered(kOne, {again.asked->question, {outside}});
  EXPECT_EQ(again.silence(), Silence::mute);
}

}  // namespace
}  // namespace rensa::front
