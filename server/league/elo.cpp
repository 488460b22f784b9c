#include "server/league/elo.h"

#include <algorithm>
#include <cmath>

#include "server/league/normal.h"

namespace rensa::league {

namespace {

constexpr double kLeastScore = 1e-3;  // beyond it a difference says nothing any more
constexpr double kFew = 30;           // units, too few for the normal approximation

bool is_all_or_none(const Sample& sample) { return sample.seen_only(0) || sample.seen_only(1); }

}  // namespace

double elo_of(double score) { return -400 * std::log10(1 / std::clamp(score, kLeastScore, 1 - kLeastScore) - 1); }

double score_of(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

// Of few with the greatest variance that such a mean can have.
Interval score_from(const Sample& sample) {
  const double mean = sample.mean();
  if (sample.units() < kFew || sample.seen() == 1) return wilson(mean, sample.units());
  const double error = kNormal95 * std::sqrt(sample.variance() / sample.units());
  return {.value = mean, .low = std::max(mean - error, 0.0), .high = std::min(mean + error, 1.0)};
}

EloEstimate elo_from(const Sample& sample) {
  const Interval score = score_from(sample);
  const Interval elo{.value = elo_of(score.value), .low = elo_of(score.low), .high = elo_of(score.high)};
  return {.elo = elo, .error = (elo.high - elo.low) / 2, .is_unbounded = is_all_or_none(sample)};
}

NormalisedEloEstimate normalised_elo_from(const Sample& sample) {
  return {.elo = kNormalisedElo * (sample.mean() - 0.5) / sample.deviation_a_game(),
          .error = kNormal95 * kNormalisedElo / std::sqrt(sample.games()),
          .is_unbounded = is_all_or_none(sample)};
}

double likelihood_of_superiority(const Sample& sample) {
  return normal_below((sample.mean() - 0.5) / std::sqrt(sample.variance() / sample.units()));
}

}  // namespace rensa::league
