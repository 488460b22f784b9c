#include "clients/cli/match/strength.h"

#include <algorithm>
#include <cmath>

#include "server/league/elo.h"

namespace rensa::cli {

namespace {

constexpr double kFew = 30;

}  // namespace

Strength strength_of(const league::Sample& sample) {
  const double mean = sample.mean();
  const double error = lab::kNormal95 * std::sqrt(sample.variance() / sample.units());
  lab::Interval score{mean, std::max(mean - error, 0.0), std::min(mean + error, 1.0)};
  // Too few for the normal approximation: Wilson's, with the greatest variance that such a mean can have.
  if (sample.units() < kFew || sample.seen() == 1) score = lab::wilson(mean, sample.units());
  return {.score = score, .elo = {league::elo_of(score.value), league::elo_of(score.low), league::elo_of(score.high)}};
}

}  // namespace rensa::cli
