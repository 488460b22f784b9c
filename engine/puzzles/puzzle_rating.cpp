#include "engine/puzzles/puzzle_rating.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/research/learning/weight_fitting.h"

namespace rensa::puzzles {

Weights feature_vector_of(const Features& features) {
  return {features.puyos,   features.solutions,    features.firing_sequences,      features.falling_puyos,
          features.colours, features.used_colours, features.misleading_neighbours, 1};
}

PuzzleRating predict_rating(const Features& features, const RatingModel& model) {
  const Weights values = feature_vector_of(features);
  const auto by = [&values](const Weights& weights) {
    return std::clamp(std::inner_product(values.begin(), values.end(), weights.begin(), 0.0), 1.0, 5.0);
  };
  return {.difficulty = by(model.difficulty), .fun = by(model.fun), .usefulness = by(model.usefulness)};
}

namespace {

// The mean and the spread of each feature in puzzles of two hands and three links. Features are fitted in these units,
// so that the penalty treats all features alike.
constexpr Weights kMean = {12, 8, 100, 4, 3, 2.7, 1, 0};
constexpr Weights kSpread = {6, 12, 80, 3, 0.7, 0.6, 1.5, 1};
// Penalties. This number of equal ratings moves the constant half of the way; the weights of features move more slowly.
constexpr double kConstantPenalty = 8;
constexpr double kSlopePenalty = 45;

// A person solves two of three puzzles whose difficulty equals the person's level.
constexpr double kFirstLevel = 2;
constexpr double kStep = 0.45;
constexpr double kSteepness = 1.5;
// A solution that takes this long counts as 0.9 of a success, an immediate one as 1.
constexpr double kSlowSeconds = 120;

// Expresses the features in units of their spread around the mean. The constant stays 1.
Weights standardised(Weights values) {
  for (std::size_t i = 0; i < kWeights; ++i) values[i] = (values[i] - kMean[i]) / kSpread[i];
  return values;
}

// Converts weights of standardised features into weights of the features themselves.
Weights unstandardised(Weights weights) {
  for (std::size_t i = 0; i + 1 < kWeights; ++i) {
    weights[i] /= kSpread[i];
    weights.back() -= weights[i] * kMean[i];
  }
  return weights;
}

// Fits the difference between the person's ratings and the common prediction, with a penalty for large differences.
Weights fit_to_person(const Weights& common, std::span<const RatedPuzzle> ratings,
                      std::optional<int> RatedPuzzle::* rating) {
  std::vector<double> square(kWeights * kWeights);
  std::vector<double> right(kWeights);
  for (std::size_t i = 0; i < kWeights; ++i) {
    square[i * kWeights + i] = i + 1 < kWeights ? kSlopePenalty : kConstantPenalty;
  }
  for (const RatedPuzzle& rated : ratings) {
    if (!(rated.*rating)) continue;
    const Weights values = feature_vector_of(rated.features);
    const double difference = *(rated.*rating) - std::inner_product(values.begin(), values.end(), common.begin(), 0.0);
    const Weights x = standardised(values);
    for (std::size_t i = 0; i < kWeights; ++i) {
      right[i] += difference * x[i];
      for (std::size_t j = 0; j < kWeights; ++j) square[i * kWeights + j] += x[i] * x[j];
    }
  }
  const std::vector<double> solution = learning::solve_linear_system(std::move(square), std::move(right));
  Weights moved{};
  std::copy(solution.begin(), solution.end(), moved.begin());
  moved = unstandardised(moved);
  Weights weights = common;
  for (std::size_t i = 0; i < kWeights; ++i) weights[i] += moved[i];
  return weights;
}

// The probability that a person of this level solves a puzzle of this difficulty.
double solve_probability(double level, double difficulty) {
  return 1 / (1 + 0.5 * std::exp(kSteepness * (difficulty - level)));
}

double success_of(const RatedPuzzle& rated) {
  return rated.solved ? 1 - 0.1 * std::clamp(rated.seconds / kSlowSeconds, 0.0, 1.0) : 0;
}

}  // namespace

RatingModel fit_to_person(const RatingModel& common, std::span<const RatedPuzzle> ratings) {
  return {.difficulty = fit_to_person(common.difficulty, ratings, &RatedPuzzle::difficulty),
          .fun = fit_to_person(common.fun, ratings, &RatedPuzzle::fun),
          .usefulness = fit_to_person(common.usefulness, ratings, &RatedPuzzle::usefulness)};
}

double skill_level_of(std::span<const RatedPuzzle> ratings, const RatingModel& model) {
  double level = kFirstLevel;
  for (const RatedPuzzle& rated : ratings) {
    const double chance = solve_probability(level, predict_rating(rated.features, model).difficulty);
    level = std::clamp(level + kStep * (success_of(rated) - chance), 1.0, 5.0);
  }
  return level;
}

std::size_t choose_next(std::span<const Features> candidates, const RatingModel& model, double level) {
  assert(!candidates.empty());
  std::size_t best = 0;
  double best_score = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const PuzzleRating appeal = predict_rating(candidates[i], model);
    // A difference of one in difficulty weighs more than one in usefulness or fun.
    const double score = 0.5 * appeal.usefulness + 0.5 * appeal.fun - 2 * std::abs(appeal.difficulty - level);
    if (i == 0 || score > best_score) {
      best = i;
      best_score = score;
    }
  }
  return best;
}

}  // namespace rensa::puzzles
