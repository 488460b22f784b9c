#include "clients/bridge/dialogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/duel/frame_game.h"

namespace rensa::bridge {
namespace {

using testing::ContainsRegex;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

constexpr proto::MatchId kMatch{31};

const rules::Ruleset& tsu() { return *rules::find_ruleset("tsu-1"); }

// The server's side of a match in seat two, over a real duel, and the results of the last call of the dialogue.
class DialogueTest : public testing::Test {
 protected:
  explicit DialogueTest(proto::Clock clock = proto::Clock::virtual_time) {
    terms.clock = clock;
    terms.games = 2;
    make({.terms = terms, .matches = 1});
    connect();
  }

  void make(const session::MatchPlan& plan) { dialogue.emplace(plan); }
  void collect() {
    session::Actions actions = dialogue->matches().take_actions();
    sent = std::move(actions.send);
    ended = std::move(actions.ended);
    notices = std::move(actions.notices);
    ProgramActions program_actions = dialogue->take_actions();
    begin = program_actions.begin;
    requests = std::move(program_actions.requests);
    messages = std::move(program_actions.messages);
    has_missed_answer = program_actions.has_missed_answer;
  }
  void connect(const std::vector<std::string>& features = {}) {
    proto::Welcome welcome;
    welcome.features = features;
    dialogue->matches().connected(welcome);
    collect();
  }
  void hear(const proto::ServerMessage& message) {
    dialogue->matches().hear(message);
    collect();
  }
  void start_match(proto::MatchId match = kMatch) {
    proto::MatchStart start;
    start.match = match;
    start.seat = duel::Seat::two;
    start.terms = terms;
    start.token = "key";
    hear(start);
  }
  void start_game() {
    ++game;
    duel.emplace(duel::GameSetup{.ruleset = tsu(), .seed = 3, .queue = std::nullopt});
    proto::GameStart start;
    start.match = kMatch;
    start.seat = duel::Seat::two;
    start.game = game;
    hear(start);
  }
  proto::Update update(const duel::Events& events = {}) {
    proto::Update message;
    message.match = kMatch;
    message.seat = duel::Seat::two;
    message.number = ++number;
    message.game = game;
    message.view = duel::view_for_seat(*duel, duel::Seat::two);
    message.events.assign(events.begin(), events.end());
    message.answer_due = true;
    return message;
  }
  void next_frame() {
    newest = update(duel->step({}));
    hear(newest);
  }
  void say(const std::string& text) {
    dialogue->receive_from_program(text);
    collect();
  }
  void end_output() {
    dialogue->on_all_received();
    collect();
  }
  void end_time() {
    dialogue->on_time_up();
    collect();
  }
  // Frames until the first pair is under control; all are passed.
  void come_to_control() {
    hear(update());
    for (int id = 1; id < 74; ++id) {
      say("ID=" + std::to_string(id));
      next_frame();
    }
  }
  void end_game(std::optional<duel::Seat> winner, duel::Cause cause) {
    proto::GameEnd end;
    end.match = kMatch;
    end.seat = duel::Seat::two;
    end.game = game;
    end.outcome = {winner, cause, newest.view.clock};
    hear(end);
  }
  proto::Decide said() const {
    EXPECT_THAT(sent, SizeIs(1));
    return sent.empty() ? proto::Decide{} : std::get<proto::Decide>(sent[0]);
  }
  static duel::Input place(int x, rules::Rotation r) { return duel::Input::place({static_cast<std::int8_t>(x), r}); }

