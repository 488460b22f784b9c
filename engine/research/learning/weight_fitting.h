#pragma once

#include <span>
#include <vector>

#include "engine/research/learning/phase_weights.h"

namespace rensa::learning {

// Two ways to fit weights to a teacher's choices: by counting and by regression.

// plain: the share of the choices that have the feature. relative: compared with the share of all candidates that have
// it. The document only says that a frequent feature gets a large weight, which is the plain rule.
enum class CountingRule { plain, relative };

// Fits weights by counting (document 003, chapter 5): a feature that the teacher's choices have gets a larger weight.
// Features have to be 0 or 1.
class FeatureCounter {
 public:
  FeatureCounter(int phases, int features);

  void add(const Example& example);
  PhaseWeights weights(CountingRule count) const;

 private:
  struct Phase {
    double choices = 0;
    std::vector<double> chosen;   // for each feature the number of choices that have it
    std::vector<double> offered;  // the same number if the choices were random
  };
  std::vector<Phase> phases_;
};

struct RegressionSettings {
  double penalty = 1;       // the factor of half the square of each weight; positive
  int max_steps = 12;       // of Newton's method
  double tolerance = 1e-6;  // the fit ends when no weight changes by more
};

// Fits weights by regression (conditional logit): the probability of a candidate is proportional to e to the power of
// its value, and the teacher's choices become most likely, minus a penalty for large weights. Newton's method starts at
// zero and never takes a step to a worse point, so equal examples in equal order give equal weights. The weights of a
// phase without examples are zero.
PhaseWeights fit_by_regression(std::span<const Example> examples, int phases, int features,
                               const RegressionSettings& settings);

}  // namespace rensa::learning
