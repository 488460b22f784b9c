#pragma once

#include "server/league/interval.h"
#include "server/league/sample.h"

namespace rensa::league {

// What a difference in Elo is in units of one standard deviation of a game: 800 / ln 10.
inline constexpr double kNormalisedElo = 347.4355855226;

// Between the share of the points and the difference in Elo that expects it.
double elo_of(double score);
double score_of(double elo);

// Points a game, between 0 and 1: by the normal approximation, or, of few units and where all brought the same, after
// Wilson.
Interval score_from(const Sample& sample);

// A difference in strength and how far it can be trusted.
struct EloEstimate {
  Interval elo;
  double error = 0;  // half of the interval
  // All points or none: the difference has no bound above or below, and the other end alone says something.
  bool is_unbounded = false;
};
EloEstimate elo_from(const Sample& sample);

struct NormalisedEloEstimate {
  double elo = 0;
  double error = 0;
  bool is_unbounded = false;  // all points or none: neither says anything
};
// Counted in standard deviations of a game: what it takes to show it does not depend on how many games are drawn.
NormalisedEloEstimate normalised_elo_from(const Sample& sample);

// How likely it is that the first player is the stronger one.
double likelihood_of_superiority(const Sample& sample);

}  // namespace rensa::league
