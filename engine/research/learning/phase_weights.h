#pragma once

#include <span>
#include <vector>

#include "engine/research/learning/example.h"

namespace rensa::learning {

// Weights of features, for each phase their own.
struct PhaseWeights {
  std::vector<std::vector<double>> of_phase;

  double value_of(int phase, const Features& features) const;
  // The candidate of the greatest value, the first of equals.
  std::size_t best_of(const Example& example) const;
};

// How often they choose as the teacher did, from 0 to 1. Where several candidates are alike, any of them will do.
double agreement(const PhaseWeights& weights, std::span<const Example> examples);

}  // namespace rensa::learning
