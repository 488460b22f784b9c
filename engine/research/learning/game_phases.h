#pragma once

#include <span>
#include <vector>

namespace rensa::learning {

// How far a game has come, told by signs that get less on the way: their weighted sum, cut into phases.
struct Course {
  std::vector<double> weights;  // they add up to 1
  std::vector<double> cuts;     // a phase ends where the sum is no more than this; the greatest first

  double sum_of(std::span<const double> signs) const;
  int phase_of(std::span<const double> signs) const;  // from 0 to as many as there are cuts
};

// A moment of the teacher's games.
struct Moment {
  std::vector<double> signs;
  double progress = 0;  // of its game, from 0 to 1
};

// The weights, in steps of a twentieth, under which the phases are most nearly the equal parts of the teacher's games:
// each has as many moments as the others, and the mean distance to where a moment belongs is the least.
// Preconditions: moments, and two phases at least.
Course fit_course(std::span<const Moment> moments, int phases);

}  // namespace rensa::learning
