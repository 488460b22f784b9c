#pragma once

#include <span>

#include "engine/research/learning/phase_weights.h"

namespace rensa::learning {

// Weights by regression: those under which the teacher's choices are likeliest if each candidate is chosen in
// proportion to e to the power of its value (conditional logit), less a penalty for large weights. By Newton's method,
// from zero, and never to a place that is worse: the same examples in the same order give the same weights.

struct RegressionSettings {
  double penalty = 1;    // half of the square of each weight counts so much; positive
  int steps = 12;        // of Newton at most
  double enough = 1e-6;  // no weight changes by more: it is done
};

// Where no choice is of a phase, its weights are zero.
PhaseWeights fit(std::span<const Example> examples, int phases, int features, const RegressionSettings& settings);

}  // namespace rensa::learning
