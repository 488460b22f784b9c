#include "engine/research/learning/game_phases.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>

namespace rensa::learning {

namespace {

constexpr int kWeightSteps = 20;

std::vector<double> thresholds_of(const PhaseModel& model, std::span<const ProgressSample> samples, int phases) {
  std::vector<double> sums;
  for (const ProgressSample& sample : samples) sums.push_back(model.sum_of(sample.indicators));
  std::sort(sums.begin(), sums.end(), std::greater<>());
  std::vector<double> thresholds;
  for (int phase = 1; phase < phases; ++phase) {
    thresholds.push_back(sums[sums.size() * static_cast<std::size_t>(phase) / static_cast<std::size_t>(phases)]);
  }
  return thresholds;
}

long error_of(const PhaseModel& model, std::span<const ProgressSample> samples, int phases) {
  long error = 0;
  for (const ProgressSample& sample : samples) {
    const int expected = std::min(static_cast<int>(sample.progress * phases), phases - 1);
    error += std::abs(model.phase_of(sample.indicators) - expected);
  }
  return error;
}

// Calls visit() for all ways to distribute the steps among the weights from index `from` on.
void for_each_split(std::vector<double>& weights, std::size_t from, int steps, const std::function<void()>& visit) {
  if (from + 1 == weights.size()) {
    weights[from] = static_cast<double>(steps) / kWeightSteps;
    visit();
    return;
  }
  for (int given = 0; given <= steps; ++given) {
    weights[from] = static_cast<double>(given) / kWeightSteps;
    for_each_split(weights, from + 1, steps - given, visit);
  }
}

}  // namespace

double PhaseModel::sum_of(std::span<const double> indicators) const {
  return std::inner_product(indicators.begin(), indicators.end(), weights.begin(), 0.0);
}

int PhaseModel::phase_of(std::span<const double> indicators) const {
  const double sum = sum_of(indicators);
  int phase = 0;
  for (const double cut : thresholds) phase += sum <= cut ? 1 : 0;
  return phase;
}

PhaseModel fit_phases(std::span<const ProgressSample> samples, int phases) {
  PhaseModel model{.weights = std::vector<double>(samples[0].indicators.size()), .thresholds = {}};
  PhaseModel best;
  long least = -1;
  for_each_split(model.weights, 0, kWeightSteps, [&] {
    model.thresholds = thresholds_of(model, samples, phases);
    const long error = error_of(model, samples, phases);
    if (least >= 0 && error >= least) return;
    least = error;
    best = model;
  });
  return best;
}

}  // namespace rensa::learning
