#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "server/tournament/statistics/interval.h"

namespace rensa::tournament {

// The results of games between two players, seen from one of them.
struct GameCounts {
  std::int64_t losses = 0;
  std::int64_t draws = 0;
  std::int64_t wins = 0;

  std::int64_t games() const { return losses + draws + wins; }
  friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

// The results of pairs of games that belong together, counted by their points: 0, 1/2, 1, 3/2, 2. The two games of a
// pair are not independent, so the sum of their single variances would be wrong.
struct PairCounts {
  std::array<std::int64_t, 5> pairs{};

  std::int64_t games() const;
  friend bool operator==(const PairCounts&, const PairCounts&) = default;
};

// Scores of independent units: single games, or pairs of games. A score is points per game, from 0 to 1.
class Sample {
 public:
  explicit Sample(const GameCounts& counts);
  explicit Sample(const PairCounts& counts);

  // The possible scores of a unit, rising, and the share of the units with that score. No share is 0, because a score
  // that was not seen yet is still possible.
  std::size_t size() const { return scores_.size(); }
  double score(std::size_t i) const { return scores_[i]; }
  double share(std::size_t i) const { return shares_[i]; }

  double units() const { return units_; }
  int distinct_scores() const { return distinct_scores_; }  // the number of scores that were seen
  bool has_only_score(double score) const;
  int games_per_unit() const { return games_per_unit_; }
  double games() const { return units_ * games_per_unit_; }
  double seen_score() const;  // the mean of the scores that were seen; 0.5 without any
  double mean() const;        // with those that are possible
  double variance() const;    // of the score of a unit
  // The standard deviation of a game, computed from the variance of units.
  double deviation_per_game() const;

 private:
  void add_units(double score, std::int64_t units);
  void normalise_shares();

  int games_per_unit_;
  double units_ = 0;
  double points_ = 0;  // of the scores that were seen
  double seen_units_ = 0;
  int distinct_scores_ = 0;
  std::vector<double> scores_;
  std::vector<double> shares_;
};

// The correlation of the two games of a pair. 0: the games are independent; 1: the second game repeats the first.
// `single_games` counts the games of these pairs. Returns nullopt if all games had the same result, or for one pair.
std::optional<double> correlation_in_pairs(const PairCounts& pairs, const GameCounts& single_games);

// The factor that converts standard deviations of a game into normalised Elo: 800 / ln 10.
inline constexpr double kNormalisedElo = 347.4355855226;

// Convert between a score (share of the points) and the Elo difference that predicts it.
double elo_of(double score);
double score_of(double elo);

// Returns the points per game, from 0 to 1. The interval is that of the normal approximation. Uses the Wilson interval
// for few units, and if all units have the same score.
Interval estimate_score(const Sample& sample);

// An Elo difference between two players with its interval.
struct EloEstimate {
  Interval elo;
  double error = 0;  // half the width of the interval
  // True if one player has all points: the difference is unbounded on one side, and only the other bound has meaning.
  bool is_unbounded = false;
};
EloEstimate estimate_elo(const Sample& sample);

struct NormalisedEloEstimate {
  double elo = 0;
  double error = 0;
  bool is_unbounded = false;  // one player has all points: the other fields have no meaning
};
// The Elo difference in standard deviations of a game. The games needed to show it do not depend on the draw rate.
NormalisedEloEstimate estimate_normalised_elo(const Sample& sample);

// The probability that the first player is stronger.
double likelihood_of_superiority(const Sample& sample);

}  // namespace rensa::tournament
