#include "server/lobby/player_requests.h"

#include <gtest/gtest.h>

#include "server/match/series.h"
#include "tests/server/lobby/test_lobby.h"

namespace rensa::lobby {
namespace {

using proto::Clock;
using namespace std::chrono_literals;
using tests::terms_of;
using tests::TestLobby;

TEST(PlayerRequests, QuickMatchesPairEqualTermsOnly) {
  TestLobby server;
  const base::PlayerId a = server.enter("a");
  const base::PlayerId b = server.enter("b");
  const base::PlayerId c = server.enter("c");
  server.say(a, proto::QuickMatch{terms_of(Clock::virtual_time, 1), {}});
  server.say(b, proto::QuickMatch{terms_of(Clock::virtual_time, 2), {}});
  EXPECT_EQ(server.lobby.matches().count(), 0U);
  server.say(c, proto::QuickMatch{terms_of(Clock::virtual_time, 2), {}});
  EXPECT_EQ(server.lobby.matches().count(), 1U);
  EXPECT_EQ(server.last<proto::MatchStart>(c)->players, (std::array<std::string, 2>{"b", "c"}));
  EXPECT_FALSE(server.last<proto::MatchStart>(a));
}

TEST(PlayerRequests, AQuickMatchNeverPairsASessionWithItself) {
  TestLobby server;
  const base::PlayerId a = server.enter("a");
  server.say(a, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  server.say(a, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_EQ(server.lobby.matches().count(), 0U);
  const base::PlayerId b = server.enter("b");
  server.say(b, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  server.say(b, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_EQ(server.lobby.matches().count(), 2U);
}

TEST(PlayerRequests, CancelledQuickMatchesPairNoPlayers) {
  TestLobby server;
  const base::PlayerId a = server.enter("a");
  const base::PlayerId b = server.enter("b");
  server.say(a, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  server.say(a, proto::Leave{});
  server.say(b, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_EQ(server.lobby.matches().count(), 0U);
  server.lobby.leave(b, server.now);
  server.say(a, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_EQ(server.lobby.matches().count(), 0U);
}

TEST(PlayerRequests, AChallengeEndsAcceptedDeclinedWithdrawnOrGone) {
  TestLobby server;
  const base::PlayerId a = server.enter("a");
  const base::PlayerId b = server.enter("b");
  const proto::Challenge wanted{.opponent = "b", .terms = terms_of(Clock::real), .subscription = {}};
  server.say(a, wanted);
  server.say(b, proto::Decline{server.last<proto::Challenged>(b)->challenge});
  EXPECT_EQ(server.last<proto::ChallengeEnded>(a)->why, "declined");
  server.say(a, wanted);
  server.say(a, proto::Decline{server.last<proto::Challenged>(a)->challenge});
  EXPECT_EQ(server.last<proto::ChallengeEnded>(b)->why, "withdrawn");
  server.say(a, wanted);
  server.say(b, proto::Accept{server.last<proto::Challenged>(b)->challenge, {}});
  EXPECT_EQ(server.last<proto::ChallengeEnded>(a)->why, "accepted");
  EXPECT_EQ(server.last<proto::MatchStart>(a)->players, (std::array<std::string, 2>{"a", "b"}));
  server.say(a, wanted);
  server.lobby.leave(a, server.now);
  EXPECT_EQ(server.last<proto::ChallengeEnded>(b)->why, "gone");
  server.say(b, proto::Accept{server.last<proto::Challenged>(b)->challenge, {}});
  EXPECT_EQ(server.last<proto::Error>(b)->code, proto::ErrorCode::unknown_challenge);
}

TEST(PlayerRequests, AnswersEveryMessageAboutAnUnknownMatch) {
  TestLobby server;
  const base::PlayerId a = server.enter("a");
  const proto::MatchId none{77};
  for (const proto::ClientMessage& message : std::initializer_list<proto::ClientMessage>{
           proto::Leave{none, duel::Seat::one}, proto::Watch{none, {}}, proto::Unwatch{none},
           proto::Decide{.match = none, .seat = {}, .game = 1, .clock = 0, .id = 0, .input = {}},
           proto::Resume{.match = none, .seat = {}, .token = "t", .last = 0, .subscription = {}}}) {
    server.take(a);
    server.say(a, message);
    ASSERT_TRUE(server.last<proto::Error>(a)) << message.index();
    EXPECT_EQ(server.last<proto::Error>(a)->code, proto::ErrorCode::unknown_match);
  }
}

// Two players that challenge each other.
class MutualChallenge : public testing::Test {
 protected:
  void challenge(base::PlayerId player, const proto::Terms& terms, proto::Subscription subscription = {}) {
    server.say(player, proto::Challenge{player == a ? "b" : "a", terms, subscription});
  }
  std::size_t asked(base::PlayerId player) { return tests::all_of<proto::Challenged>(server.sent[player]).size(); }

  TestLobby server;
  base::PlayerId a = server.enter("a");
  base::PlayerId b = server.enter("b");
};

TEST_F(MutualChallenge, StartsOneMatch) {
  challenge(a, terms_of(Clock::real, 3));
  challenge(b, terms_of(Clock::real, 3));
  EXPECT_EQ(server.lobby.matches().count(), 1U);
  for (const base::PlayerId player : {a, b}) {
    ASSERT_EQ(asked(player), 1U);
    ASSERT_TRUE(server.last<proto::ChallengeEnded>(player));
    EXPECT_EQ(server.last<proto::ChallengeEnded>(player)->challenge, server.last<proto::Challenged>(player)->challenge);
    EXPECT_EQ(server.last<proto::ChallengeEnded>(player)->why, "accepted");
    EXPECT_EQ(server.last<proto::MatchStart>(player)->players, (std::array<std::string, 2>{"a", "b"}));
  }
}

TEST_F(MutualChallenge, UsesTheQueueOfTheFirst) {
  const proto::MatchId before = server.start(terms_of(Clock::real));
  server.say(server.one, proto::Leave{before, duel::Seat::one});
  server.save_all();
  proto::Terms again = terms_of(Clock::real);
  again.queue_of = 1;
  challenge(a, again);
  challenge(b, terms_of(Clock::real));
  ASSERT_TRUE(server.last<proto::MatchStart>(b));
  EXPECT_EQ(server.last<proto::MatchStart>(b)->terms, again);
  challenge(b, terms_of(Clock::real, 3));
  proto::Terms other = terms_of(Clock::real, 3);
  other.queue_of = 1;
  challenge(a, other);
  EXPECT_EQ(server.lobby.matches().count(), 2U);
  EXPECT_EQ(server.last<proto::MatchStart>(a)->terms.queue_of, 0U);
}

TEST_F(MutualChallenge, ChallengesWithOtherTermsStartNoMatch) {
  challenge(a, terms_of(Clock::real, 3));
  challenge(b, terms_of(Clock::real, 5));
  proto::Terms first_to = terms_of(Clock::real, 3);
  first_to.first_to = 2;
  challenge(b, first_to);
  challenge(b, terms_of(Clock::virtual_time, 3));
  EXPECT_EQ(server.lobby.matches().count(), 0U);
}

TEST_F(MutualChallenge, AChallengeByAThirdPlayerIsNoAnswer) {
  const base::PlayerId c = server.enter("c");
  challenge(a, terms_of(Clock::real));
  server.say(c, proto::Challenge{.opponent = "a", .terms = terms_of(Clock::real)});
  EXPECT_EQ(server.lobby.matches().count(), 0U) << "another player was challenged";
}

TEST_F(MutualChallenge, ARepeatedChallengeIsSentOnce) {
  challenge(a, terms_of(Clock::real));
  challenge(a, terms_of(Clock::real), proto::Subscription::steering);
  EXPECT_EQ(asked(b), 1U);
  const auto sent = tests::all_of<proto::Challenged>(server.sent[a]);
  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(sent[0], sent[1]);
  server.say(b, proto::Accept{sent[0].challenge, {}});
  server.say(b, proto::Accept{sent[0].challenge, {}});
  EXPECT_EQ(server.lobby.matches().count(), 1U);
  tests::pass_frames(server, 2);
  EXPECT_TRUE(server.last<proto::Update>(a) && server.last<proto::Update>(a)->view.own.motion) << "the last one counts";
}

TEST_F(MutualChallenge, ANewChallengeReplacesTheEarlierOne) {
  challenge(a, terms_of(Clock::real, 3));
  const auto first = *server.last<proto::Challenged>(b);
  challenge(a, terms_of(Clock::real, 5));
  EXPECT_EQ(server.last<proto::ChallengeEnded>(b)->challenge, first.challenge);
  EXPECT_EQ(server.last<proto::ChallengeEnded>(b)->why, "withdrawn");
  EXPECT_EQ(server.last<proto::Challenged>(b)->terms.games, 5);
  server.say(b, proto::Accept{first.challenge, {}});
  EXPECT_EQ(server.last<proto::Error>(b)->code, proto::ErrorCode::unknown_challenge);
  server.say(b, proto::Accept{server.last<proto::Challenged>(b)->challenge, {}});
  EXPECT_EQ(server.lobby.matches().count(), 1U);
}

TEST(PlayerRequests, TheCodeOfAnInvitationStartsTheMatch) {
  TestLobby server;
  const base::PlayerId a = server.enter("a");
  const base::PlayerId b = server.enter("b");
  server.say(a, proto::Invite{terms_of(Clock::real, 3), proto::Subscription::steering});
  const auto invited = server.last<proto::Invited>(a);
  ASSERT_TRUE(invited);
  server.say(b, proto::Join{"nonce-0", {}});
  EXPECT_EQ(server.last<proto::Error>(b)->code, proto::ErrorCode::unknown_challenge);
  server.say(a, proto::Join{invited->code, {}});
  EXPECT_EQ(server.last<proto::Error>(a)->code, proto::ErrorCode::unknown_challenge);
  EXPECT_EQ(server.lobby.matches().count(), 0U);
  server.say(b, proto::Join{invited->code, {}});
  ASSERT_TRUE(server.last<proto::MatchStart>(a));
  EXPECT_EQ(server.last<proto::MatchStart>(a)->players, (std::array<std::string, 2>{"a", "b"}));
  EXPECT_EQ(server.last<proto::MatchStart>(b)->terms, terms_of(Clock::real, 3));
  server.take(b);
  server.say(b, proto::Join{invited->code, {}});
  EXPECT_EQ(server.last<proto::Error>(b)->code, proto::ErrorCode::unknown_challenge);
}

TEST(PlayerRequests, AnInvitationEndsWhenItIsWithdrawnOrReplacedOrItsSessionLeaves) {
  TestLobby server;
  const base::PlayerId b = server.enter("b");
  const proto::Invite invite{terms_of(Clock::real), {}};
  const auto is_open = [&](const std::string& code) {
    server.take(b);
    server.say(b, proto::Join{code, {}});
    return server.last<proto::MatchStart>(b).has_value();
  };
  const base::PlayerId a = server.enter("a");
  server.say(a, invite);
  const std::string withdrawn = server.last<proto::Invited>(a)->code;
  server.say(a, proto::Leave{});
  EXPECT_FALSE(is_open(withdrawn));
  server.say(a, invite);
  const std::string replaced = server.last<proto::Invited>(a)->code;
  server.say(a, invite);
  EXPECT_FALSE(is_open(replaced));
  const std::string gone = server.last<proto::Invited>(a)->code;
  server.lobby.leave(a, server.now);
  EXPECT_FALSE(is_open(gone));
  EXPECT_FALSE(is_open(""));
}

TEST(PlayerRequests, InvitationsNeedPlayableTermsAndARunningServer) {
  TestLobby server;
  const base::PlayerId a = server.enter("a");
  const base::PlayerId b = server.enter("b");
  proto::Terms wrong = terms_of(Clock::real);
  wrong.ruleset = "jaist-1";
  server.say(a, proto::Invite{wrong, {}});
  EXPECT_EQ(server.last<proto::Error>(a)->code, proto::ErrorCode::terms);
  server.say(a, proto::Invite{terms_of(Clock::real), {}});
  server.lobby.drain(server.now + std::chrono::seconds(1), server.now);
  server.say(b, proto::Join{server.last<proto::Invited>(a)->code, {}});
  EXPECT_EQ(server.last<proto::Error>(b)->code, proto::ErrorCode::unknown_challenge);
  server.say(a, proto::Leave{});
  server.lobby.leave(a, server.now);
}

TEST(PlayerRequests, AMatchMayUseTheQueueOfAnEarlierGame) {
  TestLobby server;
  const proto::MatchId first = server.start(terms_of(Clock::real));
  server.say(server.one, proto::Leave{first, duel::Seat::one});
  server.save_all();
  ASSERT_EQ(server.saved.size(), 1U);
  const std::uint64_t seed = server.saved[0].record.setup.seed;
  proto::Terms again = terms_of(Clock::virtual_time, 2);
  again.queue_of = 1;
  const base::PlayerId a = server.enter("a");
  const base::PlayerId b = server.enter("b");
  server.say(a, proto::Invite{again, {}});
  server.say(b, proto::Join{server.last<proto::Invited>(a)->code, {}});
  ASSERT_EQ(server.lobby.matches().count(), 1U);
  EXPECT_EQ(server.lobby.snapshot().matches[0].terms.queue_of, 1U);
  tests::TestClient one(server, a, 1);
  tests::TestClient two(server, b, 2);
  tests::play_out(server, one, two);
  ASSERT_EQ(server.saved.size(), 3U);
  EXPECT_EQ(server.saved[1].record.setup.seed, seed);
  EXPECT_NE(server.saved[2].record.setup.seed, seed);
  EXPECT_EQ(tests::all_of<proto::GameEnd>(one.log)[0].seed, match::hex_of(seed));
}

TEST(PlayerRequests, AQueueOfAnotherRulesetOrAnUnknownRecordIsRefused) {
  TestLobby server;
  const proto::MatchId first = server.start(terms_of(Clock::turns));
  server.say(server.one, proto::Leave{first, duel::Seat::one});
  server.save_all();
  const base::PlayerId a = server.enter("a");
  const auto answer_to = [&](proto::Terms terms, std::uint64_t record) {
    terms.queue_of = record;
    server.take(a);
    server.say(a, proto::Challenge{.opponent = "nobody", .terms = terms, .subscription = {}});
    return server.last<proto::Error>(a)->code;
  };
  EXPECT_EQ(answer_to(terms_of(Clock::turns), 1), proto::ErrorCode::unknown_player);
  EXPECT_EQ(answer_to(terms_of(Clock::turns), 2), proto::ErrorCode::terms);
  EXPECT_EQ(answer_to(terms_of(Clock::turns), ~std::uint64_t{0}), proto::ErrorCode::terms);
  EXPECT_EQ(answer_to(terms_of(Clock::real), 1), proto::ErrorCode::terms);
  proto::Terms quick = terms_of(Clock::turns);
  quick.queue_of = 1;
  server.take(a);
  server.say(a, proto::QuickMatch{quick, {}});
  EXPECT_EQ(server.last<proto::Error>(a)->code, proto::ErrorCode::terms);
}

const proto::Challenge kToBot{.opponent = "bot", .terms = terms_of(Clock::real), .subscription = {}};

TEST(PlayerRequests, AChallengeToAnOpenPlayerStartsAtOnce) {
  TestLobby server;
  const base::PlayerId bot = server.enter("bot");
  server.lobby.open_to_challenges(bot, {.matches = 1, .subscription = proto::Subscription::frames});
  const base::PlayerId a = server.enter("a");
  server.say(a, kToBot);
  EXPECT_FALSE(server.last<proto::Challenged>(bot));
  EXPECT_FALSE(server.last<proto::ChallengeEnded>(bot));
  ASSERT_TRUE(server.last<proto::Challenged>(a));
  EXPECT_EQ(server.last<proto::ChallengeEnded>(a)->challenge, server.last<proto::Challenged>(a)->challenge);
  EXPECT_EQ(server.last<proto::ChallengeEnded>(a)->why, "accepted");
  ASSERT_TRUE(server.last<proto::MatchStart>(bot));
  EXPECT_EQ(server.last<proto::MatchStart>(bot)->seat, duel::Seat::two);
  EXPECT_EQ(server.last<proto::MatchStart>(a)->players, (std::array<std::string, 2>{"a", "bot"}));
}

TEST(PlayerRequests, AFullOpenPlayerIsBusyUntilAMatchEnds) {
  TestLobby server;
  const base::PlayerId bot = server.enter("bot");
  server.lobby.open_to_challenges(bot, {.matches = 1});
  const base::PlayerId a = server.enter("a");
  const base::PlayerId b = server.enter("b");
  EXPECT_EQ(server.lobby.snapshot().open, (std::vector<OpenPlayer>{{"bot", 1}}));
  server.say(a, kToBot);
  EXPECT_EQ(server.lobby.snapshot().open, (std::vector<OpenPlayer>{{"bot", 0}}));
  server.say(b, kToBot);
  EXPECT_EQ(server.last<proto::Error>(b)->code, proto::ErrorCode::busy);
  server.say(a, proto::Leave{server.last<proto::MatchStart>(a)->match, duel::Seat::one});
  server.save_all();
  server.say(b, kToBot);
  EXPECT_TRUE(server.last<proto::MatchStart>(b));
}

TEST(PlayerRequests, OpenSessionsWithOneNameShareTheMatches) {
  TestLobby server;
  const base::PlayerId one = server.enter("bot");
  const base::PlayerId two = server.enter("bot");
  const base::PlayerId asks = server.enter("bot");
  server.lobby.open_to_challenges(one, {.matches = 2});
  server.lobby.open_to_challenges(two, {.matches = 2});
  EXPECT_EQ(server.lobby.snapshot().open, (std::vector<OpenPlayer>{{"bot", 4}}));
  const base::PlayerId a = server.enter("a");
  server.say(a, kToBot);
  server.say(a, kToBot);
  EXPECT_EQ(tests::all_of<proto::MatchStart>(server.sent[one]).size(), 1U);
  EXPECT_EQ(tests::all_of<proto::MatchStart>(server.sent[two]).size(), 1U);
  EXPECT_FALSE(server.last<proto::Challenged>(asks));
  EXPECT_EQ(server.lobby.snapshot().open, (std::vector<OpenPlayer>{{"bot", 2}}));
}

TEST(PlayerRequests, AnOpenPlayerRefusesUnplayableTermsAndItself) {
  TestLobby server;
  const base::PlayerId bot = server.enter("bot");
  server.lobby.open_to_challenges(bot, {.matches = 2'000'000'000});
  server.say(bot, kToBot);
  EXPECT_EQ(server.last<proto::Error>(bot)->code, proto::ErrorCode::unknown_player);
  const base::PlayerId a = server.enter("a");
  proto::Challenge wrong = kToBot;
  wrong.terms.ruleset = "jaist-1";
  server.say(a, wrong);
  EXPECT_EQ(server.last<proto::Error>(a)->code, proto::ErrorCode::terms);
  EXPECT_EQ(server.lobby.matches().count(), 0U);
  EXPECT_EQ(server.lobby.snapshot().open[0].free, 1'024);
}

TEST(PlayerRequests, ASessionForArrangedMatchesIsNotOpen) {
  TestLobby server;
  const base::PlayerId bot{.number = 77};
  server.lobby.enter(bot, "bot", server.now, Access::arranged_matches_only);
  server.lobby.open_to_challenges(bot, {.matches = 1});
  EXPECT_TRUE(server.lobby.snapshot().open.empty());
}

// Returns the number of players with this prefix whose challenge to `to` was not refused.
int challenge_by_many(TestLobby& server, const std::string& prefix, const std::string& payer, const std::string& to,
                      int count) {
  int accepted = 0;
  for (int i = 0; i < count; ++i) {
    const base::PlayerId player = server.enter(prefix + std::to_string(i));
    server.lobby.presence().set_payer(player, {.name = payer, .is_guest = base::is_guest(player)});
    server.say(player, proto::Challenge{.opponent = to, .terms = terms_of(Clock::turns)});
    if (!server.last<proto::Error>(player)) ++accepted;
  }
  return accepted;
}

TEST(PlayerRequests, ChallengesToAPlayerHaveALimitThatItsChallengersShare) {
  TestLobby server;
  const base::PlayerId star = server.enter("star");
  const auto limit = static_cast<int>(LobbySettings{}.max_challenges_to_player);
  EXPECT_EQ(challenge_by_many(server, "flooding", "one address", "star", 2 * limit), limit);
  EXPECT_EQ(challenge_by_many(server, "fan", "another address", "star", 1), 1);
  const auto ended = tests::all_of<proto::ChallengeEnded>(server.take(star));
  ASSERT_EQ(ended.size(), 1U);
  EXPECT_EQ(ended[0].why, "crowded_out");
  EXPECT_EQ(challenge_by_many(server, "second", "another address", "star", limit), limit / 2 - 1)
      << "both have their half then";
  EXPECT_EQ(challenge_by_many(server, "again", "one address", "star", 1), 0);
}

}  // namespace
}  // namespace rensa::lobby
