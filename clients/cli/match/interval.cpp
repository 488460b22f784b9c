#include "clients/cli/match/interval.h"

#include <algorithm>
#include <cmath>

namespace rensa::cli {

namespace {

constexpr double kNormal95 = 1.95996;
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
  double error = kNormal95 * std::sqrt(variance / total);
  double middle = mean;
  const auto seen = std::count_if(counts.begin(), counts.end(), [](std::int64_t count) { return count > 0; });
  if (total < kFew || seen == 1) {
    // Too few for the normal approximation: Wilson's interval, with the greatest variance that such a mean can have.
    const double square = kNormal95 * kNormal95 / total;
    middle = (mean + square / 2) / (1 + square);
    error = kNormal95 / (1 + square) * std::sqrt((mean * (1 - mean) + square / 4) / total);
  }
  const double low = middle - error;
  const double high = middle + error;
  return {.score = {mean, std::max(low, 0.0), std::min(high, 1.0)}, .elo = {elo_of(mean), elo_of(low), elo_of(high)}};
}

}  // namespace rensa::cli
