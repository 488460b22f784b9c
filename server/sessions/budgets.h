#pragma once

#include <string>
#include <unordered_map>

#include "server/base/time.h"
#include "server/net/token_bucket.h"

namespace rensa::sessions {

// How many messages may come from whom: all connections of a token share a budget, and so do all guests of an address.
// Hanging up and coming again does not fill it.
class Budgets {
 public:
  explicit Budgets(const net::MessageRate& rate);

  // Every join is followed by one leave.
  void join(const std::string& who, base::Time now);
  void leave(const std::string& who, base::Time now);
  // Whether another message may come. Precondition: who has joined.
  bool take(const std::string& who, base::Time now) { return budgets_.at(who).bucket.take(now); }
  std::size_t size() const { return budgets_.size(); }

 private:
  struct Budget {
    net::TokenBucket bucket;
    std::size_t members = 0;
    base::Time left_at;  // by the last member
  };
  void sweep(base::Time now);

  net::MessageRate rate_;
  base::Span refill_;  // from empty to full
  base::Time swept_at_;
  std::unordered_map<std::string, Budget> budgets_;
};

}  // namespace rensa::sessions
