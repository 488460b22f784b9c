#include "clients/worker/match_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/clients/worker/fake_server.h"

namespace rensa::worker {
namespace {

using test::FakeMatch;
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
  rules::Placement choose(const duel::View&) override { return {}; }
};

// A match client, the last messages that it was given, and the matches for which it made brains.
class MatchClientTest : public testing::Test {
 protected:
  struct Made {
    std::string ruleset;
    std::optional<std::uint64_t> chance;
    friend bool operator==(const Made&, const Made&) = default;
  };

  void begin(const MatchClientPlan& plan) {
    match_client.emplace(plan, [this](const GameInfo& game) {
      made.push_back({game.ruleset.id, game.chance});
      return std::make_unique<NoBrain>();
    });
  }
  void connect(const std::vector<std::string>& features) {
    proto::Welcome welcome;
    welcome.features = features;
    doings = {};
    match_client->connected(welcome, doings);
  }
  void hear(const proto::ServerMessage& message) {
    doings = {};
    match_client->hear(message, doings);
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
  // The brain's, to the only question there is.
  proto::Decide answer(rules::Placement placement) {
    EXPECT_THAT(doings.ask, SizeIs(1));
    const Question question = doings.ask.at(0);
    doings = {};
    match_client->hear(Answer{question.seat, question.ticket, placement, "said"}, doings);
    EXPECT_THAT(doings.say, SizeIs(1));
    EXPECT_EQ(std::get<proto::Decide>(doings.say.at(0)).comment, "said");
    return std::get<proto::Decide>(doings.say.at(0));
  }

  std::optional<MatchClient> match_client;
  Doings doings;
  std::vector<Made> made;
};

TEST_F(MatchClientTest, BoundSessionPlaysWhateverBeginsAndWishesForNothing) {
  MatchClientPlan plan;
  plan.matches = 1;
  begin(plan);
  connect({"arranged"});
  EXPECT_THAT(doings.say, IsEmpty());
  FakeMatch one(5, duel::Seat::one, {});
  FakeMatch two(6, duel::Seat::two, turns());
  for (FakeMatch* match : {&one, &two}) {
    hear(match->start());
    EXPECT_THAT(doings.say, IsEmpty());
    begin_game(*match, std::nullopt);
  }
  EXPECT_THAT(made, ElementsAre(Made{"tsu-1", std::nullopt}, Made{"jaist-1", std::nullopt}));
  for (FakeMatch* match : {&one, &two}) {
    hear(match->next_choice());
    match->take(answer({3, rules::Rotation::up}));
  }
  for (const FakeMatch* match : {&one, &two}) {
    finish(*match);
    EXPECT_THAT(doings.ended, SizeIs(1));
    EXPECT_THAT(doings.say, IsEmpty());
    EXPECT_FALSE(match_client->is_over());
  }
  EXPECT_EQ(match_client->why_failed(), "");
}

TEST_F(MatchClientTest, ArrangedPlanNeedsNoWordOfTheServer) {
  MatchClientPlan plan;
  plan.source = Source::host;
  begin(plan);
  connect({});
  EXPECT_THAT(doings.say, IsEmpty());
  const FakeMatch match(5, duel::Seat::one, turns());
  hear(match.start());
  EXPECT_THAT(doings.say, IsEmpty());
  hear(match.end());
  EXPECT_THAT(doings.ended, SizeIs(1));
}

TEST_F(MatchClientTest, AQuestionIsAnsweredByABrainOfItsOwn) {
  MatchClientPlan plan;
  plan.source = Source::challenges;
  begin(plan);
  connect({});
  FakeMatch match(5, duel::Seat::two, turns());
  match.game_start();
  const proto::Question question{proto::QuestionId{77}, turns(), match.next_choice().view};
  hear(question);
  EXPECT_THAT(made, ElementsAre(Made{"jaist-1", 0}));
  ASSERT_THAT(doings.ask, SizeIs(1));
  const Question asked = doings.ask[0];
  EXPECT_EQ(std::get<Consultation>(asked.about).view.pacing, rules::Pacing::turns);
  Answer answer;
  answer.seat = asked.seat;
  answer.ticket = asked.ticket;
  answer.candidates = {{{4, rules::Rotation::up}, 7}, {{9, rules::Rotation::up}, 6}, {{5, rules::Rotation::up}}};
  doings = {};
  match_client->hear(answer, doings);
  ASSERT_THAT(doings.say, SizeIs(1));
  const proto::Advice expected{proto::QuestionId{77},
                               {{{4, rules::Rotation::up}, 7}, {{5, rules::Rotation::up}, std::nullopt}}};
  EXPECT_EQ(std::get<proto::Advice>(doings.say[0]), expected) << "what does not exist is left out";
}

TEST_F(MatchClientTest, WhatCannotBeAnsweredIsAnsweredWithNothing) {
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
    EXPECT_THAT(doings.ask, IsEmpty());
    ASSERT_THAT(doings.say, SizeIs(1));
    EXPECT_EQ(std::get<proto::Advice>(doings.say[0]), (proto::Advice{question.question, {}}));
  }
  EXPECT_EQ(match_client->why_failed(), "");
}

// The next connection may be to another server, with other questions of the same number.
TEST_F(MatchClientTest, AnswersToQuestionsOfALostConnectionAreDropped) {
  begin({});
  connect({});
  FakeMatch match(5, duel::Seat::two, turns());
  match.game_start();
  hear(proto::Question{proto::QuestionId{1}, turns(), match.next_choice().view});
  Answer answer;
  answer.seat = doings.ask.at(0).seat;
  answer.ticket = doings.ask.at(0).ticket;
  answer.candidates = {{{1, rules::Rotation::up}}};
  match_client->disconnected();
  connect({});
  hear(proto::Question{proto::QuestionId{1}, turns(), match.next_choice().view});
  doings = {};
  match_client->hear(answer, doings);
  EXPECT_THAT(doings.say, IsEmpty());
}

TEST_F(MatchClientTest, ABrainThatFailsAtAQuestionPlaysOn) {
  begin({});
  connect({});
  FakeMatch match(5, duel::Seat::two, turns());
  match.game_start();
  hear(proto::Question{proto::QuestionId{1}, turns(), match.next_choice().view});
  Answer answer;
  answer.seat = doings.ask.at(0).seat;
  answer.ticket = doings.ask.at(0).ticket;
  answer.failure = "the brain failed";
  doings = {};
  match_client->hear(answer, doings);
  EXPECT_THAT(doings.notices, ElementsAre(HasSubstr("the brain failed")));
  EXPECT_EQ(std::get<proto::Advice>(doings.say.at(0)), (proto::Advice{proto::QuestionId{1}, {}}));
  EXPECT_EQ(match_client->why_failed(), "");
}

TEST_F(MatchClientTest, WhoTakesChallengesAsksForNothingAndPlaysWhatBegins) {
  MatchClientPlan plan;
  plan.source = Source::challenges;
  begin(plan);
  connect({});
  EXPECT_THAT(doings.say, IsEmpty());
  const FakeMatch one(5, duel::Seat::two, turns());
  const FakeMatch two(6, duel::Seat::two, {});
  hear(one.start());
  hear(two.start());
  EXPECT_THAT(doings.say, IsEmpty());
  for (const FakeMatch* match : {&one, &two}) {
    hear(match->end());
    EXPECT_THAT(doings.ended, SizeIs(1));
    EXPECT_THAT(doings.say, IsEmpty());
    EXPECT_FALSE(match_client->is_over());
  }
}

TEST_F(MatchClientTest, OtherSessionsWishAndResignWhatNobodyAskedFor) {
  begin({});
  connect({"sings"});
  ASSERT_THAT(doings.say, SizeIs(1));
  EXPECT_TRUE(std::holds_alternative<proto::QuickMatch>(doings.say[0]));
  hear(FakeMatch(5, duel::Seat::one, {}).start());
  EXPECT_THAT(doings.say, IsEmpty());
  hear(FakeMatch(6, duel::Seat::one, {}).start());
  ASSERT_THAT(doings.say, SizeIs(1));
  EXPECT_EQ(std::get<proto::Leave>(doings.say[0]).match, proto::MatchId{6});
}

TEST_F(MatchClientTest, ChanceOfAGameIsHandedToItsBrain) {
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

TEST_F(MatchClientTest, UnknownRulesetOfAHostIsASentence) {
  begin({});
  connect({"arranged"});
  proto::Terms terms;
  terms.ruleset = "tsu-9";
  hear(FakeMatch(5, duel::Seat::one, terms).start());
  EXPECT_EQ(match_client->why_failed(), "the server began a match of tsu-9, which is not known here");
}

TEST_F(MatchClientTest, AnotherRulesetThanTheWishedOneIsASentence) {
  begin({});
  connect({});
  hear(FakeMatch(5, duel::Seat::one, turns()).start());
  EXPECT_EQ(match_client->why_failed(), "the server began a match of jaist-1 where one of tsu-1 was wished for");
}

TEST_F(MatchClientTest, ArrangedSeatsAreTakenOverAgain) {
  begin({});
  connect({"arranged"});
  FakeMatch match(5, duel::Seat::one, {});
  hear(match.start());
  begin_game(match, 7);
  hear(match.next_choice());
  match_client->disconnected();
  connect({"arranged"});
  ASSERT_THAT(doings.say, SizeIs(1));
  EXPECT_EQ(std::get<proto::Resume>(doings.say[0]).token, match.start().token);
  hear(match.start());
  EXPECT_THAT(doings.say, IsEmpty());
  EXPECT_THAT(made, SizeIs(1));
}

TEST_F(MatchClientTest, LeavingResignsWhatIsPlayedAndWhatStillBegins) {
  begin({});
  connect({"arranged"});
  const FakeMatch played(5, duel::Seat::one, {});
  const FakeMatch late(6, duel::Seat::one, {});
  hear(played.start());
  doings = {};
  match_client->stop(doings);
  ASSERT_THAT(doings.say, SizeIs(1));
  EXPECT_EQ(std::get<proto::Leave>(doings.say[0]).match, proto::MatchId{5});
  hear(late.start());
  ASSERT_THAT(doings.say, SizeIs(1));
  EXPECT_EQ(std::get<proto::Leave>(doings.say[0]).match, proto::MatchId{6});
  hear(played.end());
  EXPECT_FALSE(match_client->is_over());
  hear(late.end());
  EXPECT_TRUE(match_client->is_over());
}

TEST_F(MatchClientTest, BenchedEndsOnlyWhatIsThereForTheTournamentAlone) {
  const proto::Error benched{proto::ErrorCode::benched, "out after three crashes", std::nullopt, 0};
  begin({});
  connect({"arranged"});
  hear(benched);
  EXPECT_EQ(match_client->why_failed(), "the server refuses: out after three crashes");

  MatchClientPlan plan;
  plan.source = Source::host;
  begin(plan);
  connect({});
  hear(benched);
  EXPECT_EQ(match_client->why_failed(), "");
  EXPECT_THAT(doings.notices, ElementsAre(HasSubstr("out after three crashes")));

  begin({});
  hear(benched);  // in the place of Welcome
  EXPECT_THAT(match_client->why_failed(), HasSubstr("out after three crashes"));
}

}  // namespace
}  // namespace rensa::worker
