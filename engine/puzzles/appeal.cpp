#include "engine/puzzles/appeal.h"

#include <algorithm>
#include <numeric>

namespace rensa::puzzles {

Weights values_of(const Features& features) {
  return {features.puyos,   features.solutions, features.firing,     features.falling,
          features.colours, features.used,      features.misleading, 1};
}

Appeal appeal_of(const Features& features, const AppealModel& model) {
  const Weights values = values_of(features);
  const auto by = [&values](const Weights& weights) {
    return std::clamp(std::inner_product(values.begin(), values.end(), weights.begin(), 0.0), 1.0, 5.0);
  };
  return {.difficulty = by(model.difficulty), .fun = by(model.fun), .usefulness = by(model.usefulness)};
}

}  // namespace rensa::puzzles
