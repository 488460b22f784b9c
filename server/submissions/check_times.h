#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>

#include "server/base/types.h"

namespace rensa::submissions {

// The times that the checks of each account have taken, by the numbers of the accounts. The server checks the bot of
// the account that has used the least of it, so that one account cannot keep the others waiting.
class CheckTimes {
 public:
  void add(std::int64_t account, base::Time begin, base::Time end);
  // Returns the sum of the checks that have ended in the last 24 hours.
  base::Span used_by(std::int64_t account, base::Time now) const;

 private:
  static constexpr std::chrono::hours kKept{24};
  struct Period {
    base::Time begin;
    base::Time end;
  };

  std::map<std::int64_t, std::deque<Period>> periods_;  // in the order of their ends
};

}  // namespace rensa::submissions
