#include "server/lobby/matchmaking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <utility>

namespace rensa::lobby {
namespace {

using namespace std::chrono_literals;
using match::RefusalReason;
using match::Subscription;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr base::Time kPresent{1h};

// Permits all matches until it is told otherwise.
class TestCheck final : public MatchCheck {
 public:
  MatchPermit check_match(base::PlayerId, std::optional<base::PlayerId> partner, const match::Terms&,
                          base::Time) override {
    last_partner = partner;
    return permit;
  }
  std::size_t seat_count(base::PlayerId player) const override {
    const auto entry = seats.find(player);
    return entry == seats.end() ? 0 : entry->second;
  }
  void refuse() { permit.refusal = match::Refusal{.reason = RefusalReason::busy, .text = "full"}; }

  MatchPermit permit{.refusal = {}, .first_seed = {.seed = 5}, .payer = "payer"};
  std::map<base::PlayerId, std::size_t> seats;
  std::optional<base::PlayerId> last_partner;
};

class TestCodes final : public InvitationCodeSource {
 public:
  std::string draw_invitation_code(const std::string&) override { return "code " + std::to_string(++count_); }
  bool is_invitation_code_of(const std::string& code, const std::string& client_id) const override {
    return code == "code of " + client_id;
  }

 private:
  int count_ = 0;
};

match::Terms series_of(int games, match::Clock clock = match::Clock::virtual_time) {
  match::Terms terms;
  terms.clock = clock;
  terms.games = games;
  return terms;
}

// The players are "a", "b" and "c".
class Matchmaker : public testing::Test {
 protected:
  base::PlayerId enter(const std::string& name) {
    const base::PlayerId player{.number = presence_.count() + 1};
    presence_.enter(player, name, Access::full);
    presence_.set_payer(player, {.name = "payer of " + name});
    return player;
  }
  RequestResult quick(base::PlayerId player, int games = 1, Subscription subscription = Subscription::events) {
    return matchmaking_.request_quick_match(player, {.terms = series_of(games), .subscription = subscription},
                                            kPresent);
  }
  RequestResult challenge(base::PlayerId player, const std::string& opponent, int games = 1) {
    return matchmaking_.challenge(player, opponent, {.terms = series_of(games)}, kPresent);
  }
  RequestResult invite(base::PlayerId player, const std::string& code = "", const std::string& client_id = "phone") {
    return matchmaking_.invite(player, {.terms = series_of(3), .code = code, .client_id = client_id}, kPresent);
  }
  RequestResult join(base::PlayerId player, const std::string& code, base::Time now = kPresent) {
    return matchmaking_.join(player, code, Subscription::events, now);
  }
  template <typename Message>
  static std::vector<std::pair<base::PlayerId, Message>> messages_in(const RequestResult& result) {
    std::vector<std::pair<base::PlayerId, Message>> found;
    for (const auto& [player, message] : result.messages) {
      if (const auto* wanted = std::get_if<Message>(&message)) found.emplace_back(player, *wanted);
    }
    return found;
  }
  static std::optional<RefusalReason> refusal_in(const RequestResult& result) {
    const auto refusals = messages_in<match::Refusal>(result);
    return refusals.empty() ? std::nullopt : std::optional(refusals.front().second.reason);
  }
  static std::vector<std::string> names_in(const RequestResult& result) {
    if (!result.match) return {};
    const auto& seats = result.match->created.seats;
    return {seats[0].player.name, seats[1].player.name};
  }
  static base::ChallengeId challenge_in(const RequestResult& result) {
    return messages_in<Challenged>(result).at(0).second.challenge;
  }
  static std::string code_in(const RequestResult& result) { return messages_in<Invited>(result).at(0).second.code; }

