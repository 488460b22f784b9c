#include "engine/puzzle/learner.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rensa::puzzle {

namespace {

// How much features differ between puzzles of two hands and three links: weights are held in these units, so that no
// feature is freer than another for being counted in larger numbers.
constexpr Weights kSpread = {6, 4, 60, 4, 0.8, 0.7, 2, 1};
// So many ratings that agree move a model half of the way.
constexpr double kHold = 8;

constexpr double kFirstLevel = 2;
constexpr double kRise = 0.15;
constexpr double kFall = 0.3;
constexpr double kQuickSeconds = 20;

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

Weights scaled(Weights values) {
  for (std::size_t i = 0; i < kWeights; ++i) values[i] /= kSpread[i];
  return values;
}

// What the person said beyond what the common weights say, fitted and held to nothing.
Weights refit(const Weights& common, std::span<const Rated> ratings, std::optional<int> Rated::* said) {
  Matrix a{};
  Weights b{};
  for (std::size_t i = 0; i < kWeights; ++i) a[i][i] = kHold;
  for (const Rated& rated : ratings) {
    if (!(rated.*said)) continue;
    const Weights values = values_of(rated.features);
    double beyond = *(rated.*said);
    for (std::size_t i = 0; i < kWeights; ++i) beyond -= common[i] * values[i];
    const Weights x = scaled(values);
    for (std::size_t i = 0; i < kWeights; ++i) {
      b[i] += beyond * x[i];
      for (std::size_t j = 0; j < kWeights; ++j) a[i][j] += x[i] * x[j];
    }
  }
  const Weights moved = scaled(solution_of(a, b));
  Weights weights = common;
  for (std::size_t i = 0; i < kWeights; ++i) weights[i] += moved[i];
  return weights;
}

}  // namespace

AppealModel refit(const AppealModel& common, std::span<const Rated> ratings) {
  return {.difficulty = refit(common.difficulty, ratings, &Rated::difficulty),
          .fun = refit(common.fun, ratings, &Rated::fun),
          .usefulness = refit(common.usefulness, ratings, &Rated::usefulness)};
}

double level_of(std::span<const Rated> ratings) {
  double level = kFirstLevel;
  for (const Rated& rated : ratings) {
    const bool quick = rated.solved && rated.seconds < kQuickSeconds;
    level += rated.solved ? (quick ? 1.5 * kRise : kRise) : -kFall;
    level = std::clamp(level, 1.0, 5.0);
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

}  // namespace rensa::puzzle
