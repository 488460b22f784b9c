#include "engine/research/learning/weight_fitting.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

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

FeatureCounter::FeatureCounter(int phases, int features) : phases_(static_cast<std::size_t>(phases)) {
  for (Phase& phase : phases_) {
    phase.chosen.resize(static_cast<std::size_t>(features));
    phase.offered.resize(static_cast<std::size_t>(features));
  }
}

void FeatureCounter::add(const Example& example) {
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

PhaseWeights FeatureCounter::weights(CountingRule rule) const {
  PhaseWeights weights;
  for (const Phase& phase : phases_) {
    std::vector<double>& row = weights.by_phase.emplace_back(phase.chosen.size());
    for (std::size_t k = 0; k < row.size(); ++k) {
      row[k] = rule == CountingRule::plain ? phase.chosen[k] / std::max(phase.choices, 1.0)
                                           : std::log((phase.chosen[k] + 1) / (phase.offered[k] + 1));
    }
  }
  return weights;
}

namespace {

using Vector = std::vector<double>;

// The log-likelihood minus the penalty at some weights, its first derivatives, and its negative second derivatives.
struct LikelihoodSlope {
  double likelihood = 0;
  Vector gradient;
  Vector curvature;  // a square, row by row
};

Vector probabilities_of(const Example& example, const Vector& weights) {
  Vector probabilities(example.candidates.size());
  double most = -1e300;
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    for (std::size_t k = 0; k < weights.size(); ++k) probabilities[i] += weights[k] * example.candidates[i][k];
    most = std::max(most, probabilities[i]);
  }
  double sum = 0;
  for (double& probability : probabilities) sum += probability = std::exp(probability - most);
  for (double& probability : probabilities) probability /= sum;
  return probabilities;
}

void add(const Example& example, const Vector& weights, LikelihoodSlope& slope) {
  const std::size_t size = weights.size();
  const Vector probabilities = probabilities_of(example, weights);
  Vector mean(size);
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    for (std::size_t k = 0; k < size; ++k) mean[k] += probabilities[i] * example.candidates[i][k];
  }
  slope.likelihood += std::log(std::max(probabilities[example.chosen], 1e-300));
  for (std::size_t k = 0; k < size; ++k) slope.gradient[k] += example.candidates[example.chosen][k] - mean[k];
  Vector apart(size);
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    for (std::size_t k = 0; k < size; ++k) apart[k] = example.candidates[i][k] - mean[k];
    for (std::size_t k = 0; k < size; ++k) {
      if (apart[k] == 0) continue;
      const double scaled = probabilities[i] * apart[k];
      for (std::size_t l = 0; l <= k; ++l) slope.curvature[k * size + l] += scaled * apart[l];
    }
  }
}

LikelihoodSlope likelihood_slope_at(std::span<const Example> examples, int phase, const Vector& weights,
                                    double penalty) {
  const std::size_t size = weights.size();
  LikelihoodSlope slope{.likelihood = 0, .gradient = Vector(size), .curvature = Vector(size * size)};
  for (const Example& example : examples) {
    if (example.phase == phase) add(example, weights, slope);
  }
  for (std::size_t k = 0; k < size; ++k) {
    slope.likelihood -= penalty * weights[k] * weights[k] / 2;
    slope.gradient[k] -= penalty * weights[k];
    slope.curvature[k * size + k] += penalty;
  }
  return slope;
}

struct RegressionPoint {
  Vector weights;
  LikelihoodSlope slope;
};

// Takes one step of Newton's method. A whole step may go too far, so it is halved until the result is not worse.
// Returns nullopt if even the smallest step is worse.
std::optional<RegressionPoint> step_from(const RegressionPoint& here, std::span<const Example> examples, int phase,
                                         double penalty) {
  constexpr int kHalvings = 10;
  // The penalty makes the system positive definite.
  Vector change = solve_linear_system(here.slope.curvature, here.slope.gradient);
  for (int halved = 0; halved <= kHalvings; ++halved) {
    RegressionPoint there{.weights = here.weights, .slope = {}};
    for (std::size_t k = 0; k < change.size(); ++k) there.weights[k] += change[k];
    there.slope = likelihood_slope_at(examples, phase, there.weights, penalty);
    if (there.slope.likelihood >= here.slope.likelihood) return there;
    for (double& by : change) by /= 2;
  }
  return std::nullopt;
}

double distance(const Vector& one, const Vector& other) {
  double most = 0;
  for (std::size_t k = 0; k < one.size(); ++k) most = std::max(most, std::abs(one[k] - other[k]));
  return most;
}

Vector fit_phase(std::span<const Example> examples, int phase, std::size_t features,
                 const RegressionSettings& settings) {
  RegressionPoint here{.weights = Vector(features), .slope = {}};
  here.slope = likelihood_slope_at(examples, phase, here.weights, settings.penalty);
  for (int step = 0; step < settings.max_steps; ++step) {
    std::optional<RegressionPoint> there = step_from(here, examples, phase, settings.penalty);
    if (!there) break;
    const double moved = distance(there->weights, here.weights);
    here = std::move(*there);
    if (moved < settings.tolerance) break;
  }
  return here.weights;
}

}  // namespace

std::vector<double> solve_linear_system(std::vector<double> square, std::vector<double> right) {
  const std::size_t size = right.size();
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t l = 0; l <= k; ++l) {
      double sum = square[k * size + l];
      for (std::size_t m = 0; m < l; ++m) sum -= square[k * size + m] * square[l * size + m];
      square[k * size + l] = k == l ? std::sqrt(std::max(sum, 1e-12)) : sum / square[l * size + l];
    }
  }
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t m = 0; m < k; ++m) right[k] -= square[k * size + m] * right[m];
    right[k] /= square[k * size + k];
  }
  for (std::size_t k = size; k-- > 0;) {
    for (std::size_t m = k + 1; m < size; ++m) right[k] -= square[m * size + k] * right[m];
    right[k] /= square[k * size + k];
  }
  return right;
}

PhaseWeights fit_by_regression(std::span<const Example> examples, int phases, int features,
                               const RegressionSettings& settings) {
  assert(settings.penalty > 0);
  PhaseWeights weights;
  for (int phase = 0; phase < phases; ++phase) {
    weights.by_phase.push_back(fit_phase(examples, phase, static_cast<std::size_t>(features), settings));
  }
  return weights;
}

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
