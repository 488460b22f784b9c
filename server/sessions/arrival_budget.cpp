#include "server/sessions/arrival_budget.h"

#include <algorithm>

namespace rensa::sessions {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kShortestWait{250};
// The part of the rate in which the clients of one kind are told to come back. It is less than their half, so that
// places are free for those that come for the first time.
constexpr double kShareOfReturns = 0.45;
// Waits differ by up to this part of them.
constexpr int kChancePercent = 20;

}  // namespace

ArrivalBudget::ArrivalBudget(const net::MessageRate& rate, std::uint64_t seed)
    : rate_(rate), kinds_{Kind{SharedBucket(rate.burst / 2)}, Kind{SharedBucket(rate.burst / 2)}}, chance_(seed) {}

void ArrivalBudget::change_rate(const net::MessageRate& rate) {
  if (rate.per_second == rate_.per_second && rate.burst == rate_.burst) return;
  rate_ = rate;
  for (Kind& kind : kinds_) kind = Kind{SharedBucket(rate.burst / 2)};
}

bool ArrivalBudget::let_in(Arrival arrival, const std::string& payer, base::Time now) {
  if (rate_.per_second <= 0) return true;
  refill(now);
  return kind_of(arrival).bucket.take(payer);
}

milliseconds ArrivalBudget::wait_of(Arrival arrival, const std::string& payer, base::Time now) {
  const base::Time next = kind_of(arrival).return_times.next(payer, rate_.per_second * kShareOfReturns, now);
  const auto wait = std::max(std::chrono::ceil<milliseconds>(next - now), kShortestWait);
  const auto percent = 100 - kChancePercent + static_cast<int>(chance_.below(2 * kChancePercent + 1));
  return std::max(wait * percent / 100, kShortestWait);
}

// Newcomers have the lowest precedence, so a player takes their place first.
void ArrivalBudget::charge_player(const std::string& payer, base::Time now) {
  if (!let_in(Arrival::newcomer, payer, now)) let_in(Arrival::returning_spectator, payer, now);
}

void ArrivalBudget::refill(base::Time now) {
  const double half = std::chrono::duration<double>(now - filled_).count() * rate_.per_second / 2;
  filled_ = now;
  auto& [newcomers, spectators] = kinds_;
  const double unused_by_newcomers = newcomers.bucket.refill(half);
  const double unused_by_spectators = spectators.bucket.refill(half);
  newcomers.bucket.refill(unused_by_spectators);
  spectators.bucket.refill(unused_by_newcomers);
}

}  // namespace rensa::sessions
