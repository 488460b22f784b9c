#include "engine/research/learning/weight_fitting.h"

#include <cmath>
#include <gtest/gtest.h>

#include "engine/rules/rng.h"

namespace rensa::learning::test {

namespace {

// The teacher chooses candidates with the second feature. All candidates have the first one.
std::vector<Example> lessons() {
  return {{.phase = 0, .candidates = {{1, 0}, {1, 1}}, .chosen = 1},
          {.phase = 0, .candidates = {{1, 1}, {1, 0}, {1, 0}}, .chosen = 0},
          {.phase = 1, .candidates = {{1, 1}, {1, 0}}, .chosen = 1}};
}

TEST(FeatureCounter, GivesWeightToFeaturesOfTheChoices) {
  FeatureCounter counting(2, 2);
  for (const Example& example : lessons()) counting.add(example);
  const PhaseWeights plain = counting.weights(CountingRule::plain);
  EXPECT_EQ(plain.by_phase, (std::vector<std::vector<double>>{{1, 1}, {1, 0}}));
  EXPECT_EQ(agreement(plain, lessons()), 2.0 / 3) << "in the second phase the lack of a feature cannot be preferred";
}

TEST(FeatureCounter, ComparesTheChoicesWithAllCandidates) {
  FeatureCounter counting(2, 2);
  for (const Example& example : lessons()) counting.add(example);
  const PhaseWeights relative = counting.weights(CountingRule::relative);
  EXPECT_EQ(relative.by_phase[0][0], 0) << "a feature of all candidates has no weight";
  EXPECT_GT(relative.by_phase[0][1], 0);
  EXPECT_LT(relative.by_phase[1][1], 0);
  EXPECT_EQ(agreement(relative, lessons()), 1);
}

TEST(PhaseWeights, TakeTheFirstOfEquals) {
  const PhaseWeights weights{{{0, 1}}};
  EXPECT_EQ(weights.best_of({.phase = 0, .candidates = {{5, 1}, {7, 2}, {9, 2}}, .chosen = 0}), 1U);
}

TEST(Agreement, AcceptsAnyOfEqualCandidates) {
  const PhaseWeights weights{{{1}}};
  const std::vector<Example> examples{{.phase = 0, .candidates = {{2}, {2}, {1}}, .chosen = 1}};
  EXPECT_EQ(agreement(weights, examples), 1);
}

double chance_of(rules::Rng& rng) { return (rng.next() + 0.5) / 4294967296.0; }

// A teacher that chooses by known weights, with the probabilities of conditional logit.
std::vector<Example> lessons_of(const std::vector<double>& weights, int phase, int count) {
  rules::Rng rng(5, static_cast<std::uint64_t>(phase));
  std::vector<Example> examples;
  for (int i = 0; i < count; ++i) {
    Example example{.phase = phase, .candidates = {}, .chosen = 0};
    double best = -1e9;
    for (std::size_t k = 0; k < 5; ++k) {
      Features features;
      double value = -std::log(-std::log(chance_of(rng)));
      for (const double weight : weights) {
        features.push_back(4 * chance_of(rng));
        value += weight * features.back();
      }
      example.candidates.push_back(features);
      if (value > best) example.chosen = k;
      best = std::max(best, value);
    }
    examples.push_back(example);
  }
  return examples;
}

TEST(Regression, FindsTheWeightsOfTheTeacher) {
  const std::vector<double> first{1, -0.5, 0};
  const std::vector<double> second{-1, 2, 0.3};
  std::vector<Example> examples = lessons_of(first, 0, 4000);
  const auto more = lessons_of(second, 1, 4000);
  examples.insert(examples.end(), more.begin(), more.end());
  const PhaseWeights weights = fit_by_regression(examples, 3, 3, {});
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(weights.by_phase[0][k], first[k], 0.1);
    EXPECT_NEAR(weights.by_phase[1][k], second[k], 0.15);
    EXPECT_EQ(weights.by_phase[2][k], 0) << "the third phase has no examples";
  }
}

TEST(Regression, KeepsWeightsFiniteForATeacherWithoutErrors) {
  const std::vector<Example> examples(50, {.phase = 0, .candidates = {{0}, {1}}, .chosen = 1});
  const double loose = fit_by_regression(examples, 1, 1, {.penalty = 0.1}).by_phase[0][0];
  const double tight = fit_by_regression(examples, 1, 1, {.penalty = 10}).by_phase[0][0];
  EXPECT_GT(loose, tight);
  EXPECT_GT(tight, 0);
  EXPECT_LT(loose, 20);
}

TEST(Regression, IgnoresFeaturesThatAllCandidatesShare) {
  const std::vector<Example> examples(9, {.phase = 0, .candidates = {{3, 0}, {3, 1}}, .chosen = 1});
  EXPECT_EQ(fit_by_regression(examples, 1, 2, {}).by_phase[0][0], 0);
}

// A choice among this many candidates, of which only the first has a feature.
Example example_of(std::size_t candidates, double feature, std::size_t chosen) {
  Example example{.phase = 0, .candidates = std::vector<Features>(candidates, {0}), .chosen = chosen};
  example.candidates[0][0] = feature;
  return example;
}

double likelihood(const std::vector<Example>& examples, double weight) {
  double sum = 0;
  for (const Example& example : examples) {
    double all = 0;
    for (const Features& candidate : example.candidates) all += std::exp(weight * candidate[0]);
    sum += weight * example.candidates[example.chosen][0] - std::log(all);
  }
  return sum;
}

// At zero, one candidate among many hardly curves the likelihood, so a step of Newton's method leads to about 5,000.
// But above a weight of 3 the second choice loses probability faster than the first one gains it.
TEST(Regression, StaysIfNoPartOfAStepLeadsToABetterPoint) {
  const std::vector<Example> examples{example_of(10'000, 1, 0), example_of(160'000, 4, 1)};
  const double penalty = 1e-9;
  const double weight = fit_by_regression(examples, 1, 1, {.penalty = penalty, .max_steps = 1}).by_phase[0][0];
  EXPECT_GE(likelihood(examples, weight) - penalty * weight * weight / 2, likelihood(examples, 0));
}

}  // namespace

}  // namespace rensa::learning::test