  proto::Terms terms;  // of matches that start
  std::optional<Dialogue> dialogue;
  std::vector<proto::ClientMessage> sent;
  std::vector<session::MatchReport> ended;
  std::vector<std::string> notices;
  std::optional<duel::Seat> begin;
  std::vector<std::string> requests;
  std::vector<std::string> messages;
  bool has_missed_answer = false;
  std::optional<duel::FrameGame> duel;
  proto::Update newest;
  int game = 0;
  std::uint64_t number = 0;
};

// A dialogue whose matches are arranged by a host, as Welcome says.
class ArrangedDialogueTest : public DialogueTest {
 protected:
  ArrangedDialogueTest() {
    make({.terms = terms, .matches = 1});
    connect({"arranged"});
  }
  void end_match() {
    proto::MatchEnd end;
    end.match = kMatch;
    end.seat = duel::Seat::two;
    hear(end);
  }
};

class RealDialogueTest : public DialogueTest {
 protected:
  RealDialogueTest() : DialogueTest(proto::Clock::real) {}
};

TEST_F(DialogueTest, RequestsAMatchWithEveryFrame) {
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_EQ(std::get<proto::QuickMatch>(sent[0]).subscription, proto::Subscription::frames);
  start_match();
  EXPECT_EQ(begin, duel::Seat::two);
}

TEST_F(DialogueTest, ServerIsAnsweredWhenTheProgramHasAnswered) {
  start_match();
  start_game();
  hear(update());
  EXPECT_THAT(requests, ElementsAre(StartsWith("ID=1 ")));
  EXPECT_THAT(sent, IsEmpty());
  EXPECT_EQ(dialogue->awaited(), 1);
  say("ID=1");
  EXPECT_EQ(said().clock, 0);
  EXPECT_EQ(said().input, duel::Input{});
  EXPECT_EQ(dialogue->awaited(), std::nullopt);
}

TEST_F(DialogueTest, AnswerToTheRequestWithDIsThePlacement) {
  start_match();
  start_game();
  come_to_control();
  EXPECT_THAT(requests, ElementsAre(StartsWith("ID=74 ")));
  EXPECT_THAT(requests[0], HasSubstr(" YE=---D--- "));
  say("ID=74 X=6 R=3");
  EXPECT_EQ(said().match, kMatch);
  EXPECT_EQ(said().seat, duel::Seat::two);
  EXPECT_EQ(said().game, 1);
  EXPECT_EQ(said().clock, 73);
  EXPECT_EQ(said().input, place(6, rules::Rotation::left));
}

TEST_F(DialogueTest, DecisionWithoutAPairIsAPass) {
  start_match();
  start_game();
  hear(update());
  say("ID=1 X=3 R=0");
  EXPECT_EQ(said().input, duel::Input{});
}

TEST_F(DialogueTest, OtherIdsDoNotAnswer) {
  start_match();
  start_game();
  come_to_control();
  say("ID=974 X=1 R=0");
  EXPECT_THAT(sent, IsEmpty());
  say("ID=73 X=2 R=0");
  EXPECT_THAT(sent, IsEmpty());
  EXPECT_EQ(dialogue->awaited(), 74);
  say("ID=74");
  EXPECT_EQ(said().input, place(2, rules::Rotation::up));
}

TEST_F(DialogueTest, CollectedDecisionsCountWhenTimeIsUp) {
  start_match();
  start_game();
  come_to_control();
  end_time();
  EXPECT_EQ(said().input, duel::Input{});
  next_frame();
  say("ID=74 X=5 R=1");  // late by a frame
  EXPECT_THAT(sent, IsEmpty());
  end_time();
  EXPECT_EQ(said().clock, 74);
  EXPECT_EQ(said().input, place(5, rules::Rotation::right));
  EXPECT_EQ(dialogue->counts().late, 2);
}

TEST_F(DialogueTest, ServerIsToldOfAnAnswerThatTheProgramHasMissed) {
  start_match();
  start_game();
  come_to_control();
  end_time();
  EXPECT_TRUE(said().is_missed);
  next_frame();
  say("ID=75");
  EXPECT_FALSE(said().is_missed);
  next_frame();
  say("ID=75 X=5 R=1");
  end_time();
  EXPECT_EQ(said().input, place(5, rules::Rotation::right));
  EXPECT_FALSE(said().is_missed) << "it has decided, if late";
}

TEST_F(DialogueTest, FirstDecisionOfAGameIsKnown) {
  start_match();
  start_game();
  EXPECT_FALSE(dialogue->has_decided());
  come_to_control();
  EXPECT_FALSE(dialogue->has_decided()) << "answers without a placement are no decisions";
  say("ID=974 X=1 R=0");
  EXPECT_FALSE(dialogue->has_decided()) << "this one was left over from another game";
  say("ID=74 X=1 R=0");
  EXPECT_TRUE(dialogue->has_decided());
  end_game(duel::Seat::two, duel::Cause::resigned);
  start_game();
  EXPECT_FALSE(dialogue->has_decided());
  hear(update());
  end_time();
  EXPECT_TRUE(dialogue->has_decided()) << "its time is used up";
}

// The server's limit can end before the bridge's.
TEST_F(DialogueTest, AnswerThatTheServerHasNotWaitedForIsLate) {
  start_match();
  start_game();
  hear(update());
  EXPECT_FALSE(has_missed_answer);
  next_frame();
  EXPECT_TRUE(has_missed_answer);
  EXPECT_TRUE(dialogue->has_decided());
  EXPECT_EQ(dialogue->counts().late, 1);
  EXPECT_EQ(dialogue->awaited(), 2);
}

TEST_F(DialogueTest, EndIsSentOnceAndNeedsNoAnswer) {
  start_match();
  start_game();
  come_to_control();
  while (!duel->outcome()) {
    end_time();
    next_frame();
  }
  EXPECT_THAT(requests, ElementsAre(EndsWith(" END=0 ")));
  EXPECT_THAT(requests, ElementsAre(StartsWith("ID=" + std::to_string(duel->outcome()->frame + 1) + " ")));
  EXPECT_EQ(dialogue->awaited(), std::nullopt);
  end_game(std::nullopt, duel::Cause::choked);
  EXPECT_THAT(requests, IsEmpty());
}

TEST_F(DialogueTest, TwoSilentPlayersDieTogetherAsInTheReference) {
  start_match();
  start_game();
  come_to_control();
  while (!duel->outcome()) {
    end_time();
    next_frame();
  }
  EXPECT_EQ(duel->outcome()->frame, 973);
}

TEST_F(DialogueTest, EndOutsideTheRulesIsOneMoreMessage) {
  start_match();
  start_game();
  come_to_control();
  end_game(duel::Seat::two, duel::Cause::resigned);
  ASSERT_THAT(requests, SizeIs(1));
  EXPECT_THAT(requests[0], StartsWith("ID=75 "));
  EXPECT_THAT(requests[0], HasSubstr(" YE=------- "));
  EXPECT_THAT(requests[0], EndsWith(" END=1 "));
}

TEST_F(DialogueTest, NextGameBeginsWithIdOneAndNoPosition) {
  start_match();
  start_game();
  come_to_control();
  end_game(duel::Seat::one, duel::Cause::time);
  EXPECT_THAT(requests, ElementsAre(EndsWith(" END=-1 ")));
  start_game();
  hear(update());
  ASSERT_THAT(requests, SizeIs(1));
  EXPECT_THAT(requests[0], StartsWith("ID=1 "));
  EXPECT_THAT(requests[0], HasSubstr(" YX=0 YY=0 YR=0 "));
  say("ID=75");  // to the message with END
  EXPECT_THAT(sent, IsEmpty());
  EXPECT_EQ(dialogue->awaited(), 1);
}

TEST_F(DialogueTest, MatchContinuesAfterALostConnection) {
  start_match();
  start_game();
  come_to_control();
  say("ID=74 X=6 R=3");
  dialogue->matches().disconnected();
  connect();
  ASSERT_THAT(sent, SizeIs(1));
  const auto resume = std::get<proto::Resume>(sent[0]);
  EXPECT_EQ(resume.token, "key");
  EXPECT_EQ(resume.last, number);
  EXPECT_EQ(resume.subscription, proto::Subscription::frames);
  hear(newest);  // its answer had not arrived
  EXPECT_THAT(requests, IsEmpty());
  EXPECT_EQ(said().clock, 73);
  EXPECT_EQ(said().input, place(6, rules::Rotation::left));
}

TEST_F(DialogueTest, AnswerWithoutAConnectionWaitsForTheNext) {
  start_match();
  start_game();
  come_to_control();
  dialogue->matches().disconnected();
  say("ID=74 X=6 R=3");
  EXPECT_THAT(sent, IsEmpty());
  connect();
  hear(newest);
  EXPECT_EQ(said().input, place(6, rules::Rotation::left));
}

// A server that was started again shows a view when the seat is taken back, and asks when the other one is, too.
TEST_F(DialogueTest, AQuestionMayComeAfterItsView) {
  for (const bool responds_first : {true, false}) {
    SCOPED_TRACE(responds_first);
    make({.terms = terms, .matches = 1});
    connect();
    game = 0;
    start_match();
    start_game();
    proto::Update shown = update();
    shown.answer_due = false;
    hear(shown);
    EXPECT_THAT(requests, ElementsAre(StartsWith("ID=1 ")));
    if (responds_first) say("ID=1");
    EXPECT_THAT(sent, IsEmpty());
    shown.answer_due = true;
    hear(shown);
    EXPECT_THAT(requests, IsEmpty()) << "the program knows the view";
    if (!responds_first) say("ID=1");
    ASSERT_THAT(sent, SizeIs(1));
    EXPECT_EQ(std::get<proto::Decide>(sent[0]).clock, 0);
    EXPECT_EQ(dialogue->counts().late, 0);
  }
}

TEST_F(DialogueTest, MatchThatIsOverAfterALostConnectionIsForgotten) {
  start_match();
  dialogue->matches().disconnected();
  connect();
  hear(proto::Error{.code = proto::ErrorCode::unknown_match, .text = "over", .match = kMatch, .id = 0});
  ASSERT_THAT(ended, SizeIs(1));
  EXPECT_TRUE(ended[0].is_lost);
  EXPECT_TRUE(dialogue->matches().is_over());
}

TEST_F(DialogueTest, RefusedRequestIsRepeated) {
  hear(proto::Error{.code = proto::ErrorCode::busy, .text = "full", .match = std::nullopt, .id = 0});
  EXPECT_TRUE(dialogue->matches().are_requests_refused());
  EXPECT_THAT(sent, IsEmpty());
  dialogue->matches().request_again();
  collect();
  EXPECT_FALSE(dialogue->matches().are_requests_refused());
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_TRUE(std::holds_alternative<proto::QuickMatch>(sent[0]));
}

TEST_F(DialogueTest, OnlyTheNewestResponsesAreKept) {
  start_match();
  start_game();
  come_to_control();
  for (int i = 0; i < 1000; ++i) say("ID=72 X=1 R=0");
  for (int i = 0; i < 256; ++i) say("ID=974 X=2 R=0");
  say("ID=74");
  EXPECT_EQ(said().input, duel::Input{});
}

TEST_F(DialogueTest, LeavingResignsTheMatch) {
  start_match();
  dialogue->matches().stop();
  collect();
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_EQ(std::get<proto::Leave>(sent[0]), (proto::Leave{kMatch, duel::Seat::two}));
  EXPECT_FALSE(dialogue->matches().is_over());
  proto::MatchEnd end;
  end.match = kMatch;
  end.seat = duel::Seat::two;
  end.wins = {1, 0};
  end.cause = duel::Cause::resigned;
  hear(end);
  EXPECT_TRUE(dialogue->matches().is_over());
  EXPECT_EQ(dialogue->matches().totals().lost, 1);
}

TEST_F(DialogueTest, MessageIsShownOnceUntilItChanges) {
  start_match();
  start_game();
  hear(update());
  say("ID=1 MSG=thinking,hard");
  EXPECT_THAT(messages, ElementsAre("thinking", "hard"));
  say("ID=1 MSG=thinking,hard");
  EXPECT_THAT(messages, IsEmpty());
}

TEST_F(DialogueTest, PurpleIsAFailure) {
  start_match();
  start_game();
  proto::Update purple = update();
  purple.view.opponent.field.put(1, 1, rules::Cell::purple);
  hear(purple);
  EXPECT_THAT(requests, IsEmpty());
  EXPECT_THAT(dialogue->matches().why_failed(), HasSubstr("a colour that the reference does not know"));
}

TEST_F(RealDialogueTest, NoAnswerIsAwaitedAndRequestOneIsMadeUp) {
  start_match();
  start_game();
  newest = update(duel->step({}));
  newest.answer_due = false;
  hear(newest);
  ASSERT_THAT(requests, ElementsAre(StartsWith("ID=1 "), StartsWith("ID=2 ")));
  EXPECT_THAT(requests[0], ContainsRegex(" YP=00[456][456] OP=00[456][456] "));
  EXPECT_THAT(requests[1], HasSubstr(" YE=W------ "));
  EXPECT_EQ(dialogue->awaited(), std::nullopt);
}

TEST_F(RealDialogueTest, DecisionIsForTheCurrentPair) {
  start_match();
  start_game();
  for (int frame = 1; frame <= 80; ++frame) {
    newest = update(duel->step({}));
    newest.answer_due = false;
    hear(newest);
  }
  say("ID=74 X=2 R=0");
  say("ID=75 X=6 R=3");
  EXPECT_THAT(sent, IsEmpty());
  end_output();
  EXPECT_EQ(said().clock, 80);
  EXPECT_EQ(said().input, place(6, rules::Rotation::left));
  say("ID=80");
  end_output();
  EXPECT_THAT(sent, IsEmpty());
}

TEST_F(ArrangedDialogueTest, MatchesArePlayedInTurnAndNoneIsRequested) {
  EXPECT_THAT(sent, IsEmpty());
  for (int i = 0; i < 2; ++i) {
    start_match();
    EXPECT_EQ(begin, duel::Seat::two);
    EXPECT_THAT(sent, IsEmpty());
    game = 0;
    start_game();
    come_to_control();
    say("ID=74 X=6 R=3");
    EXPECT_EQ(said().input, place(6, rules::Rotation::left));
    end_match();
    EXPECT_THAT(sent, IsEmpty());
    EXPECT_FALSE(dialogue->matches().is_over());
  }
  EXPECT_EQ(dialogue->matches().totals().matches, 2);
}

TEST_F(ArrangedDialogueTest, HostMayChooseTheClock) {
  terms.clock = proto::Clock::real;
  start_match();
  start_game();
  for (int frame = 1; frame <= 80; ++frame) {
    newest = update(duel->step({}));
    newest.answer_due = false;
    hear(newest);
  }
  say("ID=81 X=6 R=3");
  EXPECT_THAT(sent, IsEmpty());
  end_output();
  EXPECT_EQ(said().input, place(6, rules::Rotation::left));
}

TEST_F(ArrangedDialogueTest, SecondMatchAtTheSameTimeIsResigned) {
  start_match();
  start_match(proto::MatchId{32});
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_EQ(std::get<proto::Leave>(sent[0]).match, proto::MatchId{32});
  start_game();
  EXPECT_EQ(dialogue->matches().why_failed(), "");
}

TEST_F(ArrangedDialogueTest, SeatIsTakenOverAgain) {
  start_match();
  dialogue->matches().disconnected();
  connect({"arranged"});
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_EQ(std::get<proto::Resume>(sent[0]).subscription, proto::Subscription::frames);
}

TEST_F(ArrangedDialogueTest, UnbridgeableMatchIsAFailure) {
  for (const auto& [id, why] : {std::pair("jaist-1", "is played by turns"), {"tsu-9", "not known here"}}) {
    make({});
    connect({"arranged"});
    terms.ruleset = id;
    start_match();
    EXPECT_THAT(dialogue->matches().why_failed(), HasSubstr(why));
    EXPECT_EQ(begin, std::nullopt);
  }
}

TEST_F(ArrangedDialogueTest, BenchedEndsTheSession) {
  hear(proto::Error{.code = proto::ErrorCode::benched, .text = "out of the cup", .match = std::nullopt, .id = 0});
  EXPECT_EQ(dialogue->matches().why_failed(), "the server refuses: out of the cup");
}

TEST_F(DialogueTest, HostAsSourceNeedsNoFeatureOfTheServer) {
  session::MatchPlan plan;
  plan.source = session::MatchSource::host;
  make(plan);
  connect();
  EXPECT_THAT(sent, IsEmpty());
  start_match();
  EXPECT_EQ(begin, duel::Seat::two);
  hear(proto::Error{.code = proto::ErrorCode::benched, .text = "out of the cup", .match = std::nullopt, .id = 0});
  EXPECT_EQ(dialogue->matches().why_failed(), "");
  EXPECT_THAT(notices, ElementsAre(HasSubstr("out of the cup")));
}

TEST(Rulesets, OnlyFramesAndFourColoursCanBeBridged) {
  EXPECT_EQ(why_unbridgeable(tsu()), std::nullopt);
  for (const rules::Ruleset& ruleset : rules::published_rulesets()) {
    const bool can = ruleset.pacing == rules::Pacing::frames && ruleset.colours <= 4;
    EXPECT_EQ(why_unbridgeable(ruleset) == std::nullopt, can) << ruleset.id;
  }
}

}  // namespace
}  // namespace rensa::bridge
