#pragma once

#include <string>
#include <unordered_map>

#include "server/base/time.h"
#include "server/net/token_bucket.h"

namespace rensa::front {

// How many messages may come from whom: all connections of a token share a budget, and so do all guests of an address.
class Budgets {
 public:
  explicit Budgets(const net::MessageRate& rate) : rate_(rate) {}

  // Every join is followed by one leave.
  void join(const std::string& who, base::Time now);
  void leave(const std::string& who);
  // Whether another message may come. Precondition: who has joined.
  bool take(const std::string& who, base::Time now) { return budgets_.at(who).bucket.take(now); }

 private:
  struct Budget {
    net::TokenBucket bucket;
    std::size_t members = 0;
  };

  net::MessageRate rate_;
  std::unordered_map<std::string, Budget> budgets_;
};

}  // namespace rensa::front
