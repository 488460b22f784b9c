#pragma once

#include <span>
#include <vector>

namespace rensa::learning {

// Divides a game into phases by the weighted sum of indicators, which become smaller in the course of the game.
struct PhaseModel {
  std::vector<double> weights;     // with the sum 1
  std::vector<double> thresholds;  // descending; a phase ends when the sum is at most its threshold

  double sum_of(std::span<const double> indicators) const;
  int phase_of(std::span<const double> indicators) const;  // from 0 to thresholds.size()
};

// The indicators at one moment of a teacher's game.
struct ProgressSample {
  std::vector<double> indicators;
  double progress = 0;  // of its game, from 0 to 1
};

// Finds the weights, in steps of 1/20, whose phases match equal parts of the games best. Each phase gets the same
// number of samples, and the mean distance between the phase of a sample and its part of the game is smallest.
// Preconditions: at least one sample, and at least two phases.
PhaseModel fit_phases(std::span<const ProgressSample> samples, int phases);

}  // namespace rensa::learning
