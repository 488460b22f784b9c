#include "server/league/sample.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rensa::league {

namespace {

constexpr double kUnseen = 1e-3;  // units

}  // namespace

std::int64_t PairCounts::games() const { return 2 * std::accumulate(pairs.begin(), pairs.end(), std::int64_t{0}); }

Sample::Sample(const GameCounts& counts) : games_a_unit_(1) {
  count(0, counts.losses);
  count(0.5, counts.draws);
  count(1, counts.wins);
  divide();
}

Sample::Sample(const PairCounts& counts) : games_a_unit_(2) {
  for (std::size_t half_points = 0; half_points < counts.pairs.size(); ++half_points) {
    count(static_cast<double>(half_points) / 4, counts.pairs[half_points]);
  }
  divide();
}

void Sample::count(double score, std::int64_t units) {
  scores_.push_back(score);
  seen_ += units > 0 ? 1 : 0;
  shares_.push_back(units > 0 ? static_cast<double>(units) : kUnseen);
  units_ += shares_.back();
}

bool Sample::seen_only(double score) const {
  const auto most = std::max_element(shares_.begin(), shares_.end());
  return seen_ == 1 && scores_[static_cast<std::size_t>(most - shares_.begin())] == score;
}

void Sample::divide() {
  for (double& share : shares_) share /= units_;
}

double Sample::mean() const { return std::inner_product(scores_.begin(), scores_.end(), shares_.begin(), 0.0); }

double Sample::variance() const {
  const double middle = mean();
  double variance = 0;
  for (std::size_t i = 0; i < size(); ++i) variance += share(i) * (score(i) - middle) * (score(i) - middle);
  return variance;
}

double Sample::deviation_a_game() const { return std::sqrt(games_a_unit_ * variance()); }

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

}  // namespace rensa::league
