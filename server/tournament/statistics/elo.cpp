#include "server/tournament/statistics/elo.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rensa::tournament {

namespace {

// The number of units with which a possible score counts that has not been seen yet.
constexpr double kUnitsOfUnseenScore = 1e-3;

}  // namespace

std::int64_t PairCounts::games() const { return 2 * std::accumulate(pairs.begin(), pairs.end(), std::int64_t{0}); }

Sample::Sample(const GameCounts& counts) : games_per_unit_(1) {
  add_units(0, counts.losses);
  add_units(0.5, counts.draws);
  add_units(1, counts.wins);
  normalise_shares();
}

Sample::Sample(const PairCounts& counts) : games_per_unit_(2) {
  for (std::size_t half_points = 0; half_points < counts.pairs.size(); ++half_points) {
    add_units(static_cast<double>(half_points) / 4, counts.pairs[half_points]);
  }
  normalise_shares();
}

void Sample::add_units(double score, std::int64_t units) {
  scores_.push_back(score);
  distinct_scores_ += units > 0 ? 1 : 0;
  shares_.push_back(units > 0 ? static_cast<double>(units) : kUnitsOfUnseenScore);
  units_ += shares_.back();
  points_ += score * static_cast<double>(units);
  seen_units_ += static_cast<double>(units);
}

bool Sample::has_only_score(double score) const {
  const auto most = std::max_element(shares_.begin(), shares_.end());
  return distinct_scores_ == 1 && scores_[static_cast<std::size_t>(most - shares_.begin())] == score;
}

void Sample::normalise_shares() {
  for (double& share : shares_) share /= units_;
}

double Sample::seen_score() const { return seen_units_ == 0 ? 0.5 : points_ / seen_units_; }

double Sample::mean() const { return std::inner_product(scores_.begin(), scores_.end(), shares_.begin(), 0.0); }

double Sample::variance() const {
  const double middle = mean();
  double variance = 0;
  for (std::size_t i = 0; i < size(); ++i) variance += share(i) * (score(i) - middle) * (score(i) - middle);
  return variance;
}

double Sample::deviation_per_game() const { return std::sqrt(games_per_unit_ * variance()); }

std::optional<double> correlation_in_pairs(const PairCounts& pairs, const GameCounts& single_games) {
  const auto games = static_cast<double>(single_games.games());
  if (games <= 2) return std::nullopt;
  const double mean = (static_cast<double>(single_games.wins) + static_cast<double>(single_games.draws) / 2) / games;
  const auto square = [mean](double score) { return (score - mean) * (score - mean); };
  const double a_game =
      (static_cast<double>(single_games.losses) * square(0) + static_cast<double>(single_games.draws) * square(0.5) +
       static_cast<double>(single_games.wins) * square(1)) /
      games;
  if (a_game == 0) return std::nullopt;
  double a_pair = 0;
  for (std::size_t i = 0; i < pairs.pairs.size(); ++i) {
    a_pair += static_cast<double>(pairs.pairs[i]) * square(static_cast<double>(i) / 4) * 2 / games;
  }
  return 2 * a_pair / a_game - 1;
}

namespace {

constexpr double kMinScore = 1e-3;  // beyond it a difference has no meaning any more
constexpr double kFewUnits = 30;    // below so many units the normal approximation is wrong

bool is_all_or_none(const Sample& sample) { return sample.has_only_score(0) || sample.has_only_score(1); }

}  // namespace

double elo_of(double score) { return -400 * std::log10(1 / std::clamp(score, kMinScore, 1 - kMinScore) - 1); }

double score_of(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

namespace {

// For few units, the Wilson interval is used, which assumes the greatest variance that such a mean can have.
Interval estimate_mean(const Sample& sample) {
  const double mean = sample.mean();
  if (sample.units() < kFewUnits || sample.distinct_scores() == 1) return wilson_interval(mean, sample.units());
  const double error = kNormal95 * std::sqrt(sample.variance() / sample.units());
  return {.value = mean, .low = std::max(mean - error, 0.0), .high = std::min(mean + error, 1.0)};
}

}  // namespace

Interval estimate_score(const Sample& sample) {
  Interval score = estimate_mean(sample);
  score.value = sample.seen_score();
  score.low = std::min(score.low, score.value);
  score.high = std::max(score.high, score.value);
  return score;
}

EloEstimate estimate_elo(const Sample& sample) {
  const Interval score = estimate_mean(sample);
  const Interval elo{.value = elo_of(score.value), .low = elo_of(score.low), .high = elo_of(score.high)};
  return {.elo = elo, .error = (elo.high - elo.low) / 2, .is_unbounded = is_all_or_none(sample)};
}

NormalisedEloEstimate estimate_normalised_elo(const Sample& sample) {
  return {.elo = kNormalisedElo * (sample.mean() - 0.5) / sample.deviation_per_game(),
          .error = kNormal95 * kNormalisedElo / std::sqrt(sample.games()),
          .is_unbounded = is_all_or_none(sample)};
}

double likelihood_of_superiority(const Sample& sample) {
  return normal_cdf((sample.mean() - 0.5) / std::sqrt(sample.variance() / sample.units()));
}

}  // namespace rensa::tournament
