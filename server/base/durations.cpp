#include "server/base/durations.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rensa::base {

namespace {

constexpr int kStepsPerOctave = 4;

// Returns the upper bounds of the steps, in microseconds.
const std::array<std::int64_t, Durations::kSteps>& upper_bounds() {
  static const auto all = [] {
    std::array<std::int64_t, Durations::kSteps> bounds{};
    for (std::size_t step = 0; step < bounds.size(); ++step) {
      bounds[step] = std::llround(std::exp2(static_cast<double>(step) / kStepsPerOctave));
    }
    return bounds;
  }();
  return all;
}

}  // namespace

void Durations::add(std::int64_t microseconds) {
  const auto at = std::lower_bound(upper_bounds().begin(), upper_bounds().end() - 1, microseconds);
  add(static_cast<std::uint8_t>(at - upper_bounds().begin()), 1);
  longest_ = std::max(longest_, microseconds);
}

void Durations::add(const Durations& other) {
  for (const auto& [step, number] : other.counts_) add(step, number);
  longest_ = std::max(longest_, other.longest_);
}

void Durations::add(std::uint8_t step, std::uint32_t number) {
  const auto at = std::lower_bound(counts_.begin(), counts_.end(), Count{step, 0});
  if (at != counts_.end() && at->first == step) {
    at->second += number;
  } else {
    counts_.insert(at, {step, number});
  }
  number_ += number;
}

std::int64_t Durations::quantile(double share) const {
  assert(number_ > 0);
  const auto wanted = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(number_)));
  std::int64_t seen = 0;
  for (const auto& [step, number] : counts_) {
    seen += number;
    if (seen >= wanted) return std::min(upper_bounds()[step], longest_);
  }
  return longest_;
}

Durations Durations::from(std::vector<Count> counts, std::int64_t longest) {
  Durations durations;
  durations.counts_ = std::move(counts);
  for (const auto& [step, number] : durations.counts_) durations.number_ += number;
  durations.longest_ = longest;
  return durations;
}

}  // namespace rensa::base
