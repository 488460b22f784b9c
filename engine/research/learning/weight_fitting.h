#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace rensa::learning {

// Learning from a teacher's choices among candidates that are described by features. The meaning of the features is
// left to the caller.

using Features = std::vector<double>;

struct Example {
  int phase = 0;                     // of the game, from 0
  std::vector<Features> candidates;  // at least one, all of the same length
  std::size_t chosen = 0;            // the index of the teacher's choice
};

// Weights of features, with different weights for each phase.
struct PhaseWeights {
  std::vector<std::vector<double>> by_phase;

  double value_of(int phase, const Features& features) const;
  // The index of the candidate with the greatest value, the first one of equals.
  std::size_t best_of(const Example& example) const;
};

// The share of examples, from 0 to 1, in which the weights choose a candidate with the features of the teacher's
// choice.
double agreement(const PhaseWeights& weights, std::span<const Example> examples);

// Two ways to fit weights to a teacher's choices: by counting and by regression.

// The rule that gives the weight of a feature. plain: the share of the choices that have it. relative: this share
// compared with the share of all candidates that have it. The document only says that a frequent feature gets a large
// weight, which is the plain rule.
enum class CountingRule { plain, relative };

// Fits weights by counting (document 003, chapter 5): a feature that the teacher's choices have gets a larger weight.
// Features have to be 0 or 1.
class FeatureCounter {
 public:
  FeatureCounter(int phases, int features);

  void add(const Example& example);
  PhaseWeights weights(CountingRule count) const;

 private:
  struct Phase {
    double choices = 0;
    std::vector<double> chosen;   // for each feature the number of choices that have it
    std::vector<double> offered;  // the same number if the choices were random
  };
  std::vector<Phase> phases_;
};

struct RegressionSettings {
  double penalty = 1;       // the factor of half the square of each weight; positive
  int max_steps = 12;       // of Newton's method
  double tolerance = 1e-6;  // the fit ends when no weight changes by more
};

// Fits weights by regression (conditional logit): the probability of a candidate is proportional to e to the power of
// its value, and the teacher's choices become most likely, minus a penalty for large weights. Newton's method starts at
// zero and never takes a step to a worse point, so equal examples in equal order give equal weights. The weights of a
// phase without examples are zero.
PhaseWeights fit_by_regression(std::span<const Example> examples, int phases, int features,
                               const RegressionSettings& settings);

// Solves a symmetric positive definite system of linear equations by Cholesky's method. `square` is the matrix row by
// row, of which only the lower half is read.
std::vector<double> solve_linear_system(std::vector<double> square, std::vector<double> right);

// Divides a game into phases by the weighted sum of indicators, which become smaller in the course of the game.
struct PhaseModel {
  std::vector<double> weights;     // with the sum 1
  std::vector<double> thresholds;  // descending; a phase ends when the sum is at most its threshold

  double sum_of(std::span<const double> indicators) const;
  int phase_of(std::span<const double> indicators) const;  // from 0 to thresholds.size()
};

// The indicators at one moment of a teacher's game.
struct ProgressSample {
  std::vector<double> indicators;
  double progress = 0;  // of its game, from 0 to 1
};

// Finds the weights, in steps of 1/20, whose phases match equal parts of the games best. Each phase gets the same
// number of samples, and the mean distance between the phase of a sample and its part of the game is smallest.
// Preconditions: at least one sample, and at least two phases.
PhaseModel fit_phases(std::span<const ProgressSample> samples, int phases);

}  // namespace rensa::learning
