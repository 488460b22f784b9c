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
  rules::Placement choose(const duel::View&, const limits::StopFlag&) override { return {}; }
};

// A match client, the results of the last call, and the games for which it made brains.
class MatchClientTest : public testing::Test {
 protected:
  struct Made {
    std::string ruleset;
    std::optional<std::uint64_t> chance;
    friend bool operator==(const Made&, const Made&) = default;
  };

  void begin(const session::MatchPlan& plan, BetweenDecisions between_decisions = BetweenDecisions::rest) {
    const auto make_brain = [this](const GameInfo& game) {
      made.push_back({game.ruleset.id, game.chance});
      return std::make_unique<NoBrain>();
    };
    match_client.emplace(plan, make_brain, between_decisions);
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
  void begin_arranged_game(FakeMatch& match) {
    begin({});
    connect({"arranged"});
    hear(match.start());
    begin_game(match, std::nullopt);
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

TEST_F(MatchClientTest, PlacementThatDoesNotExistResignsTheMatchAlsoAfterALostConnection) {
  begin({});
  connect({"arranged"});
  FakeMatch match(5, duel::Seat::two, {});
  hear(match.start());
  begin_game(match, std::nullopt);
  hear(match.next_choice());
  ASSERT_THAT(questions, SizeIs(1));
  const Question asked = questions[0];
  match_client->matches().disconnected();
  hear(Answer{asked.seat, asked.ticket, {9, rules::Rotation::up}});
  EXPECT_THAT(sent, IsEmpty());
  EXPECT_THAT(notices, ElementsAre(HasSubstr("a placement that does not exist")));
  connect({"arranged"});
  hear(match.last_update());
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_EQ(std::get<proto::Leave>(sent[0]), (proto::Leave{proto::MatchId{5}, duel::Seat::two}));
  hear(match.next_choice());
  EXPECT_THAT(sent, IsEmpty());
  EXPECT_THAT(questions, IsEmpty());
  finish(match);
  EXPECT_THAT(ended, SizeIs(1));
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

TEST_F(MatchClientTest, AnswerThatCannotBeUsedResignsItsMatchAndIsNoAdvice) {
  begin({});
  connect({"arranged"});
  FakeMatch match(5, duel::Seat::two, turns());
  hear(match.start());
  begin_game(match, std::nullopt);
  hear(match.next_choice());
  ASSERT_THAT(questions, SizeIs(1));
  Answer answer;
  answer.seat = questions[0].seat;
  answer.ticket = questions[0].ticket;
  answer.impossible = "it chose 0 of [1, 2]";
  hear(answer);
  EXPECT_THAT(notices, ElementsAre(HasSubstr("resigned: it chose 0 of [1, 2]")));
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_EQ(std::get<proto::Leave>(sent[0]), (proto::Leave{proto::MatchId{5}, duel::Seat::two}));
  hear(proto::Question{proto::QuestionId{77}, turns(), match.last_update().view});
  ASSERT_THAT(questions, SizeIs(1));
  answer.seat = questions[0].seat;
  answer.ticket = questions[0].ticket;
  hear(answer);
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_EQ(std::get<proto::Advice>(sent[0]), (proto::Advice{proto::QuestionId{77}, {}}));
  EXPECT_THAT(notices, ElementsAre(HasSubstr("asked for advice: it chose 0")));
  EXPECT_EQ(match_client->matches().why_failed(), "");
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

TEST_F(MatchClientTest, QuestionsBeyondTheSlotsGetEmptyAdvice) {
  begin({});
  connect({});
  FakeMatch match(5, duel::Seat::two, turns());
  match.game_start();
  hear(proto::Question{proto::QuestionId{1}, turns(), match.next_choice().view});
  const Question asked = questions.at(0);
  hear(proto::Question{proto::QuestionId{2}, turns(), match.last_update().view});
  EXPECT_THAT(questions, IsEmpty());
  EXPECT_THAT(sent, ElementsAre(proto::ClientMessage(proto::Advice{proto::QuestionId{2}, {}})));
  Answer answer;
  answer.seat = asked.seat;
  answer.ticket = asked.ticket;
  hear(answer);
  hear(proto::Question{proto::QuestionId{3}, turns(), match.last_update().view});
  EXPECT_THAT(questions, SizeIs(1));
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
  const auto stop = questions.at(0).stop;
  match_client->matches().disconnected();
  EXPECT_TRUE(stop->is_set());
  connect({});
  hear(proto::Question{proto::QuestionId{1}, turns(), match.next_choice().view});
  hear(answer);
  EXPECT_THAT(sent, IsEmpty());
}

TEST_F(MatchClientTest, ChoicesThatAreNotWantedAnyMoreAreStopped) {
  FakeMatch match(5, duel::Seat::one, turns());
  begin_arranged_game(match);
  hear(match.next_choice());
  const auto out_of_time = questions.at(0).stop;
  hear(match.next_choice());
  EXPECT_TRUE(out_of_time->is_set()) << "the server asks about the next turn";
  const auto late = questions.at(0).stop;
  EXPECT_FALSE(late->is_set());
  hear(match.game_end(duel::Seat::one));
  EXPECT_TRUE(late->is_set());
  ASSERT_THAT(questions, SizeIs(1));
  EXPECT_FALSE(questions[0].stop->is_set()) << "the brain is told the outcome";
}

TEST_F(MatchClientTest, TheEndOfAMatchStopsAChoiceOfAGameThatGoesOn) {
  FakeMatch match(5, duel::Seat::one, turns());
  begin_arranged_game(match);
  hear(match.next_choice());
  const auto stop = questions.at(0).stop;
  hear(match.end());
  EXPECT_TRUE(stop->is_set());
}

TEST_F(MatchClientTest, BrainsPonderBetweenTheirDecisionsIfTheyShall) {
  for (const BetweenDecisions between : {BetweenDecisions::rest, BetweenDecisions::ponder}) {
    const bool ponders = between == BetweenDecisions::ponder;
    begin({}, between);
    connect({"arranged"});
    FakeMatch match(5, duel::Seat::one, {});
    hear(match.start());
    begin_game(match, std::nullopt);
    hear(match.next_choice());
    const Question choice = questions.at(0);
    proto::Update unasked = match.last_update();
    unasked.view.decision_due = unasked.answer_due = false;
    ++unasked.number;
    hear(unasked);
    EXPECT_THAT(questions, IsEmpty()) << "a brain that still chooses is not disturbed";
    hear(Answer{choice.seat, choice.ticket, {3, rules::Rotation::up}, "said"});
    match.take(std::get<proto::Decide>(sent.at(0)));
    EXPECT_FALSE(choice.stop->is_set());

    std::vector<Question> pondering;
    for (int i = 0; i < 2; ++i) {
      proto::Update update = match.next_frame();
      update.answer_due = false;
      hear(update);
      pondering.insert(pondering.end(), questions.begin(), questions.end());
    }
    ASSERT_THAT(pondering, SizeIs(ponders ? 2 : 0));
    if (!ponders) continue;
    EXPECT_EQ(std::get<Pondering>(pondering[1].about).view, match.last_update().view);
    EXPECT_TRUE(pondering[0].stop->is_set()) << "there is a newer view";
    EXPECT_FALSE(pondering[1].stop->is_set());
    hear(match.next_choice());
    EXPECT_TRUE(pondering[1].stop->is_set()) << "the decision is due";
    ASSERT_THAT(questions, SizeIs(1));
    EXPECT_TRUE(std::holds_alternative<duel::View>(questions[0].about));
  }
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

TEST_F(MatchClientTest, PairInRealTimeIsOneQuestionAlsoAfterALostConnection) {
  proto::Terms real;
  real.clock = proto::Clock::real;
  for (const bool has_answered : {true, false}) {
    begin({});
    connect({"arranged"});
    FakeMatch match(5, duel::Seat::one, real);
    hear(match.start());
    begin_game(match, 7);
    proto::Update update = match.next_choice();
    hear(update);
    const std::vector<Question> asked = questions;
    if (has_answered) answer({3, rules::Rotation::up});
    match_client->matches().disconnected();
    connect({"arranged"});
    update.view.clock += 17;
    hear(update);
    EXPECT_THAT(questions, IsEmpty());
    if (!has_answered) {
      EXPECT_THAT(sent, IsEmpty());
      questions = asked;
      answer({3, rules::Rotation::up});
    }
    ASSERT_THAT(sent, SizeIs(1));
    EXPECT_EQ(std::get<proto::Decide>(sent[0]).clock, update.view.clock);
  }
}

}  // namespace
}  // namespace rensa::worker
