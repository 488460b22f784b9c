#pragma once

#include <span>
#include <vector>

#include "engine/research/learning/phase_weights.h"

namespace rensa::learning {

// Weights by counting (document 003, chapter 5): a feature that the teacher's choices have weighs more, one that they
// lack weighs less. For features that are there or not.

// Of the features of what was chosen: how many of the choices have it, or how many more than of all candidates would.
// The document says only that what is seen often weighs much; by that alone, what most candidates have counts as well.
enum class Count { plain, relative };

class Counting {
 public:
  Counting(int phases, int features);

  void add(const Example& example);
  PhaseWeights weights(Count count) const;

 private:
  struct Phase {
    double choices = 0;
    std::vector<double> chosen;   // by feature: how many of these have it
    std::vector<double> offered;  // the same of the mean candidate
  };
  std::vector<Phase> phases_;
};

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
