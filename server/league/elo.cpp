#include "server/league/elo.h"

#include <algorithm>
#include <cmath>

#include "server/league/normal.h"

namespace rensa::league {

namespace {

constexpr double kLeastScore = 1e-3;  // beyond it a difference says nothing any more

}  // namespace

double elo_of(double score) { return -400 * std::log10(1 / std::clamp(score, kLeastScore, 1 - kLeastScore) - 1); }

double score_of(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

EloEstimate elo_from(const Sample& sample) {
  const double mean = sample.mean();
  const double error = kNormal95 * std::sqrt(sample.variance() / sample.units());
  const double low = elo_of(mean - error);
  const double high = elo_of(mean + error);
  return {.elo = elo_of(mean),
          .error = (high - low) / 2,
          .low = low,
          .high = high,
          .is_unbounded = mean < kLeastScore || mean > 1 - kLeastScore};
}

NormalisedEloEstimate normalised_elo_from(const Sample& sample) {
  return {.elo = kNormalisedElo * (sample.mean() - 0.5) / sample.deviation_a_game(),
          .error = kNormal95 * kNormalisedElo / std::sqrt(sample.games())};
}

double likelihood_of_superiority(const Sample& sample) {
  return normal_below((sample.mean() - 0.5) / std::sqrt(sample.variance() / sample.units()));
}

}  // namespace rensa::league
