#pragma once

#include <string>
#include <unordered_map>

#include "server/base/types.h"
#include "server/net/limits.h"

namespace rensa::sessions {

// The rates at which messages may come. Each key has one budget: all connections of a token share one, and so do all
// guests of an address. A client that disconnects and comes back does not get a full budget.
class RateBudgets {
 public:
  explicit RateBudgets(const net::MessageRate& rate);

  // Budgets that are in use keep the rate that they have.
  void change_rate(const net::MessageRate& rate) {
    rate_ = rate;
    refill_ = refill_time(rate);
  }

  // Each join() must be followed by one leave().
  void join(const std::string& key, base::Time now);
  void leave(const std::string& key, base::Time now);
  // Returns true and takes so many messages from the budget of the key, or returns false if there are fewer left.
  // Precondition: the key has joined.
  bool take(const std::string& key, base::Time now, double count = 1) {
    return budgets_.at(key).bucket.take(now, count);
  }
  std::size_t size() const { return budgets_.size(); }

 private:
  struct Budget {
    net::TokenBucket bucket;
    std::size_t members = 0;
    base::Time left_at;  // the time when the last member left
  };
  void remove_full_budgets(base::Time now);
  static base::Span refill_time(const net::MessageRate& rate) {
    return std::chrono::duration_cast<base::Span>(std::chrono::duration<double>(rate.burst / rate.per_second));
  }

  net::MessageRate rate_;
  base::Span refill_;  // the time in which an empty budget becomes full
  base::Time last_removal_;
  std::unordered_map<std::string, Budget> budgets_;
};

inline RateBudgets::RateBudgets(const net::MessageRate& rate) : rate_(rate), refill_(refill_time(rate)) {}

inline void RateBudgets::join(const std::string& key, base::Time now) {
  remove_full_budgets(now);
  const auto [entry, is_new] = budgets_.try_emplace(key, Budget{net::TokenBucket(rate_, now), 0, {}});
  ++entry->second.members;
}

inline void RateBudgets::leave(const std::string& key, base::Time now) {
  Budget& budget = budgets_.at(key);
  if (--budget.members == 0) budget.left_at = now;
}

// Removes the budgets without members that would be full again.
inline void RateBudgets::remove_full_budgets(base::Time now) {
  if (now - last_removal_ < refill_) return;
  last_removal_ = now;
  std::erase_if(budgets_,
                [&](const auto& entry) { return entry.second.members == 0 && now - entry.second.left_at >= refill_; });
}

}  // namespace rensa::sessions
