#include "server/league/thinking.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rensa::league {

namespace {

constexpr int kStepsOfOctave = 4;

// Upper bounds, in microseconds.
const std::array<std::int64_t, Thinking::kSteps>& bounds() {
  static const auto all = [] {
    std::array<std::int64_t, Thinking::kSteps> bounds{};
    for (std::size_t step = 0; step < bounds.size(); ++step) {
      bounds[step] = std::llround(std::exp2(static_cast<double>(step) / kStepsOfOctave));
    }
    return bounds;
  }();
  return all;
}

}  // namespace

void Thinking::add(std::int64_t microseconds) {
  const auto at = std::lower_bound(bounds().begin(), bounds().end() - 1, microseconds);
  add(static_cast<std::uint8_t>(at - bounds().begin()), 1);
  longest_ = std::max(longest_, microseconds);
}

void Thinking::add(const Thinking& other) {
  for (const auto& [step, answers] : other.counts_) add(step, answers);
  longest_ = std::max(longest_, other.longest_);
}

void Thinking::add(std::uint8_t step, std::uint32_t answers) {
  const auto at = std::lower_bound(counts_.begin(), counts_.end(), Count{step, 0});
  if (at != counts_.end() && at->first == step) {
    at->second += answers;
  } else {
    counts_.insert(at, {step, answers});
  }
  answers_ += answers;
}

std::int64_t Thinking::quantile(double share) const {
  assert(answers_ > 0);
  const auto wanted = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(answers_)));
  std::int64_t seen = 0;
  for (const auto& [step, answers] : counts_) {
    seen += answers;
    if (seen >= wanted) return std::min(bounds()[step], longest_);
  }
  return longest_;
}

Thinking Thinking::from(std::vector<Count> counts, std::int64_t longest) {
  Thinking thinking;
  thinking.counts_ = std::move(counts);
  for (const auto& [step, answers] : thinking.counts_) thinking.answers_ += answers;
  thinking.longest_ = longest;
  return thinking;
}

}  // namespace rensa::league