  LobbySettings settings_ = [] {
    LobbySettings settings;
    settings.max_quick_matches_per_player = 2;
    settings.max_challenges_per_player = 2;
    return settings;
  }();
  Presence presence_;
  TestCheck check_;
  TestCodes codes_;
  Matchmaking matchmaking_{settings_, presence_, check_, codes_};
  base::PlayerId a_ = enter("a");
  base::PlayerId b_ = enter("b");
  base::PlayerId c_ = enter("c");
};

TEST_F(Matchmaker, FinishedQuickMatchRequestsAreRemoved) {
  std::optional<RefusalReason> refusal;
  for (int games = 1; games <= 5; ++games) refusal = refusal_in(quick(a_, games));
  EXPECT_EQ(refusal, RefusalReason::busy);
  EXPECT_EQ(matchmaking_.waiting_terms_count(), 2U) << "without the refused requests";
  EXPECT_TRUE(quick(b_, 1).match);
  EXPECT_EQ(matchmaking_.waiting_terms_count(), 1U) << "the request that started a match";
  EXPECT_FALSE(quick(b_, 3).match);
  matchmaking_.withdraw_requests(a_);
  EXPECT_EQ(matchmaking_.waiting_terms_count(), 1U) << "without the cancelled requests";
  matchmaking_.leave(b_, kPresent);
  EXPECT_EQ(matchmaking_.waiting_terms_count(), 0U) << "of a session that has left";
}

TEST_F(Matchmaker, AQuickMatchIsBetweenTheOldestRequestAndTheNewOne) {
  EXPECT_THAT(quick(a_, 1, Subscription::frames).messages, IsEmpty());
  EXPECT_FALSE(check_.last_partner);
  quick(b_, 2);
  const RequestResult result = quick(c_, 1, Subscription::steering);
  EXPECT_EQ(check_.last_partner, a_);
  EXPECT_THAT(result.messages, IsEmpty());
  ASSERT_THAT(names_in(result), ElementsAre("a", "c"));
  EXPECT_EQ(result.match->created.seats[0].player.subscription, Subscription::frames);
  EXPECT_EQ(result.match->created.seats[1].player.subscription, Subscription::steering);
  EXPECT_EQ(result.match->created.terms, series_of(1));
  EXPECT_EQ(result.match->created.first_seed.seed, 5U);
  EXPECT_EQ(result.match->payer, "payer");
  EXPECT_FALSE(result.match->created.is_invited);
}

TEST_F(Matchmaker, ARefusedMatchLeavesAllThatWaits) {
  quick(a_);
  const base::ChallengeId challenged = challenge_in(challenge(a_, "b"));
  const std::string code = code_in(invite(a_));
  const MatchPermit permit = check_.permit;
  check_.refuse();
  for (const RequestResult& result : {quick(b_), challenge(c_, "b"), invite(c_), join(b_, code),
                                      matchmaking_.accept(b_, challenged, Subscription::events, kPresent)}) {
    EXPECT_EQ(refusal_in(result), RefusalReason::busy);
    EXPECT_FALSE(result.match);
  }
  check_.permit = permit;
  EXPECT_THAT(names_in(quick(b_)), ElementsAre("a", "b"));
  EXPECT_THAT(names_in(join(b_, code)), ElementsAre("a", "b"));
  EXPECT_THAT(names_in(matchmaking_.accept(b_, challenged, Subscription::events, kPresent)), ElementsAre("a", "b"));
}

TEST_F(Matchmaker, BothPlayersAreToldOfAChallengeAndOfItsEnd) {
  const RequestResult asked = challenge(a_, "b");
  const auto told = messages_in<Challenged>(asked);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0].first, b_);
  EXPECT_EQ(told[1].first, a_);
  EXPECT_EQ(told[0].second.from, "a");
  const RequestResult accepted = matchmaking_.accept(b_, challenge_in(asked), Subscription::events, kPresent);
  EXPECT_EQ(check_.last_partner, a_);
  const auto ended = messages_in<ChallengeEnded>(accepted);
  ASSERT_EQ(ended.size(), 2U);
  EXPECT_EQ(ended[0].first, a_);
  EXPECT_EQ(ended[1].first, b_);
  EXPECT_EQ(ended[0].second.why, "accepted");
  EXPECT_THAT(names_in(accepted), ElementsAre("a", "b"));
  EXPECT_EQ(refusal_in(matchmaking_.accept(b_, challenge_in(asked), Subscription::events, kPresent)),
            RefusalReason::unknown_challenge);
}

