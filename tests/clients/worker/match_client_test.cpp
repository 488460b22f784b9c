#include "clients/worker/match_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/clients/session/fake_server.h"

namespace rensa::worker {
namespace {

using session::test::FakeMatch;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

proto::Terms turns() {
  proto::Terms terms;
  terms.ruleset = "jaist-1";
  terms.clock = proto::Clock::turns;
  return terms;
}

class NoBrain : public Brain {
 public:
  explicit NoBrain(int& stops) : stops_(stops) {}

  rules::Placement choose(const duel::View&) override { return {}; }
  void stop_thinking() override { ++stops_; }

 private:
  int& stops_;
};

// A match client, the results of the last call, and the games for which it made brains.
class MatchClientTest : public testing::Test {
 protected:
  struct Made {
    std::string ruleset;
    std::optional<std::uint64_t> chance;
    friend bool operator==(const Made&, const Made&) = default;
  };

  void begin(const session::MatchPlan& plan) {
    match_client.emplace(plan, [this](const GameInfo& game) {
      made.push_back({game.ruleset.id, game.chance});
      return std::make_unique<NoBrain>(stops);
    });
  }
  void collect() {
    session::Actions actions = match_client->matches().take_actions();
    sent = std::move(actions.send);
    ended = std::move(actions.ended);
    notices = std::move(actions.notices);
    questions = match_client->take_questions();
  }
  void connect(const std::vector<std::string>& features) {
    proto::Welcome welcome;
    welcome.features = features;
    match_client->matches().connected(welcome);
    collect();
  }
  void hear(const proto::ServerMessage& message) {
    match_client->matches().hear(message);
    collect();
  }
  void hear(const Answer& answer) {
    match_client->hear(answer);
    collect();
  }
  void begin_game(FakeMatch& match, std::optional<std::uint64_t> chance) {
    proto::GameStart start = match.game_start();
    start.chance = chance;
    hear(start);
  }
  void finish(const FakeMatch& match) {
    hear(match.game_end(duel::Seat::one));
    hear(match.end());
  }
  // The brain answers the only question.
  proto::Decide answer(rules::Placement placement) {
    EXPECT_THAT(questions, SizeIs(1));
    const Question question = questions.at(0);
    hear(Answer{question.seat, question.ticket, placement, "said"});
    EXPECT_THAT(sent, SizeIs(1));
    EXPECT_EQ(std::get<proto::Decide>(sent.at(0)).comment, "said");
    return std::get<proto::Decide>(sent.at(0));
  }

