#include "server/front/budgets.h"

namespace rensa::front {

void Budgets::join(const std::string& who, base::Time now) {
  const auto [entry, is_new] = budgets_.try_emplace(who, Budget{net::TokenBucket(rate_, now)});
  ++entry->second.members;
}

void Budgets::leave(const std::string& who) {
  const auto entry = budgets_.find(who);
  if (--entry->second.members == 0) budgets_.erase(entry);
}

}  // namespace rensa::front