TEST_F(Matchmaker, OnlyTheTwoPlayersOfAChallengeEndIt) {
  const base::ChallengeId id = challenge_in(challenge(a_, "b"));
  EXPECT_EQ(refusal_in(matchmaking_.accept(a_, id, Subscription::events, kPresent)), RefusalReason::unknown_challenge);
  EXPECT_EQ(refusal_in(matchmaking_.accept(c_, id, Subscription::events, kPresent)), RefusalReason::unknown_challenge);
  EXPECT_EQ(refusal_in(matchmaking_.decline(c_, id)), RefusalReason::unknown_challenge);
  EXPECT_EQ(messages_in<ChallengeEnded>(matchmaking_.decline(a_, id)).at(0).second.why, "withdrawn");
  EXPECT_EQ(refusal_in(matchmaking_.decline(b_, id)), RefusalReason::unknown_challenge);
}

TEST_F(Matchmaker, APlayerHasAMaximumOfChallenges) {
  challenge(a_, "b");
  challenge(a_, "c");
  enter("d");
  EXPECT_EQ(refusal_in(challenge(a_, "d")), RefusalReason::busy);
  EXPECT_EQ(refusal_in(challenge(a_, "nobody")), RefusalReason::unknown_player);
}

TEST_F(Matchmaker, AnOpenPlayerTakesChallengesWhileItHasFreeMatches) {
  EXPECT_EQ(matchmaking_.free_match_slots(b_), 0);
  presence_.set_offer(b_, {.matches = 2, .subscription = Subscription::frames});
  check_.seats[b_] = 1;
  EXPECT_EQ(matchmaking_.free_match_slots(b_), 1);
  const RequestResult taken = challenge(a_, "b");
  EXPECT_THAT(names_in(taken), ElementsAre("a", "b"));
  EXPECT_EQ(taken.match->created.seats[1].player.subscription, Subscription::frames);
  EXPECT_FALSE(check_.last_partner) << "it has not asked for this match";
  ASSERT_EQ(taken.messages.size(), 2U);
  for (const auto& [player, message] : taken.messages) EXPECT_EQ(player, a_);
  check_.seats[b_] = 3;
  EXPECT_EQ(matchmaking_.free_match_slots(b_), 0);
  EXPECT_EQ(refusal_in(challenge(a_, "b")), RefusalReason::busy);
  EXPECT_FALSE(matchmaking_.has_requests(a_));
}

TEST_F(Matchmaker, OfOpenPlayersWithOneNameTheOneWithTheMostFreeMatchesIsChallenged) {
  const base::PlayerId first = enter("bot");
  const base::PlayerId second = enter("bot");
  for (const base::PlayerId bot : {first, second}) presence_.set_offer(bot, {.matches = 2});
  check_.seats[first] = 1;
  EXPECT_EQ(challenge(a_, "bot").match->created.seats[1].player.id, second);
  check_.seats[second] = 1;
  EXPECT_EQ(challenge(a_, "bot").match->created.seats[1].player.id, first) << "it entered first";
}

TEST_F(Matchmaker, AMatchOfAnInvitationIsMarked) {
  const std::string code = code_in(invite(a_));
  EXPECT_EQ(refusal_in(join(a_, code)), RefusalReason::unknown_challenge) << "its own invitation";
  const RequestResult joined = join(b_, code);
  EXPECT_EQ(check_.last_partner, a_);
  ASSERT_THAT(names_in(joined), ElementsAre("a", "b"));
  EXPECT_TRUE(joined.match->created.is_invited);
  EXPECT_THAT(joined.messages, IsEmpty());
  EXPECT_EQ(refusal_in(join(c_, code)), RefusalReason::unknown_challenge);
}

