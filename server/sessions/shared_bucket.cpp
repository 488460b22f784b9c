#include "server/sessions/shared_bucket.h"

namespace rensa::sessions {

namespace {

constexpr double kRoundingError = 1e-9;  // more than sums of tokens ever have
// A payer counts as one that has taken none when half of its only token has come back.
constexpr double kAlmostNone = 0.5;

}  // namespace

double SharedBucket::taken_by(const std::string& payer) const {
  const auto entry = full_levels_.find(payer);
  return entry == full_levels_.end() ? 0 : entry->second - level_;
}

bool SharedBucket::take(const std::string& payer) {
  const double own = taken_by(payer);
  if (free_tokens() < 1 - kRoundingError) return false;
  if (own > kAlmostNone && own >= free_tokens() - capacity_ * kReserve) return false;
  const auto [entry, is_new] = full_levels_.try_emplace(payer, level_);
  if (!is_new) lowest_levels_.erase({entry->second, payer});
  entry->second += 1;
  lowest_levels_.emplace(entry->second, payer);
  taken_ += 1;
  return true;
}

double SharedBucket::refill(double tokens) {
  while (!lowest_levels_.empty()) {
    const auto payers = static_cast<double>(lowest_levels_.size());
    const double missing = lowest_levels_.begin()->first - level_;  // for the next payer
    if (missing * payers > tokens) {
      level_ += tokens / payers;
      taken_ -= tokens;
      return 0;
    }
    level_ = lowest_levels_.begin()->first;
    taken_ -= missing * payers;
    tokens -= missing * payers;
    remove_first_payer();
  }
  // Small errors of the sums end here.
  taken_ = level_ = 0;
  return tokens;
}

void SharedBucket::remove_first_payer() {
  const auto first = lowest_levels_.begin();
  full_levels_.erase(first->second);
  lowest_levels_.erase(first);
}

}  // namespace rensa::sessions
