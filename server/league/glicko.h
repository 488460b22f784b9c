#pragma once

#include <span>

namespace rensa::league {

// Glicko-2 (M. Glickman): a rating, how far it can be trusted, and how much the strength behind it swings.

struct Rating {
  double rating = 1500;
  double deviation = 350;
  double volatility = 0.06;
  friend bool operator==(const Rating&, const Rating&) = default;
};

struct GlickoTerms {
  double tau = 0.5;                // how much the volatility may change
  bool freezes_volatility = true;  // a program's strength does not swing
  double least_deviation = 0;
  double most_deviation = 350;
};

// A game against one who was rated so: 0, 1/2 or 1.
struct RatedGame {
  Rating opponent;
  double score = 0;
};

// The rating after these games, and after so many rating periods, whole or in part. No games: it is trusted less.
Rating rated(const Rating& before, std::span<const RatedGame> games, double periods, const GlickoTerms& terms);

// The points that are expected against one, if both ratings are only roughly known.
double expected_score(const Rating& own, const Rating& opponent);

// By how much a game against one will lessen the square of the own deviation, however it ends: what it teaches.
double variance_lost(const Rating& own, const Rating& opponent);

}  // namespace rensa::league
