#include "server/play/burden.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace rensa::play {

namespace {

using namespace std::chrono_literals;

// What frames and their writes took of a core of an EPYC for a seat, by `rensa-load`.
constexpr double kEvents = 25e-6;
constexpr double kEveryFrame = 75e-6;
constexpr double kEventWrites = 55e-6;   // of its connection
constexpr double kFrameWrites = 560e-6;  // the same

// Pairs are decided about, and fall, for a second or two before a match takes what it will go on taking.
constexpr base::Span kSettles = 2s;
constexpr base::Span kSteadies = 1s;
constexpr base::Span kForgets = 20s;
constexpr double kTooLittleToTell = 0.05;
constexpr double kSettled = 0.8;
// Machines are faster or slower than that core, but a low scale lets too many in.
constexpr double kLeastScale = 0.25;
constexpr double kGreatestScale = 10;

constexpr double kStretched = 0.6;
constexpr double kRelaxed = 0.45;

// How much of the way to its goal something that follows it goes in a span.
double approach(base::Span span, base::Span constant) {
  return 1 - std::exp(-static_cast<double>(span.count()) / static_cast<double>(constant.count()));
}

}  // namespace

double Burden::expected_of(proto::Subscription subscription, std::size_t seats) {
  const bool every_frame = proto::hears_every_frame(subscription);
  const double writes = every_frame ? kFrameWrites : kEventWrites;
  return (every_frame ? kEveryFrame : kEvents) + writes / static_cast<double>(seats);
}

void Burden::heed(double share, base::Span span) {
  share_ = share;
  steady_share_ += (share - steady_share_) * approach(span, kSteadies);
  settled_ += (total_ - settled_) * approach(span, kSettles);
  if (has_settled()) scale_ = std::clamp(steady_share_ / settled_, kLeastScale, kGreatestScale);
  if (total_ <= kTooLittleToTell) scale_ += (1 - scale_) * approach(span, kForgets);
  is_stretched_ = steady_share_ > (is_stretched_ ? kRelaxed : kStretched);
}

bool Burden::has_settled() const {
  return total_ > kTooLittleToTell && settled_ > kSettled * total_ && total_ > kSettled * settled_ &&
         resting_ < (1 - kSettled) * total_;
}

// So little tells nothing, and has to be let in for its scale to be learned.
bool Burden::is_beyond(double limit) const {
  return share_ > limit || (total_ > kTooLittleToTell && forecast() > limit);
}

}  // namespace rensa::play
