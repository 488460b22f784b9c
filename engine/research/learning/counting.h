#pragma once

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

}  // namespace rensa::learning
