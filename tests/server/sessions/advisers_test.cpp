#include "server/sessions/advisers.h"

#include <gtest/gtest.h>
#include <optional>

namespace rensa::sessions {
namespace {

using Silence = Advisers::Silence;
using Answer = std::variant<Advisers::Candidates, Silence>;

constexpr base::SessionId kOne{1};
constexpr base::SessionId kTwo{2};
const Advisers::Candidates kAdvice{{{3, rules::Rotation::up}, 70}};

// A question that remembers its answer.
struct Asking {
  Asking(Advisers& advisers, const std::string& name, const std::string& asker = "somebody") {
    id = advisers.reserve(name, asker, [this](const Answer& answer) { answers.push_back(answer); });
    if (id) adviser = advisers.put(*id);
  }
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

  bool is_open() const { return answers.empty(); }
  std::optional<Silence> silence() const {
    return answers.size() == 1 && answers[0].index() == 1 ? std::optional(std::get<1>(answers[0])) : std::nullopt;
  }

  std::vector<Answer> answers;
  std::optional<proto::QuestionId> id;
  std::optional<base::SessionId> adviser;
};

TEST(Advisers, BringTheAnswerToWhoAsked) {
  Advisers advisers;
  advisers.arrived(kOne, "gaze", {2});
  Asking first(advisers, "gaze", "ann");
  Asking second(advisers, "gaze", "bob");
  ASSERT_TRUE(first.id && second.id);
  EXPECT_EQ(first.adviser, kOne);
  EXPECT_TRUE(first.is_open());
  advisers.answered(kOne, {*second.id, kAdvice});
  EXPECT_TRUE(first.is_open());
  ASSERT_EQ(second.answers.size(), 1U);
  EXPECT_EQ(std::get<0>(second.answers[0]), kAdvice);
  advisers.answered(kOne, {*second.id, kAdvice});
  EXPECT_EQ(second.answers.size(), 1U) << "once is enough";
}

TEST(Advisers, NobodyAnswersForAnother) {
  Advisers advisers;
  advisers.arrived(kOne, "gaze", {1});
  advisers.arrived(kTwo, "greedy", {1});
  Asking question(advisers, "gaze");
  advisers.answered(kTwo, {*question.id, kAdvice});
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
  EXPECT_NE(a.adviser, b.adviser);
}

TEST(Advisers, AreAskedAsLongAsOneOfTheNameHasRoom) {
  for (const auto& [small, large] : {std::pair(kOne, kTwo), std::pair(kTwo, kOne)}) {
    Advisers advisers;
    advisers.arrived(small, "gaze", {1});
    advisers.arrived(large, "gaze", {3});
    Asking a(advisers, "gaze", "a");
    Asking b(advisers, "gaze", "b");
    Asking c(advisers, "gaze", "c");
    Asking d(advisers, "gaze", "d");
    EXPECT_EQ(c.adviser, large);
    EXPECT_EQ(d.adviser, large);
    EXPECT_EQ(Asking(advisers, "gaze", "e").silence(), Silence::busy);
  }
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

  advisers.answered(kOne, {*a.id, {}});
  EXPECT_EQ(a.silence(), Silence::mute);
  advisers.give_up(*b.id);
  EXPECT_EQ(b.silence(), Silence::late);
  advisers.left(kOne);
  EXPECT_EQ(c.silence(), Silence::gone);
  advisers.give_up(*c.id);
  advisers.answered(kOne, {*c.id, kAdvice});
  EXPECT_EQ(b.answers.size(), 1U);
  EXPECT_EQ(c.answers.size(), 1U);
  EXPECT_EQ(Asking(advisers, "gaze").silence(), Silence::nobody);
}

// A player that is asked faster than it answers would think about what nobody waits for any more, for ever.
TEST(Advisers, HaveRoomAgainOnceTheyHaveAnsweredAndNotBefore) {
  Advisers advisers;
  advisers.arrived(kOne, "gaze", {1});
  Asking slow(advisers, "gaze");
  advisers.give_up(*slow.id);
  EXPECT_EQ(Asking(advisers, "gaze").silence(), Silence::busy);
  advisers.answered(kOne, {*slow.id, kAdvice});
  EXPECT_EQ(slow.answers.size(), 1U) << "it was late";
  EXPECT_TRUE(Asking(advisers, "gaze").is_open());
}

TEST(Advisers, WhoHasGivenUpMayAskSomebodyElse) {
  Advisers advisers;
  advisers.arrived(kOne, "gaze", {2});
  advisers.arrived(kTwo, "greedy", {2});
  Asking a(advisers, "gaze");
  Asking b(advisers, "gaze");
  EXPECT_EQ(Asking(advisers, "greedy").silence(), Silence::greedy);
  advisers.give_up(*a.id);
  EXPECT_TRUE(Asking(advisers, "greedy").is_open());
}

TEST(Advisers, AQuestionThatIsNotPutCostsNothing) {
  Advisers advisers;
  advisers.arrived(kOne, "gaze", {1});
  std::vector<Answer> answers;
  const auto remember = [&](const Answer& answer) { answers.push_back(answer); };
  const auto id = advisers.reserve("gaze", "ann", remember);
  advisers.answered(kOne, {*id, kAdvice});
  EXPECT_TRUE(answers.empty()) << "it does not know of it";
  EXPECT_TRUE(advisers.drop(*id));
  EXPECT_FALSE(advisers.drop(*id));
  EXPECT_TRUE(answers.empty());
  const auto again = advisers.reserve("gaze", "ann", remember);
  ASSERT_TRUE(again);
  advisers.give_up(*again);
  EXPECT_EQ(answers.size(), 1U);
  EXPECT_FALSE(advisers.put(*again));
  EXPECT_FALSE(advisers.drop(*again));
  EXPECT_TRUE(advisers.reserve("gaze", "ann", remember));
}

TEST(Advisers, OfferNoMoreThanIsGoodForAnybody) {
  Advisers advisers;
  advisers.arrived(kOne, "gaze", {2'000'000'000});
  int taken = 0;
  const auto ignore = [](const Answer&) {};
  while (taken < 1000 && advisers.reserve("gaze", std::to_string(taken), ignore)) ++taken;
  EXPECT_EQ(taken, 64);
}

TEST(Advisers, PlacesOutsideOfTheFieldAreNoAdvice) {
  Advisers advisers;
  advisers.arrived(kOne, "gaze", {1});
  Asking question(advisers, "gaze");
  const proto::Candidate outside{{6, rules::Rotation::right}, 5};
  advisers.answered(kOne, {*question.id, {outside, kAdvice[0]}});
  EXPECT_EQ(std::get<0>(question.answers.at(0)), kAdvice);
  Asking again(advisers, "gaze");
  advisers.answered(kOne, {*again.id, {outside}});
  EXPECT_EQ(again.silence(), Silence::mute);
}

}  // namespace
}  // namespace rensa::sessions
