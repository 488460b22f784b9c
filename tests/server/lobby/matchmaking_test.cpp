#include <gtest/gtest.h>

#include "server/lobby/lobby.h"
#include "server/match/series.h"
#include "tests/server/lobby/test_lobby.h"

namespace rensa::lobby {
namespace {

using proto::Clock;
using namespace std::chrono_literals;
using tests::terms_of;
using tests::TestLobby;

TEST(Matchmaking, QuickMatchesPairEqualTermsOnly) {
  TestLobby server;
  const base::PlayerId a = server.enter("a");
  const base::PlayerId b = server.enter("b");
  const base::PlayerId c = server.enter("c");
  server.say(a, proto::QuickMatch{terms_of(Clock::virtual_time, 1), {}});
  server.say(b, proto::QuickMatch{terms_of(Clock::virtual_time, 2), {}});
  EXPECT_EQ(server.lobby.match_count(), 0U);
  server.say(c, proto::QuickMatch{terms_of(Clock::virtual_time, 2), {}});
  EXPECT_EQ(server.lobby.match_count(), 1U);
  EXPECT_EQ(server.last<proto::MatchStart>(c)->players, (std::array<std::string, 2>{"b", "c"}));
  EXPECT_FALSE(server.last<proto::MatchStart>(a));
}

TEST(Matchmaking, AQuickMatchNeverPairsASessionWithItself) {
  TestLobby server;
  const base::PlayerId a = server.enter("a");
  server.say(a, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  server.say(a, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_EQ(server.lobby.match_count(), 0U);
  const base::PlayerId b = server.enter("b");
  server.say(b, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  server.say(b, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_EQ(server.lobby.match_count(), 2U);
}

TEST(Matchmaking, CancelledQuickMatchesPairNoPlayers) {
  TestLobby server;
  const base::PlayerId a = server.enter("a");
  const base::PlayerId b = server.enter("b");
  server.say(a, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  server.say(a, proto::Leave{});
  server.say(b, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_EQ(server.lobby.match_count(), 0U);
  server.lobby.leave(b, server.now);
  server.say(a, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_EQ(server.lobby.match_count(), 0U);
}

TEST(Matchmaking, FinishedQuickMatchRequestsAreRemoved) {
  LobbySettings settings;
  settings.max_quick_matches_per_player = 2;
  TestLobby server(settings);
  const base::PlayerId a = server.enter("a");
  const base::PlayerId b = server.enter("b");
  for (int games = 1; games <= 5; ++games) server.say(a, proto::QuickMatch{terms_of(Clock::virtual_time, games), {}});
  EXPECT_EQ(server.last<proto::Error>(a)->code, proto::ErrorCode::busy);
  EXPECT_EQ(server.lobby.waiting_terms_count(), 2U) << "without the refused requests";
  server.say(b, proto::QuickMatch{terms_of(Clock::virtual_time, 1), {}});
  EXPECT_EQ(server.lobby.match_count(), 1U);
  EXPECT_EQ(server.lobby.waiting_terms_count(), 1U) << "the request that started a match";
  server.say(b, proto::QuickMatch{terms_of(Clock::virtual_time, 3), {}});
  server.say(a, proto::Leave{});
  EXPECT_EQ(server.lobby.waiting_terms_count(), 1U) << "without the cancelled requests";
  server.lobby.leave(b, server.now);
  EXPECT_EQ(server.lobby.waiting_terms_count(), 0U) << "of a session that has left";
}

TEST(Matchmaking, AChallengeEndsAcceptedDeclinedWithdrawnOrGone) {
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
  EXPECT_EQ(server.lobby.match_count(), 1U);
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
  EXPECT_EQ(server.lobby.match_count(), 2U);
  EXPECT_EQ(server.last<proto::MatchStart>(a)->terms.queue_of, 0U);
}

TEST_F(MutualChallenge, ChallengesWithOtherTermsStartNoMatch) {
  challenge(a, terms_of(Clock::real, 3));
  challenge(b, terms_of(Clock::real, 5));
  proto::Terms first_to = terms_of(Clock::real, 3);
  first_to.first_to = 2;
  challenge(b, first_to);
  challenge(b, terms_of(Clock::virtual_time, 3));
  EXPECT_EQ(server.lobby.match_count(), 0U);
}

TEST_F(MutualChallenge, AChallengeByAThirdPlayerIsNoAnswer) {
  const base::PlayerId c = server.enter("c");
  challenge(a, terms_of(Clock::real));
  server.say(c, proto::Challenge{.opponent = "a", .terms = terms_of(Clock::real)});
  EXPECT_EQ(server.lobby.match_count(), 0U) << "another player was challenged";
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
  EXPECT_EQ(server.lobby.match_count(), 1U);
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
  EXPECT_EQ(server.lobby.match_count(), 1U);
}

TEST(Matchmaking, TheCodeOfAnInvitationStartsTheMatch) {
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
  EXPECT_EQ(server.lobby.match_count(), 0U);
  server.say(b, proto::Join{invited->code, {}});
  ASSERT_TRUE(server.last<proto::MatchStart>(a));
  EXPECT_EQ(server.last<proto::MatchStart>(a)->players, (std::array<std::string, 2>{"a", "b"}));
  EXPECT_EQ(server.last<proto::MatchStart>(b)->terms, terms_of(Clock::real, 3));
  server.take(b);
  server.say(b, proto::Join{invited->code, {}});
  EXPECT_EQ(server.last<proto::Error>(b)->code, proto::ErrorCode::unknown_challenge);
}

TEST(Matchmaking, AnInvitationEndsWhenItIsWithdrawnOrReplacedOrItsSessionLeaves) {
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

TEST(Matchmaking, InvitationsNeedPlayableTermsAndARunningServer) {
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

TEST(Matchmaking, AMatchMayUseTheQueueOfAnEarlierGame) {
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
  ASSERT_EQ(server.lobby.match_count(), 1U);
  EXPECT_EQ(server.lobby.snapshot().matches[0].terms.queue_of, 1U);
  tests::TestClient one(server, a, 1);
  tests::TestClient two(server, b, 2);
  tests::play_out(server, one, two);
  ASSERT_EQ(server.saved.size(), 3U);
  EXPECT_EQ(server.saved[1].record.setup.seed, seed);
  EXPECT_NE(server.saved[2].record.setup.seed, seed);
  EXPECT_EQ(tests::all_of<proto::GameEnd>(one.log)[0].seed, match::hex_of(seed));
}

TEST(Matchmaking, AQueueOfAnotherRulesetOrAnUnknownRecordIsRefused) {
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

TEST(Matchmaking, AChallengeToAnOpenPlayerStartsAtOnce) {
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

TEST(Matchmaking, AFullOpenPlayerIsBusyUntilAMatchEnds) {
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

TEST(Matchmaking, OpenSessionsWithOneNameShareTheMatches) {
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

TEST(Matchmaking, AnOpenPlayerRefusesUnplayableTermsAndItself) {
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
  EXPECT_EQ(server.lobby.match_count(), 0U);
  EXPECT_EQ(server.lobby.snapshot().open[0].free, 1'024);
}

TEST(Matchmaking, ASessionForArrangedMatchesIsNotOpen) {
  TestLobby server;
  const base::PlayerId bot{.number = 77};
  server.lobby.enter(bot, "bot", server.now, Lobby::Access::arranged_matches_only);
  server.lobby.open_to_challenges(bot, {.matches = 1});
  EXPECT_TRUE(server.lobby.snapshot().open.empty());
}

// Returns the number of players with this prefix whose challenge to `to` was not refused.
int challenge_by_many(TestLobby& server, const std::string& prefix, const std::string& payer, const std::string& to,
                      int count) {
  int accepted = 0;
  for (int i = 0; i < count; ++i) {
    const base::PlayerId player = server.enter(prefix + std::to_string(i));
    server.lobby.set_payer(player, {.name = payer, .is_guest = base::is_guest(player)});
    server.say(player, proto::Challenge{.opponent = to, .terms = terms_of(Clock::turns)});
    if (!server.last<proto::Error>(player)) ++accepted;
  }
  return accepted;
}

TEST(Matchmaking, ChallengesToAPlayerHaveALimitThatItsChallengersShare) {
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

// Payers that begin matches in real time, each between two players of its own.
class MatchesOfPayers : public testing::Test {
 protected:
  static constexpr int kLimit = 40;

  // Returns how many of `count` matches began.
  int start_matches(const std::string& payer, int count) {
    int started = 0;
    for (int i = 0; i < count; ++i) {
      const auto [one, two] = enter_pair(payer);
      // The matches of one payer have terms of their own, so that it plays with itself.
      const proto::QuickMatch wanted{terms_of(Clock::real, games_of(payer)), {}};
      for (const base::PlayerId player : {one, two}) server_.say(player, wanted);
      if (const auto begun = server_.last<proto::MatchStart>(one)) {
        ++started;
        running_[payer].push_back({one, *begun});
      }
      for (const base::PlayerId player : {one, two}) server_.say(player, proto::Leave{});  // its wish, if refused
    }
    return started;
  }
  void end_matches(const std::string& payer, int count) {
    for (int i = 0; i < count; ++i) {
      const auto [player, begun] = running_[payer].back();
      running_[payer].pop_back();
      server_.say(player, proto::Leave{.match = begun.match, .seat = *begun.seat});
    }
    server_.save_all();
  }
  base::PlayerId enter(const std::string& payer) {
    base::PlayerId player{.number = ++players_};
    if (payer.starts_with("account")) player.kind = base::PlayerId::Kind::account;
    server_.lobby.enter(player, "player-" + std::to_string(players_), server_.now);
    server_.lobby.set_payer(player, {.name = payer, .is_guest = base::is_guest(player)});
    return player;
  }
  std::pair<base::PlayerId, base::PlayerId> enter_pair(const std::string& payer) {
    const base::PlayerId one = enter(payer);
    return {one, enter(payer)};
  }
  // Lets one payer begin as many matches as it can, and then nine others.
  void flood_from_ten_addresses() {
    EXPECT_EQ(start_matches("address 1", 2 * kLimit), kLimit) << "alone, one payer may use all up to the limit";
    for (int i = 2; i <= 10; ++i) EXPECT_EQ(start_matches("address " + std::to_string(i), 3), 1) << "address " << i;
  }

  TestLobby server_ = TestLobby([] {
    LobbySettings settings;
    settings.max_real_time_matches = kLimit;
    return settings;
  }());

 private:
  struct Running {
    base::PlayerId player;
    proto::MatchStart start;
  };
  int games_of(const std::string& payer) {
    return games_.try_emplace(payer, static_cast<int>(games_.size()) + 1).first->second;
  }

  std::map<std::string, int> games_;
  std::map<std::string, std::vector<Running>> running_;
  std::uint64_t players_ = 0;
};

TEST_F(MatchesOfPayers, GuestsFromTenAddressesLeaveAnAccountAndANewGuestTheirMatches) {
  flood_from_ten_addresses();
  EXPECT_EQ(start_matches("new guest", 1), 1);
  EXPECT_EQ(start_matches("account 1", 1), 1);
  EXPECT_EQ(start_matches("address 1", 1), 0);
}

TEST_F(MatchesOfPayers, TheLastPlacesAreForAccounts) {
  flood_from_ten_addresses();
  int guests = 0;
  for (int i = 11; i < 40; ++i) guests += start_matches("address " + std::to_string(i), 1);
  const Reserve reserve = reserve_beyond(kLimit);
  EXPECT_EQ(9 + guests, static_cast<int>(reserve.matches - reserve.for_accounts));
  EXPECT_EQ(start_matches("account 1", 2), 1);
  for (std::size_t i = 1; i < reserve.for_accounts; ++i) {
    EXPECT_EQ(start_matches("account " + std::to_string(i + 1), 1), 1);
  }
  EXPECT_EQ(start_matches("account of nobody", 1), 0) << "the reserve is used up";
}

TEST_F(MatchesOfPayers, FreePlacesGoToPayersWithFewerMatches) {
  flood_from_ten_addresses();
  end_matches("address 1", 12);
  EXPECT_EQ(start_matches("address 1", 12), 0) << "the others asked for more";
  EXPECT_EQ(start_matches("address 2", 12), 1) << "then it has more than those that wait";
  EXPECT_EQ(start_matches("address 3", 1), 1);
  server_.now += Capacity::kRefusalMemory;
  EXPECT_EQ(start_matches("address 1", 12), 1) << "the others ask no more: all up to the limit";
}

// The payer that asks may begin no match, but its opponent has asked for the same match and has none yet.
TEST_F(MatchesOfPayers, TheOpponentPaysIfThePlayerCannot) {
  start_matches("address 1", kLimit);
  const base::PlayerId full = enter("address 1");
  const base::PlayerId guest = enter("new guest");
  server_.say(guest, proto::QuickMatch{terms_of(Clock::real, 99), {}});
  server_.say(full, proto::QuickMatch{terms_of(Clock::real, 99), {}});
  EXPECT_TRUE(server_.last<proto::MatchStart>(guest));
  server_.say(guest, proto::QuickMatch{terms_of(Clock::real, 98), {}});
  EXPECT_EQ(server_.last<proto::Error>(guest)->code, proto::ErrorCode::busy) << "it was charged for the first one";
}

// An open player has agreed to nothing: strangers could use up its places.
TEST_F(MatchesOfPayers, AnOpenPlayerDoesNotPayForItsChallengers) {
  start_matches("address 1", kLimit);
  const base::PlayerId full = enter("address 1");
  const base::PlayerId bot = enter("account 1");
  server_.lobby.open_to_challenges(bot, {.matches = 5});
  server_.say(full, proto::Challenge{.opponent = server_.lobby.name_of(bot), .terms = terms_of(Clock::real)});
  EXPECT_EQ(server_.last<proto::Error>(full)->code, proto::ErrorCode::busy);
  EXPECT_EQ(start_matches("account 1", 1), 1);
}

TEST_F(MatchesOfPayers, AllTournamentsAreOnePayer) {
  start_matches("address 1", kLimit);
  const auto arrange = [&](const std::string& payer) {
    const auto [one, two] = enter_pair(payer);
    match::Arrangement arrangement;
    arrangement.terms = terms_of(Clock::real);
    arrangement.players = {match::MatchPlayer{.id = one, .name = "one"}, match::MatchPlayer{.id = two, .name = "two"}};
    return server_.lobby.start_arranged_match(arrangement, server_.now).has_value();
  };
  EXPECT_TRUE(arrange("account 1"));
  EXPECT_FALSE(arrange("account 2"));
  EXPECT_EQ(start_matches("account 1", 1), 1) << "an account does not pay for the matches of its tournament";
}

}  // namespace
}  // namespace rensa::lobby
