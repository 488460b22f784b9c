#include "server/submissions/check_times.h"

#include <iterator>

namespace rensa::submissions {

void CheckTimes::add(std::int64_t account, base::Time begin, base::Time end) {
  periods_[account].push_back({.begin = begin, .end = end});
  for (auto entry = periods_.begin(); entry != periods_.end();) {
    std::deque<Period>& periods = entry->second;
    while (!periods.empty() && periods.front().end + kKept <= end) periods.pop_front();
    entry = periods.empty() ? periods_.erase(entry) : std::next(entry);
  }
}

base::Span CheckTimes::used_by(std::int64_t account, base::Time now) const {
  base::Span used{};
  const auto periods = periods_.find(account);
  if (periods == periods_.end()) return used;
  for (const auto& [begin, end] : periods->second) {
    if (end + kKept > now) used += end - begin;
  }
  return used;
}

}  // namespace rensa::submissions
