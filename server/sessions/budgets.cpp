#include "server/sessions/budgets.h"

namespace rensa::sessions {

Budgets::Budgets(const net::MessageRate& rate)
    : rate_(rate),
      refill_(std::chrono::duration_cast<base::Span>(std::chrono::duration<double>(rate.burst / rate.per_second))) {}

void Budgets::join(const std::string& who, base::Time now) {
  sweep(now);
  const auto [entry, is_new] = budgets_.try_emplace(who, Budget{net::TokenBucket(rate_, now), 0, {}});
  ++entry->second.members;
}

void Budgets::leave(const std::string& who, base::Time now) {
  Budget& budget = budgets_.at(who);
  if (--budget.members == 0) budget.left_at = now;
}

// Forgets those that would be full again.
void Budgets::sweep(base::Time now) {
  if (now - swept_at_ < refill_) return;
  swept_at_ = now;
  std::erase_if(budgets_,
                [&](const auto& entry) { return entry.second.members == 0 && now - entry.second.left_at >= refill_; });
}

}  // namespace rensa::sessions
