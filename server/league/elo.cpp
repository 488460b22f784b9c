#include "server/league/elo.h"

#include <algorithm>
#include <cmath>

#include "server/league/normal.h"

namespace rensa::league {

namespace {

constexpr double kLeastScore = 1e-3;  // beyond it a difference says nothing any more
constexpr double kFew = 30;           // units, too few for the normal approximation

// With the greatest variance that such a mean can have.
ScoreEstimate wilson(double mean, double units) {
  const double square = kNormal95 * kNormal95 / units;
  const double middle = (mean + square / 2) / (1 + square);
  const double error = std::sqrt(square * (mean * (1 - mean) + square / 4)) / (1 + square);
  return {.score = mean, .low = middle - error, .high = middle + error};
}

}  // namespace

ScoreEstimate score_from(const Sample& sample) {
  const double mean = sample.mean();
  if (sample.units() < kFew || sample.seen() == 1) return wilson(mean, sample.units());
  const double error = kNormal95 * std::sqrt(sample.variance() / sample.units());
  return {.score = mean, .low = std::max(mean - error, 0.0), .high = std::min(mean + error, 1.0)};
}

double elo_of(double score) { return -400 * std::log10(1 / std::clamp(score, kLeastScore, 1 - kLeastScore) - 1); }

double score_of(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

EloEstimate elo_from(const Sample& sample) {
  const auto [score, low_score, high_score] = score_from(sample);
  const double low = elo_of(low_score);
  const double high = elo_of(high_score);
  const bool is_all_or_none = sample.seen_only(0) || sample.seen_only(1);
  return {.elo = elo_of(score), .error = (high - low) / 2, .low = low, .high = high, .is_unbounded = is_all_or_none};
}

NormalisedEloEstimate normalised_elo_from(const Sample& sample) {
  return {.elo = kNormalisedElo * (sample.mean() - 0.5) / sample.deviation_a_game(),
          .error = kNormal95 * kNormalisedElo / std::sqrt(sample.games())};
}

double likelihood_of_superiority(const Sample& sample) {
  return normal_below((sample.mean() - 0.5) / std::sqrt(sample.variance() / sample.units()));
}

}  // namespace rensa::league
