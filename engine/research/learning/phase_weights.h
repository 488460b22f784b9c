#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace rensa::learning {

// Learning from a teacher's choices among candidates that are described by features. The meaning of the features is
// left to the caller.

using Features = std::vector<double>;

struct Example {
  int phase = 0;                     // of the game, from 0
  std::vector<Features> candidates;  // at least one, all of the same length
  std::size_t chosen = 0;            // the index of the teacher's choice
};

// Weights of features, with different weights for each phase.
struct PhaseWeights {
  std::vector<std::vector<double>> by_phase;

  double value_of(int phase, const Features& features) const;
  // The index of the candidate with the greatest value, the first one of equals.
  std::size_t best_of(const Example& example) const;
};

// The share of examples, from 0 to 1, in which the weights choose a candidate with the features of the teacher's
// choice.
double agreement(const PhaseWeights& weights, std::span<const Example> examples);

}  // namespace rensa::learning
