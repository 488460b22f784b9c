#include "server/play/burden.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace rensa::play {

namespace {

using namespace std::chrono_literals;

// Of a core's time: what frames and their writes took on a core of an EPYC, by `rensa-load`.
constexpr double kEvents = 25e-6;
constexpr double kEveryFrame = 75e-6;
constexpr double kOwnEventWrites = 55e-6;
constexpr double kOwnFrameWrites = 560e-6;

// Pairs are decided about, and fall, for a second or two before a match takes what it will go on taking.
constexpr base::Span kSettles = 2s;
constexpr base::Span kSteadies = 500ms;
constexpr double kTooLittleToTell = 0.05;
constexpr double kSettled = 0.8;
constexpr double kScaleAtMost = 20;

// How much of the way to its goal something that follows it goes in a span.
double approach(base::Span span, base::Span constant) {
  return 1 - std::exp(-static_cast<double>(span.count()) / static_cast<double>(constant.count()));
}

}  // namespace

double Burden::expected_of(proto::Subscription subscription, bool in_company) {
  const bool every_frame = subscription == proto::Subscription::frames;
  const double writes = every_frame ? kOwnFrameWrites : kOwnEventWrites;
  return (every_frame ? kEveryFrame : kEvents) + (in_company ? 0 : writes);
}

void Burden::heed(double share, base::Span span) {
  share_ = share;
  steady_share_ += (share - steady_share_) * approach(span, kSteadies);
  settled_ += (total_ - settled_) * approach(span, kSettles);
  const bool has_settled = total_ > kTooLittleToTell && settled_ > kSettled * total_ && total_ > kSettled * settled_;
  if (has_settled) scale_ = std::clamp(steady_share_ / settled_, 1 / kScaleAtMost, kScaleAtMost);
}

}  // namespace rensa::play
