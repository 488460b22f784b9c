#include "server/sessions/arrival_budget.h"

#include <algorithm>

namespace rensa::sessions {

namespace {

using std::chrono::milliseconds;
using Seconds = std::chrono::duration<double>;

constexpr milliseconds kShortestWait{250};
constexpr milliseconds kLongestWait{60'000};
// The parts of the rate in which clients are told to come back. The rest is for clients that come for the first time.
constexpr double kShareOfSpectators = 0.5;
constexpr double kShareOfNewcomers = 0.3;
// Waits differ by up to this part of them.
constexpr int kChancePercent = 20;

}  // namespace

ArrivalBudget::ArrivalBudget(const net::MessageRate& rate, std::uint64_t seed)
    : rate_(rate), tokens_(rate.burst), chance_(seed) {}

void ArrivalBudget::change_rate(const net::MessageRate& rate) {
  rate_ = rate;
  tokens_ = std::clamp(tokens_, -rate.burst, rate.burst);
}

std::optional<milliseconds> ArrivalBudget::wait_of(Arrival arrival, base::Time now) {
  if (rate_.per_second <= 0) return std::nullopt;
  fill(now);
  const double needed = arrival == Arrival::newcomer ? 1 + rate_.burst / 2 : 1;
  if (arrival != Arrival::returning_player && tokens_ < needed) {
    return next_return(arrival, needed - tokens_, now);
  }
  // Players that return delay the others, but not for ever.
  tokens_ = std::max(tokens_ - 1, -rate_.burst);
  return std::nullopt;
}

void ArrivalBudget::fill(base::Time now) {
  tokens_ = std::min(rate_.burst, tokens_ + Seconds(now - filled_).count() * rate_.per_second);
  filled_ = now;
}

// Each refused client gets the next free time, so that they do not all come at once again.
milliseconds ArrivalBudget::next_return(Arrival arrival, double missing, base::Time now) {
  const bool is_newcomer = arrival == Arrival::newcomer;
  base::Time& next = is_newcomer ? next_newcomer_ : next_spectator_;
  const double per_second = rate_.per_second * (is_newcomer ? kShareOfNewcomers : kShareOfSpectators);
  const auto spacing = std::chrono::duration_cast<base::Span>(Seconds(1 / per_second));
  const auto earliest = now + std::chrono::duration_cast<base::Span>(Seconds(missing / rate_.per_second));
  next = std::min(std::max(next + spacing, earliest), now + kLongestWait);
  const auto wait = std::max(std::chrono::ceil<milliseconds>(next - now), kShortestWait);
  const auto percent = 100 - kChancePercent + static_cast<int>(chance_.below(2 * kChancePercent + 1));
  return std::max(wait * percent / 100, kShortestWait);
}

}  // namespace rensa::sessions
