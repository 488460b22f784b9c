#include "clients/session/match_tracker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/clients/session/fake_server.h"

namespace rensa::session {
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

class SilentPlayer : public MatchTracker::Listener {
  void game_began(const MatchTracker::Seat&, std::optional<std::uint64_t>) override {}
  void updated(MatchTracker::Seat&, const proto::Update&) override {}
  void game_ended(const MatchTracker::Seat&, const proto::GameEnd&) override {}
};

// A tracker and the results of the last call.
class MatchTrackerTest : public testing::Test {
 protected:
  void begin(const MatchPlan& plan) { tracker.emplace(plan, player); }
  void collect() {
    Actions actions = tracker->take_actions();
    sent = std::move(actions.send);
    ended = std::move(actions.ended);
    notices = std::move(actions.notices);
  }
  void connect(const std::vector<std::string>& features) {
    proto::Welcome welcome;
    welcome.features = features;
    tracker->connected(welcome);
    collect();
  }
  void hear(const proto::ServerMessage& message) {
    tracker->hear(message);
    collect();
  }

  SilentPlayer player;
  std::optional<MatchTracker> tracker;
  std::vector<proto::ClientMessage> sent;
  std::vector<MatchReport> ended;
  std::vector<std::string> notices;
};

TEST_F(MatchTrackerTest, HostAsSourceNeedsNoFeatureOfTheServer) {
  MatchPlan plan;
  plan.source = MatchSource::host;
  begin(plan);
  connect({});
  EXPECT_THAT(sent, IsEmpty());
  const FakeMatch match(5, duel::Seat::one, turns());
  hear(match.start());
  EXPECT_THAT(sent, IsEmpty());
  hear(match.end());
  EXPECT_THAT(ended, SizeIs(1));
}

TEST_F(MatchTrackerTest, ChallengesAsSourceRequestNothingAndPlayEachMatch) {
  MatchPlan plan;
  plan.source = MatchSource::challenges;
  begin(plan);
  connect({});
  EXPECT_THAT(sent, IsEmpty());
  const FakeMatch one(5, duel::Seat::two, turns());
  const FakeMatch two(6, duel::Seat::two, {});
  hear(one.start());
  hear(two.start());
  EXPECT_THAT(sent, IsEmpty());
  for (const FakeMatch* match : {&one, &two}) {
    hear(match->end());
    EXPECT_THAT(ended, SizeIs(1));
    EXPECT_THAT(sent, IsEmpty());
    EXPECT_FALSE(tracker->is_over());
  }
}

TEST_F(MatchTrackerTest, TextsOfTheServerCannotChangeATerminal) {
  const std::string text = "\x1B[2Jno\u009B\nsecond line\u202E\xFF";
  begin({});
  connect({});
  hear(proto::Error{.code = proto::ErrorCode::rate, .text = text, .match = std::nullopt, .id = 0});
  EXPECT_THAT(notices, ElementsAre("the server says: ?[2Jno??second line??"));
  hear(proto::Error{.code = proto::ErrorCode::token, .text = text, .match = std::nullopt, .id = 0});
  EXPECT_EQ(tracker->why_failed(), "the server refuses: ?[2Jno??second line??");
}

TEST_F(MatchTrackerTest, TellsMessagesOfTheOrganisersOnce) {
  const auto event = [](const std::string& tournament, std::uint64_t number, const std::string& text) {
    return proto::TournamentEvent{.tournament = tournament, .number = number, .event = text};
  };
  const std::string message = R"({"n":7,"event":"message","text":"The final begins at 18:00\u202E","sent":"x"})";
  begin({});
  connect({});
  hear(event("spring-cup", 7, message));
  EXPECT_THAT(notices, ElementsAre("the organisers of spring-cup say: The final begins at 18:00?"));
  hear(event("spring-cup", 7, message));
  EXPECT_THAT(notices, IsEmpty()) << "it comes again after a lost connection";
  hear(event("autumn-cup", 3, message));
  EXPECT_THAT(notices, SizeIs(1));
  hear(event("spring-cup", 8, R"({"n":8,"event":"message","text":"The final begins at 18:00","sent":"x"})"));
  EXPECT_THAT(notices, SizeIs(1));
  for (const std::string other : {"", "{}", "[]", R"({"event":7})", R"({"event":"message"})",
                                  R"({"event":"message","text":7})", R"({"event":"joined","text":"x"})"}) {
    hear(event("spring-cup", 99, other));
    EXPECT_THAT(notices, IsEmpty()) << other;
  }
}

TEST_F(MatchTrackerTest, OtherSessionsRequestMatchesAndResignUnexpectedOnes) {
  begin({});
  connect({"sings"});
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_TRUE(std::holds_alternative<proto::QuickMatch>(sent[0]));
  hear(FakeMatch(5, duel::Seat::one, {}).start());
  EXPECT_THAT(sent, IsEmpty());
  hear(FakeMatch(6, duel::Seat::one, {}).start());
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_EQ(std::get<proto::Leave>(sent[0]).match, proto::MatchId{6});
}

TEST_F(MatchTrackerTest, StoppingTakesBackTheOfferToPlayArrangedMatchesFirst) {
  MatchPlan plan;
  plan.source = MatchSource::host;
  begin(plan);
  connect({});
  hear(FakeMatch(5, duel::Seat::one, {}).start());
  tracker->stop();
  collect();
  ASSERT_THAT(sent, SizeIs(2));
  EXPECT_EQ(std::get<proto::Leave>(sent[0]), proto::Leave{.arranged = true});
  EXPECT_EQ(std::get<proto::Leave>(sent[1]).match, proto::MatchId{5});
}

TEST_F(MatchTrackerTest, UnknownRulesetOfAHostIsAFailure) {
  begin({});
  connect({"arranged"});
  proto::Terms terms;
  terms.ruleset = "tsu-9";
  hear(FakeMatch(5, duel::Seat::one, terms).start());
  EXPECT_EQ(tracker->why_failed(), "the server began a match of tsu-9, which is not known here");
}

TEST_F(MatchTrackerTest, AnotherRulesetThanTheRequestedOneIsAFailure) {
  begin({});
  connect({});
  hear(FakeMatch(5, duel::Seat::one, turns()).start());
  EXPECT_EQ(tracker->why_failed(), "the server began a match of jaist-1 where one of tsu-1 was requested");
}

TEST_F(MatchTrackerTest, MatchesFarBeyondTheSlotsAreLeft) {
  for (const MatchSource source : {MatchSource::host, MatchSource::challenges}) {
    MatchPlan plan;
    plan.source = source;
    plan.slots = 2;
    begin(plan);
    connect({});
    constexpr int kLast = 2 + MatchTracker::kMatchesBeyondSlots;
    for (int match = 1; match <= kLast; ++match) {
      hear(FakeMatch(static_cast<std::uint64_t>(match), duel::Seat::one, {}).start());
      EXPECT_THAT(sent, IsEmpty()) << "several tournaments may begin matches";
    }
    hear(FakeMatch(1'007, duel::Seat::two, {}).start());
    EXPECT_THAT(sent, ElementsAre(proto::ClientMessage(proto::Leave{proto::MatchId{1'007}, duel::Seat::two})));
    hear(FakeMatch(1, duel::Seat::one, {}).start());
    EXPECT_THAT(sent, IsEmpty()) << "it is known";
    hear(FakeMatch(1, duel::Seat::one, {}).end());
    hear(FakeMatch(1'008, duel::Seat::one, {}).start());
    EXPECT_THAT(sent, IsEmpty());
    tracker->disconnected();
    connect({});
    hear(FakeMatch(1'009, duel::Seat::one, {}).start());
    EXPECT_THAT(sent, IsEmpty()) << "the server may have lost the two others";
  }
}

TEST_F(MatchTrackerTest, StoppingResignsRunningMatchesAndThoseThatStillBegin) {
  MatchPlan plan;
  plan.slots = 2;
  begin(plan);
  connect({"arranged"});
  const FakeMatch played(5, duel::Seat::one, {});
  const FakeMatch late(6, duel::Seat::one, {});
  hear(played.start());
  tracker->stop();
  collect();
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_EQ(std::get<proto::Leave>(sent[0]).match, proto::MatchId{5});
  hear(late.start());
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_EQ(std::get<proto::Leave>(sent[0]).match, proto::MatchId{6});
  hear(played.end());
  EXPECT_FALSE(tracker->is_over());
  hear(late.end());
  EXPECT_TRUE(tracker->is_over());
}

TEST_F(MatchTrackerTest, SeatThatAnotherSessionTakesOverIsForgotten) {
  begin({});
  connect({});
  hear(FakeMatch(5, duel::Seat::one, {}).start());
  hear(proto::Error{proto::ErrorCode::unknown_match, "it is over", proto::MatchId{5}, 0});
  EXPECT_THAT(ended, IsEmpty());  // it is being played
  hear(proto::Error{proto::ErrorCode::not_yours, "another connection has taken this seat over", proto::MatchId{5}, 0});
  ASSERT_THAT(ended, SizeIs(1));
  EXPECT_TRUE(ended[0].is_lost);
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_TRUE(std::holds_alternative<proto::QuickMatch>(sent[0]));
}

TEST_F(MatchTrackerTest, StoppedWithoutAConnectionItResignsOnTheNextOne) {
  begin({});
  connect({"arranged"});
  hear(FakeMatch(5, duel::Seat::one, {}).start());
  tracker->disconnected();
  tracker->stop();
  collect();
  EXPECT_THAT(sent, IsEmpty());
  connect({"arranged"});
  ASSERT_THAT(sent, SizeIs(2));
  EXPECT_EQ(std::get<proto::Resume>(sent[0]).match, proto::MatchId{5});
  EXPECT_EQ(std::get<proto::Leave>(sent[1]).match, proto::MatchId{5});
}

TEST_F(MatchTrackerTest, BenchedEndsOnlyASessionThatIsBoundToTheTournament) {
  const proto::Error benched{proto::ErrorCode::benched, "out after three crashes", std::nullopt, 0};
  begin({});
  connect({"arranged"});
  hear(benched);
  EXPECT_EQ(tracker->why_failed(), "the server refuses: out after three crashes");
  EXPECT_TRUE(tracker->is_dismissed());

  MatchPlan plan;
  plan.source = MatchSource::host;
  begin(plan);
  connect({});
  hear(benched);
  EXPECT_EQ(tracker->why_failed(), "");
  EXPECT_THAT(notices, ElementsAre(HasSubstr("out after three crashes")));

  begin({});
  hear(benched);  // in the place of Welcome
  EXPECT_THAT(tracker->why_failed(), HasSubstr("out after three crashes"));
  EXPECT_FALSE(tracker->is_dismissed());
}

TEST_F(MatchTrackerTest, BenchedPlayerPlaysItsRunningMatchesToTheirEnd) {
  begin({});
  connect({"arranged"});
  const FakeMatch match(5, duel::Seat::one, {});
  hear(match.start());
  hear(proto::Error{proto::ErrorCode::benched, "the tournament is over", std::nullopt, 0});
  EXPECT_EQ(tracker->why_failed(), "");
  hear(match.end());
  EXPECT_EQ(tracker->why_failed(), "the server refuses: the tournament is over");
  EXPECT_EQ(tracker->totals().matches, 1);
}

TEST_F(MatchTrackerTest, OpponentIsChallengedOnceForEachMatch) {
  MatchPlan plan;
  plan.opponent = "Ringo";
  plan.slots = 2;
  plan.matches = 2;
  begin(plan);
  proto::Welcome welcome;
  welcome.name = "bot";
  tracker->connected(welcome);
  collect();
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_EQ(std::get<proto::Challenge>(sent[0]).opponent, "Ringo");

  hear(proto::Challenged{proto::ChallengeId{8}, "carl", {}});
  EXPECT_THAT(sent, ElementsAre(proto::ClientMessage(proto::Decline{proto::ChallengeId{8}})));
  hear(proto::Challenged{proto::ChallengeId{9}, "bot", {}});
  EXPECT_THAT(sent, IsEmpty());
  hear(proto::ChallengeEnded{proto::ChallengeId{8}, "declined"});
  hear(proto::ChallengeEnded{proto::ChallengeId{9}, "accepted"});
  EXPECT_THAT(sent, IsEmpty());
  EXPECT_EQ(tracker->why_failed(), "");

  const FakeMatch match(5, duel::Seat::one, {});
  hear(match.start());
  ASSERT_THAT(sent, SizeIs(1)) << "the next challenge, for the second slot";
  EXPECT_TRUE(std::holds_alternative<proto::Challenge>(sent[0]));
}

TEST_F(MatchTrackerTest, ChallengeThatIsDeclinedEndsTheSessionAfterItsMatches) {
  MatchPlan plan;
  plan.opponent = "Ringo";
  plan.slots = 2;
  begin(plan);
  proto::Welcome welcome;
  welcome.name = "bot";
  tracker->connected(welcome);
  const FakeMatch match(5, duel::Seat::one, {});
  proto::MatchStart start = match.start();
  start.players = {"bot-2", "Ringo"};  // the name that the server calls us from now on
  hear(start);
  hear(proto::Challenged{proto::ChallengeId{9}, "bot-2", {}});
  hear(proto::ChallengeEnded{proto::ChallengeId{9}, "declined"});
  EXPECT_EQ(tracker->why_failed(), "");
  hear(match.end());
  EXPECT_THAT(sent, IsEmpty());
  EXPECT_EQ(tracker->why_failed(), "Ringo does not play: declined");
}

TEST_F(MatchTrackerTest, ChallengeIsRepeatedWhileTheOpponentIsNotBackAfterALostConnection) {
  MatchPlan plan;
  plan.opponent = "Ringo";
  begin(plan);
  connect({});
  tracker->disconnected();
  connect({});
  const proto::Error unknown{proto::ErrorCode::unknown_player, "nobody has this name", std::nullopt, 0};
  for (int i = 0; i < 10; ++i) {
    hear(unknown);
    EXPECT_TRUE(tracker->are_requests_refused());
    EXPECT_EQ(tracker->why_failed(), "");
    tracker->request_again();
    collect();
    EXPECT_THAT(sent, SizeIs(1));
  }
  hear(unknown);
  EXPECT_EQ(tracker->why_failed(), "the server refuses: nobody has this name");
}

TEST_F(MatchTrackerTest, OpenChallengeIsWithdrawnWhenTheClientStops) {
  MatchPlan plan;
  plan.opponent = "Ringo";
  for (const bool is_numbered : {false, true}) {
    begin(plan);
    proto::Welcome welcome;
    welcome.name = "bot";
    tracker->connected(welcome);
    if (is_numbered) tracker->hear(proto::Challenged{proto::ChallengeId{9}, "bot", {}});
    collect();
    tracker->stop();
    collect();
    const proto::ClientMessage wanted = is_numbered ? proto::ClientMessage(proto::Decline{proto::ChallengeId{9}})
                                                    : proto::ClientMessage(proto::Leave{});
    EXPECT_THAT(sent, ElementsAre(wanted));
  }
}

}  // namespace
}  // namespace rensa::session
