#include "engine/research/learning/phase_weights.h"

#include <numeric>

namespace rensa::learning {

double PhaseWeights::value_of(int phase, const Features& features) const {
  const std::vector<double>& weights = by_phase[static_cast<std::size_t>(phase)];
  return std::inner_product(features.begin(), features.end(), weights.begin(), 0.0);
}

std::size_t PhaseWeights::best_of(const Example& example) const {
  std::size_t best = 0;
  double most = value_of(example.phase, example.candidates[0]);
  for (std::size_t i = 1; i < example.candidates.size(); ++i) {
    const double here = value_of(example.phase, example.candidates[i]);
    if (here <= most) continue;
    best = i;
    most = here;
  }
  return best;
}

double agreement(const PhaseWeights& weights, std::span<const Example> examples) {
  if (examples.empty()) return 0;
  std::size_t same = 0;
  for (const Example& example : examples) {
    if (example.candidates[weights.best_of(example)] == example.candidates[example.chosen]) ++same;
  }
  return static_cast<double>(same) / static_cast<double>(examples.size());
}

}  // namespace rensa::learning
