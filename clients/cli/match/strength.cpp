#include "clients/cli/match/strength.h"

#include <algorithm>
#include <cmath>

namespace rensa::cli {

namespace {

constexpr double kNeverSeen = 1e-3;
constexpr double kLeastScore = 1e-3;
constexpr double kFew = 30;

double elo_of(double score) {
  const double clamped = std::clamp(score, kLeastScore, 1 - kLeastScore);
  return -400 * std::log10(1 / clamped - 1);
}

}  // namespace

Strength strength_of(std::span<const std::int64_t> counts) {
  const auto weight = [](std::int64_t count) { return count == 0 ? kNeverSeen : static_cast<double>(count); };
  const double step = 1.0 / static_cast<double>(counts.size() - 1);
  double total = 0;
  double mean = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    total += weight(counts[i]);
    mean += weight(counts[i]) * static_cast<double>(i) * step;
  }
  mean /= total;
  double variance = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double off = static_cast<double>(i) * step - mean;
    variance += weight(counts[i]) / total * off * off;
  }
  const double error = lab::kNormal95 * std::sqrt(variance / total);
  lab::Interval score{mean, std::max(mean - error, 0.0), std::min(mean + error, 1.0)};
  const auto seen = std::count_if(counts.begin(), counts.end(), [](std::int64_t count) { return count > 0; });
  // Too few for the normal approximation: Wilson's, with the greatest variance that such a mean can have.
  if (total < kFew || seen == 1) score = lab::wilson(mean, total);
  return {.score = score, .elo = {elo_of(score.value), elo_of(score.low), elo_of(score.high)}};
}

}  // namespace rensa::cli
