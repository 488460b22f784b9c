#include "engine/research/learning/counting.h"

#include <cmath>

namespace rensa::learning {

Counting::Counting(int phases, int features) : phases_(static_cast<std::size_t>(phases)) {
  for (Phase& phase : phases_) {
    phase.chosen.resize(static_cast<std::size_t>(features));
    phase.offered.resize(static_cast<std::size_t>(features));
  }
}

void Counting::add(const Example& example) {
  Phase& phase = phases_[static_cast<std::size_t>(example.phase)];
  ++phase.choices;
  const Features& chosen = example.candidates[example.chosen];
  for (std::size_t k = 0; k < chosen.size(); ++k) phase.chosen[k] += chosen[k];
  for (const Features& candidate : example.candidates) {
    for (std::size_t k = 0; k < candidate.size(); ++k) {
      phase.offered[k] += candidate[k] / static_cast<double>(example.candidates.size());
    }
  }
}

PhaseWeights Counting::weights(Count count) const {
  PhaseWeights weights;
  for (const Phase& phase : phases_) {
    std::vector<double>& row = weights.of_phase.emplace_back(phase.chosen.size());
    for (std::size_t k = 0; k < row.size(); ++k) {
      row[k] = count == Count::plain ? phase.chosen[k] / std::max(phase.choices, 1.0)
                                     : std::log((phase.chosen[k] + 1) / (phase.offered[k] + 1));
    }
  }
  return weights;
}

}  // namespace rensa::learning
