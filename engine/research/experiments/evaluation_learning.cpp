#include "engine/research/experiments/evaluation_learning.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/players/choices.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"

namespace rensa::experiments {

namespace {

using evaluation::EvaluationWeights;

constexpr std::array kLearned = {
    &EvaluationWeights::link,         &EvaluationWeights::puyo,    &EvaluationWeights::puyo_squared,
    &EvaluationWeights::trigger_row,  &EvaluationWeights::side,    &EvaluationWeights::contact_left,
    &EvaluationWeights::between_left, &EvaluationWeights::contact, &EvaluationWeights::between,
    &EvaluationWeights::step,         &EvaluationWeights::valley,  &EvaluationWeights::ridge,
    &EvaluationWeights::bowl,         &EvaluationWeights::tear};
constexpr std::size_t kTear = kLearned.size() - 1;
// The step by which a weight is changed to compute a derivative. It is 36, because the evaluation divides the weight of
// `bowl` by 36.
constexpr int kWeightStep = 36;

// The feature that stands for the value by the initial weights is multiplied by this number. So its weight can stay
// small, and the penalty hardly changes it.
constexpr double kInitialWeightScale = 30;

learning::Features features_of(const rules::Field& field, int colours, const EvaluationWeights& weights) {
  learning::Features features(kLearned.size());
  const int value = evaluation::evaluate_field(field, colours, weights);
  for (std::size_t k = 0; k < kTear; ++k) {
    EvaluationWeights more = weights;
    more.*kLearned[k] += kWeightStep;
    features[k] = static_cast<double>(evaluation::evaluate_field(field, colours, more) - value) / kWeightStep;
  }
  return features;
}

// Returns the standard deviation of the candidates' values from the mean of their example.
template <typename Value>
double spread_of_candidates(std::span<const learning::Example> examples, Value&& value_of) {
  double squares = 0;
  double count = 0;
  for (const learning::Example& example : examples) {
    double sum = 0;
    double here = 0;
    for (const learning::Features& candidate : example.candidates) {
      const double value = value_of(example, candidate);
      sum += value;
      here += value * value;
    }
    const auto size = static_cast<double>(example.candidates.size());
    squares += here - sum * sum / size;
    count += size;
  }
  return count > 0 ? std::sqrt(std::max(squares, 0.0) / count) : 0;
}

double spread_of_values(std::span<const learning::Example> examples, const learning::PhaseWeights& weights) {
  return spread_of_candidates(examples, [&](const learning::Example& example, const learning::Features& candidate) {
    return weights.value_of(example.phase, candidate);
  });
}

std::vector<learning::Example> examples_of_phase(std::span<const learning::Example> examples, int phase) {
  std::vector<learning::Example> found;
  for (const learning::Example& example : examples) {
    if (example.phase == phase) found.push_back(example);
  }
  return found;
}

}  // namespace

std::optional<learning::Example> evaluation_example(const duel::View& view, rules::Placement taken,
                                                    const rules::Ruleset& ruleset,
                                                    const evaluation::WeightsByPhase& initial) {
  const rules::Heights heights = view.own.field.heights();
  const evaluation::FieldPhase phase = evaluation::field_phase(view.own.field);
  learning::Example example{.phase = static_cast<int>(phase), .candidates = {}, .chosen = 0};
  bool found = false;
  const std::uint32_t placements = players::possible_placements(view);
  for (std::size_t i = 0; i < rules::kPlacementCount; ++i) {
    const rules::Placement placement = rules::kPlacements[i];
    if ((placements >> i & 1U) == 0 || !rules::landing(heights, placement).fits()) continue;
    rules::Field field = view.own.field;
    rules::drop_pair(field, view.own.pairs[0], placement);
    if (rules::simulate_chain(field).links > 0) {
      if (placement == taken) return std::nullopt;
      continue;
    }
    if (placement == taken) {
      found = true;
      example.chosen = example.candidates.size();
    }
    example.candidates.push_back(features_of(field, ruleset.colours, initial.of(phase)));
    example.candidates.back()[kTear] = rules::is_pair_split(heights, placement) ? 1 : 0;
  }
  if (!found || example.candidates.size() < 2) return std::nullopt;
  return example;
}

learning::PhaseWeights phase_weights_of(const evaluation::WeightsByPhase& initial) {
  learning::PhaseWeights weights;
  for (const EvaluationWeights& phase : initial.phases) {
    std::vector<double>& row = weights.by_phase.emplace_back();
    for (const auto member : kLearned) row.push_back(phase.*member);
  }
  return weights;
}

learning::PhaseWeights fit_evaluation(std::span<const learning::Example> examples,
                                      const evaluation::WeightsByPhase& initial, double penalty) {
  const learning::PhaseWeights initial_weights = phase_weights_of(initial);
  std::vector<learning::Example> even(examples.begin(), examples.end());
  for (learning::Example& example : even) {
    for (learning::Features& candidate : example.candidates) {
      candidate.push_back(initial_weights.value_of(example.phase, candidate));
    }
  }
  const std::size_t all = kLearned.size() + 1;
  std::vector<double> scales;
  for (std::size_t k = 0; k < all; ++k) {
    const double here =
        spread_of_candidates(even, [&](const auto&, const learning::Features& candidate) { return candidate[k]; });
    scales.push_back(here > 0 ? here : 1);
  }
  scales.back() /= kInitialWeightScale;
  for (learning::Example& example : even) {
    for (learning::Features& candidate : example.candidates) {
      for (std::size_t k = 0; k < all; ++k) candidate[k] /= scales[k];
    }
  }
  learning::PhaseWeights weights =
      learning::fit_by_regression(even, kFieldPhases, static_cast<int>(all), {.penalty = penalty});
  for (std::size_t phase = 0; phase < weights.by_phase.size(); ++phase) {
    std::vector<double>& row = weights.by_phase[phase];
    const double share = row.back() / scales.back();
    row.pop_back();
    for (std::size_t k = 0; k < row.size(); ++k)
      row[k] = row[k] / scales[k] + share * initial_weights.by_phase[phase][k];
  }
  return weights;
}

evaluation::WeightsByPhase evaluation_weights_of(const learning::PhaseWeights& learned,
                                                 const evaluation::WeightsByPhase& initial,
                                                 std::span<const learning::Example> examples) {
  constexpr auto kMost = static_cast<double>(evaluation::kLargestWeight);
  const learning::PhaseWeights initial_weights = phase_weights_of(initial);
  evaluation::WeightsByPhase result = initial;
  for (std::size_t phase = 0; phase < result.phases.size(); ++phase) {
    const std::vector<learning::Example> here = examples_of_phase(examples, static_cast<int>(phase));
    const double learned_spread = spread_of_values(here, learned);
    if (learned_spread <= 0) continue;  // nothing was learned
    const double scale = spread_of_values(here, initial_weights) / learned_spread;
    for (std::size_t k = 0; k < kLearned.size(); ++k) {
      const double weight = std::clamp(learned.by_phase[phase][k] * scale, -kMost, kMost);
      result.phases[phase].*kLearned[k] = static_cast<int>(std::lround(weight));
    }
  }
  return result;
}

}  // namespace rensa::experiments
