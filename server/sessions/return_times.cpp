#include "server/sessions/return_times.h"

#include <algorithm>

namespace rensa::sessions {

base::Time ReturnTimes::next(const std::string& payer, double per_second, base::Time now) {
  remove_payers_until(now);
  const std::chrono::duration<double> turn(1 / per_second);
  const auto [entry, is_new] = last_times_.try_emplace(payer);
  if (is_new) {
    next_first_ = std::max(next_first_, now) + std::chrono::duration_cast<base::Span>(turn);
    next_first_ = std::min(next_first_, now + kLongestWait);
    entry->second = next_first_;
  } else {
    earliest_.erase({entry->second, payer});
    const auto payers = static_cast<double>(last_times_.size());
    entry->second += std::chrono::duration_cast<base::Span>(turn * payers);
    entry->second = std::min(entry->second, now + kLongestWait);
  }
  earliest_.emplace(entry->second, payer);
  return entry->second;
}

void ReturnTimes::remove_payers_until(base::Time now) {
  while (!earliest_.empty() && earliest_.begin()->first <= now) {
    last_times_.erase(earliest_.begin()->second);
    earliest_.erase(earliest_.begin());
  }
}

}  // namespace rensa::sessions
