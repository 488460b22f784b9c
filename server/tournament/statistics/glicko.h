#pragma once

#include <span>

namespace rensa::tournament {

// The rating system Glicko-2 (M. Glickman): a rating, its standard deviation, and the volatility of the strength.

struct Rating {
  double rating = 1500;
  double deviation = 350;
  double volatility = 0.06;
  friend bool operator==(const Rating&, const Rating&) = default;
};

struct GlickoSettings {
  double tau = 0.5;                // limits the change of the volatility
  bool freezes_volatility = true;  // because a program's strength does not change
  double min_deviation = 0;
  double max_deviation = 350;
};

// A game against an opponent with this rating. The score is 0, 1/2 or 1.
struct RatedGame {
  Rating opponent;
  double score = 0;
};

// Returns the rating after these games and after `periods` rating periods, which may be a fraction. Without games, only
// the deviation grows.
Rating update_rating(const Rating& before, std::span<const RatedGame> games, double periods,
                     const GlickoSettings& terms);

// Returns by how much a game against the opponent will reduce the variance of the own rating, whatever its result. This
// is the information that the game gives.
double variance_reduction(const Rating& own, const Rating& opponent);

}  // namespace rensa::tournament