  std::optional<MatchClient> match_client;
  std::vector<proto::ClientMessage> sent;
  std::vector<session::MatchReport> ended;
  std::vector<std::string> notices;
  std::vector<Question> questions;
  std::vector<Made> made;
  int stops = 0;  // of brains
};

TEST_F(MatchClientTest, BoundSessionPlaysEachMatchAndRequestsNone) {
  session::MatchPlan plan;
  plan.matches = 1;
  begin(plan);
  connect({"arranged"});
  EXPECT_THAT(sent, IsEmpty());
  FakeMatch one(5, duel::Seat::one, {});
  FakeMatch two(6, duel::Seat::two, turns());
  for (FakeMatch* match : {&one, &two}) {
    hear(match->start());
    EXPECT_THAT(sent, IsEmpty());
    begin_game(*match, std::nullopt);
  }
  EXPECT_THAT(made, ElementsAre(Made{"tsu-1", std::nullopt}, Made{"jaist-1", std::nullopt}));
  for (FakeMatch* match : {&one, &two}) {
    hear(match->next_choice());
    match->take(answer({3, rules::Rotation::up}));
  }
  for (const FakeMatch* match : {&one, &two}) {
    finish(*match);
    EXPECT_THAT(ended, SizeIs(1));
    EXPECT_THAT(sent, IsEmpty());
    EXPECT_FALSE(match_client->matches().is_over());
  }
  EXPECT_EQ(match_client->matches().why_failed(), "");
}

TEST_F(MatchClientTest, EachQuestionIsAnsweredByItsOwnBrain) {
  session::MatchPlan plan;
  plan.source = session::MatchSource::challenges;
  begin(plan);
  connect({});
  FakeMatch match(5, duel::Seat::two, turns());
  match.game_start();
  const proto::Question question{proto::QuestionId{77}, turns(), match.next_choice().view};
  hear(question);
  EXPECT_THAT(made, ElementsAre(Made{"jaist-1", 0}));
  ASSERT_THAT(questions, SizeIs(1));
  const Question asked = questions[0];
  EXPECT_EQ(std::get<Consultation>(asked.about).view.pacing, rules::Pacing::turns);
  Answer answer;
  answer.seat = asked.seat;
  answer.ticket = asked.ticket;
  answer.candidates = {{{4, rules::Rotation::up}, 7}, {{9, rules::Rotation::up}, 6}, {{5, rules::Rotation::up}}};
  hear(answer);
  ASSERT_THAT(sent, SizeIs(1));
  const proto::Advice expected{proto::QuestionId{77},
                               {{{4, rules::Rotation::up}, 7}, {{5, rules::Rotation::up}, std::nullopt}}};
  EXPECT_EQ(std::get<proto::Advice>(sent[0]), expected) << "what does not exist is left out";
}

TEST_F(MatchClientTest, QuestionsThatCannotBeAnsweredGetEmptyAdvice) {
  begin({});
  connect({});
  FakeMatch match(5, duel::Seat::two, turns());
  match.game_start();
  proto::Question unknown{proto::QuestionId{1}, turns(), match.next_choice().view};
  unknown.terms.ruleset = "chess-1";
  proto::Question not_due{proto::QuestionId{2}, turns(), match.next_choice().view};
  not_due.view.decision_due = false;
  proto::Question impossible{proto::QuestionId{3}, turns(), match.next_choice().view};
  impossible.view.own.pairs = {};
  for (const proto::Question& question : {unknown, not_due, impossible}) {
    hear(question);
    EXPECT_THAT(questions, IsEmpty());
    ASSERT_THAT(sent, SizeIs(1));
    EXPECT_EQ(std::get<proto::Advice>(sent[0]), (proto::Advice{question.question, {}}));
  }
  EXPECT_EQ(match_client->matches().why_failed(), "");
}

// The next connection may be to another server, with other questions of the same number.
TEST_F(MatchClientTest, AnswersToQuestionsOfALostConnectionAreDropped) {
  begin({});
  connect({});
  FakeMatch match(5, duel::Seat::two, turns());
  match.game_start();
  hear(proto::Question{proto::QuestionId{1}, turns(), match.next_choice().view});
  Answer answer;
  answer.seat = questions.at(0).seat;
  answer.ticket = questions.at(0).ticket;
  answer.candidates = {{{1, rules::Rotation::up}}};
  match_client->matches().disconnected();
  EXPECT_EQ(stops, 1);
  connect({});
  hear(proto::Question{proto::QuestionId{1}, turns(), match.next_choice().view});
  hear(answer);
  EXPECT_THAT(sent, IsEmpty());
}

TEST_F(MatchClientTest, TheEndOfAGameStopsItsBrain) {
  begin({});
  connect({"arranged"});
  FakeMatch match(5, duel::Seat::one, turns());
  hear(match.start());
  begin_game(match, std::nullopt);
  hear(match.next_choice());
  EXPECT_EQ(stops, 0);
  hear(match.game_end(duel::Seat::one));
  EXPECT_EQ(stops, 1);
  hear(match.end());
  EXPECT_EQ(stops, 1) << "the game has ended before";
}

TEST_F(MatchClientTest, TheEndOfAMatchStopsABrainWhoseGameGoesOn) {
  begin({});
  connect({"arranged"});
  FakeMatch match(5, duel::Seat::one, turns());
  hear(match.start());
  begin_game(match, std::nullopt);
  hear(match.next_choice());
  hear(match.end());
  EXPECT_EQ(stops, 1);
}

TEST_F(MatchClientTest, FailureAtAQuestionDoesNotEndTheSession) {
  begin({});
  connect({});
  FakeMatch match(5, duel::Seat::two, turns());
  match.game_start();
  hear(proto::Question{proto::QuestionId{1}, turns(), match.next_choice().view});
  Answer answer;
  answer.seat = questions.at(0).seat;
  answer.ticket = questions.at(0).ticket;
  answer.failure = "the brain failed";
  hear(answer);
  EXPECT_THAT(notices, ElementsAre(HasSubstr("the brain failed")));
  EXPECT_EQ(std::get<proto::Advice>(sent.at(0)), (proto::Advice{proto::QuestionId{1}, {}}));
  EXPECT_EQ(match_client->matches().why_failed(), "");
}

TEST_F(MatchClientTest, ChanceOfAGameIsGivenToItsBrain) {
  begin({});
  connect({"arranged"});
  FakeMatch match(5, duel::Seat::two, {});
  hear(match.start());
  for (const std::optional<std::uint64_t> chance : {std::optional<std::uint64_t>(0), {7}, {}}) {
    begin_game(match, chance);
    hear(match.game_end(duel::Seat::one));
  }
  EXPECT_THAT(made, ElementsAre(Made{"tsu-1", 0}, Made{"tsu-1", 7}, Made{"tsu-1", std::nullopt}));
}

TEST_F(MatchClientTest, ArrangedSeatsAreTakenOverAgain) {
  begin({});
  connect({"arranged"});
  FakeMatch match(5, duel::Seat::one, {});
  hear(match.start());
  begin_game(match, 7);
  hear(match.next_choice());
  match_client->matches().disconnected();
  connect({"arranged"});
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_EQ(std::get<proto::Resume>(sent[0]).token, match.start().token);
  hear(match.start());
  EXPECT_THAT(sent, IsEmpty());
  EXPECT_THAT(made, SizeIs(1));
}

}  // namespace
}  // namespace rensa::worker