TEST_F(Matchmaker, APlayerThatLeavesEndsItsRequestsAndItsInvitationStaysForAWhile) {
  quick(a_);
  const base::ChallengeId to_b = challenge_in(challenge(a_, "b"));
  const base::ChallengeId from_c = challenge_in(challenge(c_, "a"));
  const std::string code = code_in(invite(a_));
  EXPECT_TRUE(matchmaking_.has_requests(a_));
  const std::vector<AddressedMessage> messages = matchmaking_.leave(a_, kPresent);
  EXPECT_FALSE(matchmaking_.has_requests(a_));
  const auto ended = messages_in<ChallengeEnded>({.messages = messages, .match = {}});
  ASSERT_EQ(ended.size(), messages.size());
  ASSERT_EQ(ended.size(), 4U) << "two for each of its challenges";
  EXPECT_EQ(ended[1].first, b_);
  EXPECT_EQ(ended[1].second.challenge, to_b);
  EXPECT_EQ(ended[2].first, c_);
  EXPECT_EQ(ended[2].second.challenge, from_c);
  EXPECT_EQ(ended[2].second.why, "gone");
  EXPECT_FALSE(quick(b_).match);
  EXPECT_EQ(refusal_in(join(b_, code)), RefusalReason::away);
  matchmaking_.remove_expired(kPresent + settings_.match.grace);
  EXPECT_EQ(refusal_in(join(b_, code)), RefusalReason::unknown_challenge);
}

TEST_F(Matchmaker, EachKindOfRequestCounts) {
  for (const base::PlayerId player : {a_, b_, c_}) EXPECT_FALSE(matchmaking_.has_requests(player));
  quick(a_);
  EXPECT_TRUE(matchmaking_.has_requests(a_));
  matchmaking_.withdraw_requests(a_);
  EXPECT_FALSE(matchmaking_.has_requests(a_));
  invite(a_);
  EXPECT_TRUE(matchmaking_.has_requests(a_));
  matchmaking_.withdraw_requests(a_);
  EXPECT_FALSE(matchmaking_.has_requests(a_));
  challenge(a_, "b");
  EXPECT_TRUE(matchmaking_.has_requests(a_));
  EXPECT_TRUE(matchmaking_.has_requests(b_)) << "it is asked";
  EXPECT_FALSE(matchmaking_.has_requests(c_));
}

TEST_F(Matchmaker, ADrainKeepsOnlyChallenges) {
  quick(a_);
  const std::string code = code_in(invite(a_));
  const base::ChallengeId id = challenge_in(challenge(a_, "b"));
  matchmaking_.drain();
  EXPECT_EQ(matchmaking_.waiting_terms_count(), 0U);
  EXPECT_EQ(refusal_in(join(b_, code)), RefusalReason::unknown_challenge);
  EXPECT_EQ(messages_in<ChallengeEnded>(matchmaking_.decline(b_, id)).size(), 2U);
  EXPECT_FALSE(matchmaking_.has_requests(a_));
}

TEST_F(Matchmaker, HostsOfAnEarlierProcessTakeTheirInvitationsBackForAWhile) {
  matchmaking_.expect_returning_hosts(kPresent + 60s);
  EXPECT_EQ(refusal_in(join(b_, "code of phone", kPresent + 59s)), RefusalReason::away);
  EXPECT_EQ(refusal_in(join(b_, "code of phone", kPresent + 60s)), RefusalReason::unknown_challenge);
  EXPECT_NE(code_in(invite(b_, "code of phone", "tablet")), "code of phone");
  EXPECT_EQ(code_in(invite(a_, "code of phone", "phone")), "code of phone");
  EXPECT_THAT(names_in(join(b_, "code of phone")), ElementsAre("a", "b"));
}

}  // namespace
}  // namespace rensa::lobby
