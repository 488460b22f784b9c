#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace rensa::league {

// What one player made of games against another, game by game.
struct GameCounts {
  std::int64_t losses = 0;
  std::int64_t draws = 0;
  std::int64_t wins = 0;

  std::int64_t games() const { return losses + draws + wins; }
  friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

// The same of pairs of games that belong together, by their points: 0, 1/2, 1, 3/2, 2. Games of a pair are not
// independent, so that a sum of their single variances would be wrong.
struct PairCounts {
  std::array<std::int64_t, 5> pairs{};

  std::int64_t games() const;
  friend bool operator==(const PairCounts&, const PairCounts&) = default;
};

// Independent units and the points that they brought a game, as statistics want them.
class Sample {
 public:
  explicit Sample(const GameCounts& counts);
  explicit Sample(const PairCounts& counts);

  // What a unit can bring a game, rising, and the share of the units that brought it: none is 0, for what was not seen
  // yet is not impossible.
  std::size_t size() const { return scores_.size(); }
  double score(std::size_t i) const { return scores_[i]; }
  double share(std::size_t i) const { return shares_[i]; }

  double units() const { return units_; }
  int seen() const { return seen_; }  // scores that came up
  bool seen_only(double score) const;
  int games_a_unit() const { return games_a_unit_; }
  double games() const { return units_ * games_a_unit_; }
  double mean() const;
  double variance() const;  // of a unit
  // The standard deviation of a game, from that of units.
  double deviation_a_game() const;

 private:
  void count(double score, std::int64_t units);
  void divide();

  int games_a_unit_;
  double units_ = 0;
  int seen_ = 0;
  std::vector<double> scores_;
  std::vector<double> shares_;
};

// How games of a pair hang together: 0 not at all, 1 the second one tells nothing that the first did not. The single
// games are those of the pairs. nullopt where all games ended alike, and of a single pair.
std::optional<double> correlation_in_pairs(const PairCounts& pairs, const GameCounts& single_games);

}  // namespace rensa::league
