#include "server/lobby/capacity/capacity.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <vector>

namespace rensa::lobby {
namespace {

using namespace std::chrono_literals;

constexpr base::Time kBegin{1h};
const Payer kAnn{"ann", true};
const Payer kBob{"bob", true};
const Payer kAccount{"account", false};

TEST(Capacity, AReserveIsKeptBeyondTheLimit) {
  EXPECT_EQ(reserve_beyond(4'000).matches, 500U);
  EXPECT_EQ(reserve_beyond(4'000).for_accounts, 125U);
  EXPECT_EQ(reserve_beyond(40).matches, 16U);
  EXPECT_EQ(reserve_beyond(40).for_accounts, 4U);
  EXPECT_EQ(reserve_beyond(1).matches, 1U);
  EXPECT_EQ(availability_of_matches(0, 0), Availability::none) << "nothing of a limit of zero can be used";
}

TEST(Capacity, MatchesAndSharesUseUpTheLimitAndThenTheReserve) {
  EXPECT_EQ(availability_of_matches(39, 40), Availability::any_match);
  EXPECT_EQ(availability_of_matches(40, 40), Availability::first_match);
  EXPECT_EQ(availability_of_matches(51, 40), Availability::first_match);
  EXPECT_EQ(availability_of_matches(52, 40), Availability::first_of_account);
  EXPECT_EQ(availability_of_matches(55, 40), Availability::first_of_account);
  EXPECT_EQ(availability_of_matches(56, 40), Availability::none);
  EXPECT_EQ(availability_of_share(1), Availability::any_match);
  EXPECT_EQ(availability_of_share(1.09), Availability::first_match);
  EXPECT_EQ(availability_of_share(1.1), Availability::first_of_account);
  EXPECT_EQ(availability_of_share(1.13), Availability::none);
}

TEST(Capacity, AMemberOfTheReserveHasNoMatchYet) {
  Capacity capacity;
  EXPECT_TRUE(capacity.may_begin(kAnn, Availability::first_match, kBegin));
  EXPECT_FALSE(capacity.may_begin(kAnn, Availability::first_of_account, kBegin));
  EXPECT_TRUE(capacity.may_begin(kAccount, Availability::first_of_account, kBegin));
  EXPECT_FALSE(capacity.may_begin(kAccount, Availability::none, kBegin));
  capacity.add_match("ann");
  EXPECT_FALSE(capacity.may_begin(kAnn, Availability::first_match, kBegin));
  EXPECT_TRUE(capacity.may_begin(kAnn, Availability::any_match, kBegin));
}

TEST(Capacity, APayerWaitsForThoseWithFewerMatches) {
  Capacity capacity;
  for (int i = 0; i < 3; ++i) capacity.add_match("ann");
  capacity.add_match("bob");
  capacity.remember_refusal(kBob, kBegin);
  EXPECT_FALSE(capacity.may_begin(kAnn, Availability::any_match, kBegin + 29s));
  EXPECT_TRUE(capacity.may_begin(kBob, Availability::any_match, kBegin + 29s)) << "no other payer has less";
  EXPECT_TRUE(capacity.may_begin(kAnn, Availability::any_match, kBegin + 30s)) << "bob asks no more";
  EXPECT_TRUE(capacity.may_begin(kAccount, Availability::first_match, kBegin)) << "it has none at all";
  capacity.add_match("bob");
  capacity.add_match("bob");
  EXPECT_TRUE(capacity.may_begin(kAnn, Availability::any_match, kBegin)) << "both have as many";
  capacity.forget_refusal("bob");
  capacity.remove_match("bob");
  EXPECT_TRUE(capacity.may_begin(kAnn, Availability::any_match, kBegin)) << "bob has got its match";
}

TEST(Capacity, AnAccountComesBeforeAGuestWithAsManyMatches) {
  Capacity capacity;
  capacity.add_match("ann");
  capacity.add_match("account");
  capacity.remember_refusal(kAccount, kBegin);
  capacity.remember_refusal(kAnn, kBegin);
  EXPECT_FALSE(capacity.may_begin(kAnn, Availability::any_match, kBegin));
  EXPECT_TRUE(capacity.may_begin(kAccount, Availability::any_match, kBegin));
}

TEST(Capacity, PayersThatHaveLeftAreForgotten) {
  Capacity capacity;
  capacity.add_match("ann");
  capacity.add_match("ann");
  capacity.add_match("bob");
  capacity.remove_match("ann");
  EXPECT_EQ(capacity.matches_of("ann"), 1U);
  capacity.remove_match("ann");
  EXPECT_EQ(capacity.payer_count(), 1U);
  for (int i = 0; i < 100; ++i) capacity.remember_refusal({"guest " + std::to_string(i), true}, kBegin + i * 1s);
  EXPECT_EQ(capacity.waiting_count(), 30U);
}

// The rule told once more, by an accountant that keeps every event and counts anew for each decision.
class Accountant {
 public:
  Accountant(int limit, std::vector<bool> is_guest) : limit_(limit), is_guest_(std::move(is_guest)) {}

  bool decide(int payer, int second) const {
    const int places = limit_ + reserve();
    const int left = places - static_cast<int>(matches_.size());
    if (count(payer) == 0) return left > (is_guest_[at(payer)] ? (reserve() + 3) / 4 : 0);
    if (left <= reserve()) return false;
    for (int other = 0; other < static_cast<int>(is_guest_.size()); ++other) {
      if (other == payer || !waits(other, second)) continue;
      if (count(other) < count(payer)) return false;
      if (count(other) == count(payer) && is_guest_[at(payer)] && !is_guest_[at(other)]) return false;
    }
    return true;
  }

  void note_answer(int payer, int second, bool is_allowed) { answers_.push_back({payer, second, is_allowed}); }
  void begin(int payer) { matches_.push_back(payer); }
  int end(std::size_t match) {
    const int payer = matches_[match];
    matches_.erase(matches_.begin() + static_cast<std::ptrdiff_t>(match));
    return payer;
  }

  int reserve() const {
    const int least = limit_ < 16 ? limit_ : 16;
    return limit_ / 8 > least ? limit_ / 8 : least;
  }
  const std::vector<int>& matches() const { return matches_; }
  int count(int payer) const { return static_cast<int>(std::count(matches_.begin(), matches_.end(), payer)); }
  int payers_with_matches() const { return static_cast<int>(std::set<int>(matches_.begin(), matches_.end()).size()); }

 private:
  struct Answer {
    int payer;
    int second;
    bool is_allowed;
  };
  static std::size_t at(int payer) { return static_cast<std::size_t>(payer); }
  // Returns true if the last answer to the payer was a refusal, less than thirty seconds ago.
  bool waits(int payer, int second) const {
    for (auto answer = answers_.rbegin(); answer != answers_.rend(); ++answer) {
      if (answer->payer == payer) return !answer->is_allowed && second - answer->second < 30;
    }
    return false;
  }

  int limit_;
  std::vector<bool> is_guest_;
  std::vector<int> matches_;  // the payers of those that run
  std::vector<Answer> answers_;
};

TEST(Capacity, DecidesLikeAnAccountantThatCountsAnew) {
  std::mt19937 random(20'261);  // NOLINT(cert-msc51-cpp): the same sequences in each run
  const auto below = [&](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
  int refused_newcomers = 0;
  for (int sequence = 0; sequence < 10'000; ++sequence) {
    const int limit = below(below(8) == 0 ? 200 : 12);
    const int payers = 1 + below(24);
    std::vector<bool> is_guest;
    for (int i = 0; i < payers; ++i) is_guest.push_back(below(3) != 0);
    Capacity capacity;
    Accountant accountant(limit, is_guest);
    int second = 0;
    for (int step = 0; step < 60; ++step) {
      if (below(5) == 0) second += below(40);
      if (below(4) == 0 && !accountant.matches().empty()) {
        const int payer =
            accountant.end(static_cast<std::size_t>(below(static_cast<int>(accountant.matches().size()))));
        capacity.remove_match(std::to_string(payer));
        continue;
      }
      const int number = below(3) == 0 ? 0 : below(payers);  // the first one asks for more than the others
      const Payer payer{std::to_string(number), is_guest[static_cast<std::size_t>(number)]};
      const base::Time now = kBegin + std::chrono::seconds(second);
      const auto used = static_cast<int>(accountant.matches().size());
      const bool is_allowed = capacity.may_begin(
          payer, availability_of_matches(static_cast<std::size_t>(used), static_cast<std::size_t>(limit)), now);
      ASSERT_EQ(is_allowed, accountant.decide(number, second)) << "sequence " << sequence << ", step " << step;
      // The promises, apart from how they are kept.
      if (!is_allowed && accountant.count(number) == 0) {
        const int places = accountant.reserve() - (payer.is_guest ? (accountant.reserve() + 3) / 4 : 0);
        ASSERT_GE(accountant.payers_with_matches(), places) << "others use the reserve";
        ++refused_newcomers;
      }
      if (is_allowed && accountant.count(number) > 0) {
        ASSERT_LT(used, limit);
      }
      accountant.note_answer(number, second, is_allowed);
      is_allowed ? capacity.forget_refusal(payer.name) : capacity.remember_refusal(payer, now);
      if (!is_allowed || below(8) == 0) continue;  // some may begin, and do not
      accountant.begin(number);
      capacity.add_match(payer.name);
    }
  }
  EXPECT_GT(refused_newcomers, 1'000) << "the sequences also use up the reserve";
}

}  // namespace
}  // namespace rensa::lobby
