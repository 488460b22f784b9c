#include "server/play/hall.h"

#include <gtest/gtest.h>

#include "server/play/commitment.h"
#include "tests/server/play/arena.h"

namespace rensa::play {
namespace {

using proto::Clock;
using namespace std::chrono_literals;
using tests::Arena;
using tests::terms_of;

TEST(Hall, QuickMatchesPairEqualTermsOnly) {
  Arena arena;
  const base::SessionId a = arena.enter("a");
  const base::SessionId b = arena.enter("b");
  const base::SessionId c = arena.enter("c");
  arena.say(a, proto::QuickMatch{terms_of(Clock::virtual_time, 1), {}});
  arena.say(b, proto::QuickMatch{terms_of(Clock::virtual_time, 2), {}});
  EXPECT_EQ(arena.hall.match_count(), 0U);
  arena.say(c, proto::QuickMatch{terms_of(Clock::virtual_time, 2), {}});
  EXPECT_EQ(arena.hall.match_count(), 1U);
  EXPECT_EQ(arena.last<proto::MatchStart>(c)->players, (std::array<std::string, 2>{"b", "c"}));
  EXPECT_FALSE(arena.last<proto::MatchStart>(a));
}

TEST(Hall, NobodyPlaysItselfByQuickMatch) {
  Arena arena;
  const base::SessionId a = arena.enter("a");
  arena.say(a, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  arena.say(a, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_EQ(arena.hall.match_count(), 0U);
  const base::SessionId b = arena.enter("b");
  arena.say(b, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  arena.say(b, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_EQ(arena.hall.match_count(), 2U);
}

TEST(Hall, WishesTakenBackPairNobody) {
  Arena arena;
  const base::SessionId a = arena.enter("a");
  const base::SessionId b = arena.enter("b");
  arena.say(a, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  arena.say(a, proto::Leave{});
  arena.say(b, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_EQ(arena.hall.match_count(), 0U);
  arena.hall.leave(b, arena.now);
  arena.say(a, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_EQ(arena.hall.match_count(), 0U);
}

TEST(Hall, NothingIsLeftOfWishesThatAreOver) {
  HallSettings settings;
  settings.max_wishes_per_member = 2;
  Arena arena(settings);
  const base::SessionId a = arena.enter("a");
  const base::SessionId b = arena.enter("b");
  for (int games = 1; games <= 5; ++games) arena.say(a, proto::QuickMatch{terms_of(Clock::virtual_time, games), {}});
  EXPECT_EQ(arena.last<proto::Error>(a)->code, proto::ErrorCode::busy);
  EXPECT_EQ(arena.hall.awaited_terms(), 2U) << "what was refused";
  arena.say(b, proto::QuickMatch{terms_of(Clock::virtual_time, 1), {}});
  EXPECT_EQ(arena.hall.match_count(), 1U);
  EXPECT_EQ(arena.hall.awaited_terms(), 1U) << "what came true";
  arena.say(b, proto::QuickMatch{terms_of(Clock::virtual_time, 3), {}});
  arena.say(a, proto::Leave{});
  EXPECT_EQ(arena.hall.awaited_terms(), 1U) << "what was taken back";
  arena.hall.leave(b, arena.now);
  EXPECT_EQ(arena.hall.awaited_terms(), 0U) << "whose member has gone";
}

TEST(Hall, AChallengeIsAcceptedDeclinedWithdrawnOrGone) {
  Arena arena;
  const base::SessionId a = arena.enter("a");
  const base::SessionId b = arena.enter("b");
  const proto::Challenge wanted{.opponent = "b", .terms = terms_of(Clock::real), .subscription = {}};
  arena.say(a, wanted);
  arena.say(b, proto::Decline{arena.last<proto::Challenged>(b)->challenge});
  EXPECT_EQ(arena.last<proto::ChallengeEnded>(a)->why, "declined");
  arena.say(a, wanted);
  arena.say(a, proto::Decline{arena.last<proto::Challenged>(a)->challenge});
  EXPECT_EQ(arena.last<proto::ChallengeEnded>(b)->why, "withdrawn");
  arena.say(a, wanted);
  arena.say(b, proto::Accept{arena.last<proto::Challenged>(b)->challenge, {}});
  EXPECT_EQ(arena.last<proto::ChallengeEnded>(a)->why, "accepted");
  EXPECT_EQ(arena.last<proto::MatchStart>(a)->players, (std::array<std::string, 2>{"a", "b"}));
  arena.say(a, wanted);
  arena.hall.leave(a, arena.now);
  EXPECT_EQ(arena.last<proto::ChallengeEnded>(b)->why, "gone");
  arena.say(b, proto::Accept{arena.last<proto::Challenged>(b)->challenge, {}});
  EXPECT_EQ(arena.last<proto::Error>(b)->code, proto::ErrorCode::unknown_challenge);
}

// Two that may challenge each other.
class Rivals : public testing::Test {
 protected:
  void challenge(base::SessionId session, const proto::Terms& terms, proto::Subscription subscription = {}) {
    arena.say(session, proto::Challenge{session == a ? "b" : "a", terms, subscription});
  }
  std::size_t asked(base::SessionId session) { return tests::all_of<proto::Challenged>(arena.told[session]).size(); }

  Arena arena;
  base::SessionId a = arena.enter("a");
  base::SessionId b = arena.enter("b");
};

TEST_F(Rivals, WhoChallengeEachOtherPlayOneMatch) {
  challenge(a, terms_of(Clock::real, 3));
  challenge(b, terms_of(Clock::real, 3));
  EXPECT_EQ(arena.hall.match_count(), 1U);
  for (const base::SessionId session : {a, b}) {
    ASSERT_EQ(asked(session), 1U);
    ASSERT_TRUE(arena.last<proto::ChallengeEnded>(session));
    EXPECT_EQ(arena.last<proto::ChallengeEnded>(session)->challenge, arena.last<proto::Challenged>(session)->challenge);
    EXPECT_EQ(arena.last<proto::ChallengeEnded>(session)->why, "accepted");
    EXPECT_EQ(arena.last<proto::MatchStart>(session)->players, (std::array<std::string, 2>{"a", "b"}));
  }
}

TEST_F(Rivals, PlayTheQueueOfWhoAskedFirst) {
  const proto::MatchId before = arena.start(terms_of(Clock::real));
  arena.say(arena.one, proto::Leave{before, duel::Seat::one});
  arena.save_all();
  proto::Terms again = terms_of(Clock::real);
  again.queue_of = 1;
  challenge(a, again);
  challenge(b, terms_of(Clock::real));
  ASSERT_TRUE(arena.last<proto::MatchStart>(b));
  EXPECT_EQ(arena.last<proto::MatchStart>(b)->terms, again);
  challenge(b, terms_of(Clock::real, 3));
  proto::Terms other = terms_of(Clock::real, 3);
  other.queue_of = 1;
  challenge(a, other);
  EXPECT_EQ(arena.hall.match_count(), 2U);
  EXPECT_EQ(arena.last<proto::MatchStart>(a)->terms.queue_of, 0U);
}

TEST_F(Rivals, AskEachOtherWhereTheyDoNotWantTheSame) {
  challenge(a, terms_of(Clock::real, 3));
  challenge(b, terms_of(Clock::real, 5));
  proto::Terms first_to = terms_of(Clock::real, 3);
  first_to.first_to = 2;
  challenge(b, first_to);
  challenge(b, terms_of(Clock::virtual_time, 3));
  EXPECT_EQ(arena.hall.match_count(), 0U);
}

TEST_F(Rivals, SomebodyElseWhoAsksIsNoAnswer) {
  const base::SessionId c = arena.enter("c");
  challenge(a, terms_of(Clock::real));
  arena.say(c, proto::Challenge{.opponent = "a", .terms = terms_of(Clock::real)});
  EXPECT_EQ(arena.hall.match_count(), 0U) << "it was not the one that was asked";
}

TEST_F(Rivals, WhoAsksTwiceHasAskedOnce) {
  challenge(a, terms_of(Clock::real));
  challenge(a, terms_of(Clock::real), proto::Subscription::steering);
  EXPECT_EQ(asked(b), 1U);
  const auto told = tests::all_of<proto::Challenged>(arena.told[a]);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0], told[1]);
  arena.say(b, proto::Accept{told[0].challenge, {}});
  arena.say(b, proto::Accept{told[0].challenge, {}});
  EXPECT_EQ(arena.hall.match_count(), 1U);
  tests::pass_frames(arena, 2);
  EXPECT_TRUE(arena.last<proto::Update>(a) && arena.last<proto::Update>(a)->view.own.motion) << "the last one counts";
}

TEST_F(Rivals, WhoAsksForSomethingElseTakesTheFirstBack) {
  challenge(a, terms_of(Clock::real, 3));
  const auto first = *arena.last<proto::Challenged>(b);
  challenge(a, terms_of(Clock::real, 5));
  EXPECT_EQ(arena.last<proto::ChallengeEnded>(b)->challenge, first.challenge);
  EXPECT_EQ(arena.last<proto::ChallengeEnded>(b)->why, "withdrawn");
  EXPECT_EQ(arena.last<proto::Challenged>(b)->terms.games, 5);
  arena.say(b, proto::Accept{first.challenge, {}});
  EXPECT_EQ(arena.last<proto::Error>(b)->code, proto::ErrorCode::unknown_challenge);
  arena.say(b, proto::Accept{arena.last<proto::Challenged>(b)->challenge, {}});
  EXPECT_EQ(arena.hall.match_count(), 1U);
}

TEST(Hall, WhoKnowsTheCodeOfAnInvitationPlays) {
  Arena arena;
  const base::SessionId a = arena.enter("a");
  const base::SessionId b = arena.enter("b");
  arena.say(a, proto::Invite{terms_of(Clock::real, 3), proto::Subscription::steering});
  const auto invited = arena.last<proto::Invited>(a);
  ASSERT_TRUE(invited);
  arena.say(b, proto::Join{"nonce-0", {}});
  EXPECT_EQ(arena.last<proto::Error>(b)->code, proto::ErrorCode::unknown_challenge);
  arena.say(a, proto::Join{invited->code, {}});
  EXPECT_EQ(arena.last<proto::Error>(a)->code, proto::ErrorCode::unknown_challenge);
  EXPECT_EQ(arena.hall.match_count(), 0U);
  arena.say(b, proto::Join{invited->code, {}});
  ASSERT_TRUE(arena.last<proto::MatchStart>(a));
  EXPECT_EQ(arena.last<proto::MatchStart>(a)->players, (std::array<std::string, 2>{"a", "b"}));
  EXPECT_EQ(arena.last<proto::MatchStart>(b)->terms, terms_of(Clock::real, 3));
  arena.take(b);
  arena.say(b, proto::Join{invited->code, {}});
  EXPECT_EQ(arena.last<proto::Error>(b)->code, proto::ErrorCode::unknown_challenge);
}

TEST(Hall, AnInvitationEndsWhenItIsWithdrawnReplacedOrItsSessionGoes) {
  Arena arena;
  const base::SessionId b = arena.enter("b");
  const proto::Invite invite{terms_of(Clock::real), {}};
  const auto is_open = [&](const std::string& code) {
    arena.take(b);
    arena.say(b, proto::Join{code, {}});
    return arena.last<proto::MatchStart>(b).has_value();
  };
  const base::SessionId a = arena.enter("a");
  arena.say(a, invite);
  const std::string withdrawn = arena.last<proto::Invited>(a)->code;
  arena.say(a, proto::Leave{});
  EXPECT_FALSE(is_open(withdrawn));
  arena.say(a, invite);
  const std::string replaced = arena.last<proto::Invited>(a)->code;
  arena.say(a, invite);
  EXPECT_FALSE(is_open(replaced));
  const std::string gone = arena.last<proto::Invited>(a)->code;
  arena.hall.leave(a, arena.now);
  EXPECT_FALSE(is_open(gone));
  EXPECT_FALSE(is_open(""));
}

TEST(Hall, NobodyIsInvitedToWhatCannotBePlayedOrWhenTheServerStops) {
  Arena arena;
  const base::SessionId a = arena.enter("a");
  const base::SessionId b = arena.enter("b");
  proto::Terms wrong = terms_of(Clock::real);
  wrong.ruleset = "jaist-1";
  arena.say(a, proto::Invite{wrong, {}});
  EXPECT_EQ(arena.last<proto::Error>(a)->code, proto::ErrorCode::terms);
  arena.say(a, proto::Invite{terms_of(Clock::real), {}});
  arena.hall.drain(1);
  arena.say(b, proto::Join{arena.last<proto::Invited>(a)->code, {}});
  EXPECT_EQ(arena.last<proto::Error>(b)->code, proto::ErrorCode::unknown_challenge);
  arena.say(a, proto::Leave{});
  arena.hall.leave(a, arena.now);
}

TEST(Hall, AMatchMayBeginWithTheQueueOfAGameThatWasPlayed) {
  Arena arena;
  const proto::MatchId first = arena.start(terms_of(Clock::real));
  arena.say(arena.one, proto::Leave{first, duel::Seat::one});
  arena.save_all();
  ASSERT_EQ(arena.saved.size(), 1U);
  const std::uint64_t seed = arena.saved[0].record.setup.seed;
  proto::Terms again = terms_of(Clock::virtual_time, 2);
  again.queue_of = 1;
  const base::SessionId a = arena.enter("a");
  const base::SessionId b = arena.enter("b");
  arena.say(a, proto::Invite{again, {}});
  arena.say(b, proto::Join{arena.last<proto::Invited>(a)->code, {}});
  ASSERT_EQ(arena.hall.match_count(), 1U);
  EXPECT_EQ(arena.hall.lobby().matches[0].terms.queue_of, 1U);
  tests::Client one(arena, a, 1);
  tests::Client two(arena, b, 2);
  tests::play_out(arena, one, two);
  ASSERT_EQ(arena.saved.size(), 3U);
  EXPECT_EQ(arena.saved[1].record.setup.seed, seed);
  EXPECT_NE(arena.saved[2].record.setup.seed, seed);
  EXPECT_EQ(tests::all_of<proto::GameEnd>(one.log)[0].seed, hex_of(seed));
}

TEST(Hall, AQueueIsRefusedThatNoGameOfTheRulesetHad) {
  Arena arena;
  const proto::MatchId first = arena.start(terms_of(Clock::turns));
  arena.say(arena.one, proto::Leave{first, duel::Seat::one});
  arena.save_all();
  const base::SessionId a = arena.enter("a");
  const auto answer_to = [&](proto::Terms terms, std::uint64_t record) {
    terms.queue_of = record;
    arena.take(a);
    arena.say(a, proto::Challenge{.opponent = "nobody", .terms = terms, .subscription = {}});
    return arena.last<proto::Error>(a)->code;
  };
  EXPECT_EQ(answer_to(terms_of(Clock::turns), 1), proto::ErrorCode::unknown_player);
  EXPECT_EQ(answer_to(terms_of(Clock::turns), 2), proto::ErrorCode::terms);
  EXPECT_EQ(answer_to(terms_of(Clock::turns), ~std::uint64_t{0}), proto::ErrorCode::terms);
  EXPECT_EQ(answer_to(terms_of(Clock::real), 1), proto::ErrorCode::terms);
  proto::Terms quick = terms_of(Clock::turns);
  quick.queue_of = 1;
  arena.take(a);
  arena.say(a, proto::QuickMatch{quick, {}});
  EXPECT_EQ(arena.last<proto::Error>(a)->code, proto::ErrorCode::terms);
}

const proto::Challenge kToBot{.opponent = "bot", .terms = terms_of(Clock::real), .subscription = {}};

TEST(Hall, AnOpenPlayerIsPlayedWithoutBeingAsked) {
  Arena arena;
  const base::SessionId bot = arena.enter("bot");
  arena.hall.take_challenges(bot, {.matches = 1, .subscription = proto::Subscription::frames});
  const base::SessionId a = arena.enter("a");
  arena.say(a, kToBot);
  EXPECT_FALSE(arena.last<proto::Challenged>(bot));
  EXPECT_FALSE(arena.last<proto::ChallengeEnded>(bot));
  ASSERT_TRUE(arena.last<proto::Challenged>(a));
  EXPECT_EQ(arena.last<proto::ChallengeEnded>(a)->challenge, arena.last<proto::Challenged>(a)->challenge);
  EXPECT_EQ(arena.last<proto::ChallengeEnded>(a)->why, "accepted");
  ASSERT_TRUE(arena.last<proto::MatchStart>(bot));
  EXPECT_EQ(arena.last<proto::MatchStart>(bot)->seat, duel::Seat::two);
  EXPECT_EQ(arena.last<proto::MatchStart>(a)->players, (std::array<std::string, 2>{"a", "bot"}));
}

TEST(Hall, AnOpenPlayerThatIsFullIsBusyUntilAMatchEnds) {
  Arena arena;
  const base::SessionId bot = arena.enter("bot");
  arena.hall.take_challenges(bot, {.matches = 1});
  const base::SessionId a = arena.enter("a");
  const base::SessionId b = arena.enter("b");
  EXPECT_EQ(arena.hall.lobby().open, (std::vector<proto::OpenPlayer>{{"bot", 1}}));
  arena.say(a, kToBot);
  EXPECT_EQ(arena.hall.lobby().open, (std::vector<proto::OpenPlayer>{{"bot", 0}}));
  arena.say(b, kToBot);
  EXPECT_EQ(arena.last<proto::Error>(b)->code, proto::ErrorCode::busy);
  arena.say(a, proto::Leave{arena.last<proto::MatchStart>(a)->match, duel::Seat::one});
  arena.save_all();
  arena.say(b, kToBot);
  EXPECT_TRUE(arena.last<proto::MatchStart>(b));
}

TEST(Hall, OpenSessionsOfOneNameAddUpAndShareTheMatches) {
  Arena arena;
  const base::SessionId one = arena.enter("bot");
  const base::SessionId two = arena.enter("bot");
  const base::SessionId asks = arena.enter("bot");
  arena.hall.take_challenges(one, {.matches = 2});
  arena.hall.take_challenges(two, {.matches = 2});
  EXPECT_EQ(arena.hall.lobby().open, (std::vector<proto::OpenPlayer>{{"bot", 4}}));
  const base::SessionId a = arena.enter("a");
  arena.say(a, kToBot);
  arena.say(a, kToBot);
  EXPECT_EQ(tests::all_of<proto::MatchStart>(arena.told[one]).size(), 1U);
  EXPECT_EQ(tests::all_of<proto::MatchStart>(arena.told[two]).size(), 1U);
  EXPECT_FALSE(arena.last<proto::Challenged>(asks));
  EXPECT_EQ(arena.hall.lobby().open, (std::vector<proto::OpenPlayer>{{"bot", 2}}));
}

TEST(Hall, AnOpenPlayerTakesNoTermsThatCannotBePlayedAndNotItself) {
  Arena arena;
  const base::SessionId bot = arena.enter("bot");
  arena.hall.take_challenges(bot, {.matches = 2'000'000'000});
  arena.say(bot, kToBot);
  EXPECT_EQ(arena.last<proto::Error>(bot)->code, proto::ErrorCode::unknown_player);
  const base::SessionId a = arena.enter("a");
  proto::Challenge wrong = kToBot;
  wrong.terms.ruleset = "jaist-1";
  arena.say(a, wrong);
  EXPECT_EQ(arena.last<proto::Error>(a)->code, proto::ErrorCode::terms);
  EXPECT_EQ(arena.hall.match_count(), 0U);
  EXPECT_EQ(arena.hall.lobby().open[0].free, 1'024);
}

TEST(Hall, WhoOnlyPlaysWhatIsArrangedIsOpenToNobody) {
  Arena arena;
  const base::SessionId bot{77};
  arena.hall.enter(bot, "bot", Hall::Presence::only_plays);
  arena.hall.take_challenges(bot, {.matches = 1});
  EXPECT_TRUE(arena.hall.lobby().open.empty());
}

TEST(Hall, RefusesTermsThatCannotBePlayed) {
  Arena arena;
  const base::SessionId a = arena.enter("a");
  const auto refused = [&](const proto::Terms& terms) {
    arena.take(a);
    arena.say(a, proto::QuickMatch{terms, {}});
    const auto error = arena.last<proto::Error>(a);
    return error && error->code == proto::ErrorCode::terms;
  };
  proto::Terms terms = terms_of(Clock::virtual_time);
  terms.ruleset = "nothing-1";
  EXPECT_TRUE(refused(terms));
  terms = terms_of(Clock::turns);
  terms.ruleset = "tsu-1";
  EXPECT_TRUE(refused(terms));
  terms = terms_of(Clock::real);
  terms.ruleset = "jaist-1";
  EXPECT_TRUE(refused(terms));
  terms = terms_of(Clock::real);
  terms.charge = proto::Charge::measured;
  EXPECT_TRUE(refused(terms));
  terms = terms_of(Clock::virtual_time);
  terms.charge = proto::Charge::fixed;
  EXPECT_TRUE(refused(terms));
}

TEST(Hall, RefusesMatchesBeyondWhatItCanTake) {
  HallSettings settings;
  settings.max_matches = 1;
  Arena arena(settings);
  arena.start(terms_of(Clock::virtual_time));
  arena.start(terms_of(Clock::virtual_time));
  EXPECT_EQ(arena.last<proto::Error>(arena.two)->code, proto::ErrorCode::busy);
  EXPECT_EQ(arena.hall.match_count(), 1U);
}

TEST(Hall, TakesNoMoreInRealTimeWhenThoseThatRunTakeAllOfIt) {
  HallSettings settings;
  settings.max_real_share = 0.5;
  Arena arena(settings);
  arena.hall.heed_real_share(0.51, 250ms);
  arena.start(terms_of(Clock::real));
  EXPECT_EQ(arena.last<proto::Error>(arena.two)->code, proto::ErrorCode::busy);
  EXPECT_EQ(arena.hall.tally().matches_refused, 2U);
  arena.start(terms_of(Clock::virtual_time));
  EXPECT_EQ(arena.hall.match_count(), 1U);
  arena.hall.heed_real_share(0.5, 250ms);
  arena.start(terms_of(Clock::real));
  EXPECT_EQ(arena.hall.match_count(), 2U);
}

// A thousand connections at once: none of their matches has taken any time yet.
TEST(Hall, TakesNoMoreInRealTimeThanWillHaveTimeLater) {
  HallSettings settings;
  settings.max_real_share = 0.1;
  Arena arena(settings);
  for (int i = 0; i < 1'000; ++i) arena.start(terms_of(Clock::real), proto::Subscription::frames);
  const std::size_t taken = arena.hall.match_count();
  EXPECT_GT(taken, 50U);
  EXPECT_LT(taken, 200U);
  EXPECT_EQ(arena.hall.tally().matches_refused, 2 * (1'000 - taken));
  EXPECT_NEAR(arena.hall.burden().forecast(), 0.1, 0.01) << "what was measured where it was measured";
  arena.hall.abandon_all(arena.now);
  arena.save_all();
  EXPECT_NEAR(arena.hall.burden().forecast(), 0, 1e-9);
}

double forecast_with(Arena& arena, int matches, const proto::Terms& terms) {
  const auto one = arena.enter("one");
  const auto two = arena.enter("two");
  for (int i = 0; i < matches; ++i) {
    arena.say(one, proto::QuickMatch{terms, {}});
    arena.say(two, proto::QuickMatch{terms, {}});
  }
  return arena.hall.burden().forecast();
}

TEST(Hall, SeatsOfOneConnectionAreExpectedToShareItsWrites) {
  Arena shared;
  Arena own;
  for (int i = 0; i < 16; ++i) own.start(terms_of(Clock::real));
  EXPECT_LT(forecast_with(shared, 16, terms_of(Clock::real)), 0.7 * own.hall.burden().forecast());
}

TEST(Hall, WhoWatchesOrPlaysInVirtualTimeHasNoCompanyInRealTime) {
  Arena alone;
  const double expected = forecast_with(alone, 1, terms_of(Clock::real));
  Arena arena;
  EXPECT_EQ(forecast_with(arena, 3, terms_of(Clock::virtual_time)), 0);
  const proto::MatchId watched = arena.start(terms_of(Clock::virtual_time));
  const auto three = arena.enter("three");
  const auto four = arena.enter("four");
  for (const auto session : {three, four}) {
    arena.say(session, proto::Watch{.match = watched, .subscription = {}});
    arena.say(session, proto::QuickMatch{terms_of(Clock::real), {}});
  }
  EXPECT_DOUBLE_EQ(arena.hall.burden().forecast(), expected);
}

TEST(Hall, WhoComesBackForEveryFrameIsExpectedToTakeMore) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::real));
  const double before = arena.hall.burden().forecast();
  const std::string token = arena.last<proto::MatchStart>(arena.one)->token;
  arena.hall.leave(arena.one, arena.now);
  const auto back = arena.enter("back");
  arena.say(back, proto::Resume{.match = match,
                                .seat = duel::Seat::one,
                                .token = token,
                                .last = 0,
                                .subscription = proto::Subscription::frames});
  EXPECT_GT(arena.hall.burden().forecast(), 3 * before);
  arena.hall.abandon_all(arena.now);
  arena.save_all();
  EXPECT_NEAR(arena.hall.burden().forecast(), 0, 1e-12);
}

TEST(Hall, ASeatLendsItsNameToNobodyElseAndNoneThatAHostGave) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::virtual_time));
  EXPECT_EQ(arena.hall.seat_name(arena.one, match, duel::Seat::one), "one-0");
  EXPECT_FALSE(arena.hall.seat_name(arena.two, match, duel::Seat::one));
  Arrangement arranged;
  arranged.terms = terms_of(Clock::virtual_time);
  arranged.seats = {ArrangedSeat{.session = arena.one, .name = "x"}, ArrangedSeat{.session = arena.two, .name = "y"}};
  const auto second = arena.hall.arrange(arranged, arena.now);
  ASSERT_TRUE(second);
  EXPECT_FALSE(arena.hall.seat_name(arena.one, *second, duel::Seat::one));
}

TEST(Hall, AConnectionPlaysSoManyMatchesAtATime) {
  HallSettings settings;
  settings.max_matches_per_member = 2;
  Arena arena(settings);
  const auto greedy = arena.enter("greedy");
  for (int i = 0; i < 3; ++i) {
    arena.say(arena.enter("other"), proto::QuickMatch{});
    arena.say(greedy, proto::QuickMatch{});
  }
  EXPECT_EQ(arena.hall.match_count(), 2U);
  ASSERT_TRUE(arena.last<proto::Error>(greedy));
  EXPECT_EQ(arena.last<proto::Error>(greedy)->code, proto::ErrorCode::busy);
}

TEST(Hall, ADrainingHallStartsNothingNew) {
  Arena arena;
  arena.start(terms_of(Clock::virtual_time));
  arena.hall.drain(30);
  EXPECT_EQ(arena.last<proto::Drain>(arena.one)->seconds, 30);
  arena.say(arena.one, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_EQ(arena.last<proto::Error>(arena.one)->code, proto::ErrorCode::draining);
  arena.hall.abandon_all(arena.now);
  arena.save_all();
  EXPECT_EQ(arena.last<proto::MatchEnd>(arena.one)->cause, duel::Cause::voided);
  EXPECT_EQ(arena.hall.match_count(), 0U);
}

TEST(Hall, AnswersEveryMessageAboutAnUnknownMatch) {
  Arena arena;
  const base::SessionId a = arena.enter("a");
  const proto::MatchId none{77};
  for (const proto::ClientMessage& message : std::initializer_list<proto::ClientMessage>{
           proto::Leave{none, duel::Seat::one}, proto::Watch{none, {}}, proto::Unwatch{none},
           proto::Decide{.match = none, .seat = {}, .game = 1, .clock = 0, .id = 0, .input = {}},
           proto::Resume{.match = none, .seat = {}, .token = "t", .last = 0, .subscription = {}}}) {
    arena.take(a);
    arena.say(a, message);
    ASSERT_TRUE(arena.last<proto::Error>(a)) << message.index();
    EXPECT_EQ(arena.last<proto::Error>(a)->code, proto::ErrorCode::unknown_match);
  }
}

}  // namespace
}  // namespace rensa::play
