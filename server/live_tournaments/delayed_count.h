#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>

#include "server/base/types.h"

namespace rensa::live_tournaments {

// A count that rises, and that is told after a delay.
class DelayedCount {
 public:
  // The count has risen to this number. It is told after the delay, but not before the counts before it.
  void set(std::uint64_t count, base::Time now, base::Span delay) {
    const base::Time due = waiting_.empty() ? now + delay : std::max(now + delay, waiting_.back().due);
    told_ = at(now);
    while (!waiting_.empty() && waiting_.front().due <= now) waiting_.pop_front();
    if (due <= now) {
      told_ = count;
    } else {
      waiting_.push_back({.count = count, .due = due});
    }
  }
  std::uint64_t at(base::Time now) const {
    const auto next = std::partition_point(waiting_.begin(), waiting_.end(),
                                           [now](const Waiting& waiting) { return waiting.due <= now; });
    return next == waiting_.begin() ? told_ : std::prev(next)->count;
  }

 private:
  struct Waiting {
    std::uint64_t count = 0;
    base::Time due;
  };
  std::uint64_t told_ = 0;
  std::deque<Waiting> waiting_;  // in the order in which they are told
};

}  // namespace rensa::live_tournaments
