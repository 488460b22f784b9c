#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace rensa::learning {

// What can be learned from: a teacher's choice among some candidates, each told by its features. What the features are
// and who the teacher is, nobody here knows.

using Features = std::vector<double>;

struct Example {
  int phase = 0;                     // of the game; from 0
  std::vector<Features> candidates;  // all of one length; one at least
  std::size_t chosen = 0;            // by the teacher
};

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
