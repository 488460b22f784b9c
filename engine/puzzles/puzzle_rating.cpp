#include "engine/puzzles/puzzle_rating.h"

#include <algorithm>
#include <cassert>
#include <cmath>
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

namespace {

// What features are like in problems of two hands and three links, and how much they differ: weights are moved in these
// units, so that no feature is freer than another for being counted in larger numbers.
constexpr Weights kUsual = {12, 8, 100, 4, 3, 2.7, 1, 0};
constexpr Weights kSpread = {6, 12, 80, 3, 0.7, 0.6, 1.5, 1};
// What all problems have is moved half of the way by so many ratings that agree; what a feature makes of them, later.
constexpr double kHoldConstant = 8;
constexpr double kHoldSlope = 45;

// Of who solves as many as everybody when problems are as hard as their level: two of three.
constexpr double kFirstLevel = 2;
constexpr double kStep = 0.45;
constexpr double kSteepness = 1.5;
// A solution that takes so long counts for nine tenths, a quick one for a whole.
constexpr double kSlowSeconds = 120;

using Matrix = std::array<std::array<double, kWeights>, kWeights>;

// Solves a x = b for a symmetric positive definite a (Cholesky).
Weights solution_of(Matrix a, Weights b) {
  for (std::size_t i = 0; i < kWeights; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = a[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= a[i][k] * a[j][k];
      a[i][j] = i == j ? std::sqrt(sum) : sum / a[j][j];
    }
  }
  for (std::size_t i = 0; i < kWeights; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  for (std::size_t i = kWeights; i-- > 0;) {
    for (std::size_t k = i + 1; k < kWeights; ++k) b[i] -= a[k][i] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

// Of the usual problem all are 0 but for the last.
Weights in_units(Weights values) {
  for (std::size_t i = 0; i < kWeights; ++i) values[i] = (values[i] - kUsual[i]) / kSpread[i];
  return values;
}

// The same weights for features as they are counted.
Weights out_of_units(Weights weights) {
  for (std::size_t i = 0; i + 1 < kWeights; ++i) {
    weights[i] /= kSpread[i];
    weights.back() -= weights[i] * kUsual[i];
  }
  return weights;
}

// What the person said beyond what the common weights say, fitted and held to nothing.
Weights refit(const Weights& common, std::span<const Rated> ratings, std::optional<int> Rated::* said) {
  Matrix a{};
  Weights b{};
  for (std::size_t i = 0; i < kWeights; ++i) a[i][i] = i + 1 < kWeights ? kHoldSlope : kHoldConstant;
  for (const Rated& rated : ratings) {
    if (!(rated.*said)) continue;
    const Weights values = values_of(rated.features);
    const double beyond = *(rated.*said) - std::inner_product(values.begin(), values.end(), common.begin(), 0.0);
    const Weights x = in_units(values);
    for (std::size_t i = 0; i < kWeights; ++i) {
      b[i] += beyond * x[i];
      for (std::size_t j = 0; j < kWeights; ++j) a[i][j] += x[i] * x[j];
    }
  }
  const Weights moved = out_of_units(solution_of(a, b));
  Weights weights = common;
  for (std::size_t i = 0; i < kWeights; ++i) weights[i] += moved[i];
  return weights;
}

// How likely somebody of this level solves a problem of this difficulty.
double chance_of(double level, double difficulty) {
  return 1 / (1 + 0.5 * std::exp(kSteepness * (difficulty - level)));
}

double success_of(const Rated& rated) {
  return rated.solved ? 1 - 0.1 * std::clamp(rated.seconds / kSlowSeconds, 0.0, 1.0) : 0;
}

}  // namespace

AppealModel refit(const AppealModel& common, std::span<const Rated> ratings) {
  return {.difficulty = refit(common.difficulty, ratings, &Rated::difficulty),
          .fun = refit(common.fun, ratings, &Rated::fun),
          .usefulness = refit(common.usefulness, ratings, &Rated::usefulness)};
}

double level_of(std::span<const Rated> ratings, const AppealModel& model) {
  double level = kFirstLevel;
  for (const Rated& rated : ratings) {
    const double chance = chance_of(level, appeal_of(rated.features, model).difficulty);
    level = std::clamp(level + kStep * (success_of(rated) - chance), 1.0, 5.0);
  }
  return level;
}

std::size_t next_of(std::span<const Features> candidates, const AppealModel& model, double level) {
  assert(!candidates.empty());
  std::size_t best = 0;
  double best_worth = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Appeal appeal = appeal_of(candidates[i], model);
    // A whole step too hard or too easy is worth more than a step of use or fun.
    const double worth = 0.5 * appeal.usefulness + 0.5 * appeal.fun - 2 * std::abs(appeal.difficulty - level);
    if (i == 0 || worth > best_worth) {
      best = i;
      best_worth = worth;
    }
  }
  return best;
}

}  // namespace rensa::puzzles
