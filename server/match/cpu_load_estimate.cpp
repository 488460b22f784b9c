#include "server/match/cpu_load_estimate.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace rensa::match {

namespace {

using namespace std::chrono_literals;

// Shares of one EPYC core that the frames and writes of a seat took, measured with `rensa-load`.
constexpr double kEventsShare = 25e-6;
constexpr double kEveryFrameShare = 75e-6;
constexpr double kEventWritesShare = 55e-6;   // for its connection
constexpr double kFrameWritesShare = 560e-6;  // for its connection

// A new match takes its usual share only after its first decisions, a second or two after it begins.
constexpr base::Span kSettlingTime = 2s;
constexpr base::Span kSmoothingTime = 1s;
constexpr base::Span kForgettingTime = 20s;
constexpr double kMinTotalToLearn = 0.05;
constexpr double kSettledRatio = 0.8;
// Machines are faster or slower than that core; a scale that is too low would admit too many matches.
constexpr double kMinScale = 0.25;
constexpr double kMaxScale = 10;

constexpr double kOverloadBegins = 0.6;
constexpr double kOverloadEnds = 0.45;

// Returns the part of the way to its target that an exponential average goes in `span`.
double smoothing_factor(base::Span span, base::Span constant) {
  return 1 - std::exp(-static_cast<double>(span.count()) / static_cast<double>(constant.count()));
}

}  // namespace

double CpuLoadEstimate::expected_share(Subscription subscription, std::size_t seats) {
  const bool every_frame = wants_every_frame(subscription);
  const double writes = every_frame ? kFrameWritesShare : kEventWritesShare;
  return (every_frame ? kEveryFrameShare : kEventsShare) + writes / static_cast<double>(seats);
}

void CpuLoadEstimate::record(double share, base::Span span) {
  share_ = share;
  average_share_ += (share - average_share_) * smoothing_factor(span, kSmoothingTime);
  average_total_ += (total_ - average_total_) * smoothing_factor(span, kSettlingTime);
  if (has_settled()) scale_ = std::clamp(average_share_ / average_total_, kMinScale, kMaxScale);
  if (total_ <= kMinTotalToLearn) scale_ += (1 - scale_) * smoothing_factor(span, kForgettingTime);
  is_overloaded_ = average_share_ > (is_overloaded_ ? kOverloadEnds : kOverloadBegins);
}

bool CpuLoadEstimate::has_settled() const {
  return total_ > kMinTotalToLearn && average_total_ > kSettledRatio * total_ &&
         total_ > kSettledRatio * average_total_ && paused_ < (1 - kSettledRatio) * total_;
}

// A total below the minimum is always admitted: the scale can only be learned from running matches.
double CpuLoadEstimate::used_share() const { return total_ > kMinTotalToLearn ? std::max(share_, forecast()) : share_; }

}  // namespace rensa::match
