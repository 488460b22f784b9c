#include "engine/research/experiments/stacking_lesson.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/players/choices.h"
#include "engine/research/learning/weight_fitting.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"

namespace rensa::experiments {

namespace {

using evaluation::EvaluationWeights;

constexpr std::array kLearned = {
    &StackingWeights::link,         &StackingWeights::puyo,    &StackingWeights::puyo_squared,
    &StackingWeights::trigger_row,  &StackingWeights::side,    &StackingWeights::contact_left,
    &StackingWeights::between_left, &StackingWeights::contact, &StackingWeights::between,
    &StackingWeights::step,         &StackingWeights::valley,  &StackingWeights::ridge,
    &StackingWeights::bowl,         &StackingWeights::tear};
constexpr std::size_t kTear = kLearned.size() - 1;
// Of the bowl's weight only each thirty-sixth part counts.
constexpr int kNudge = 36;

// How many times as cheap the plan as a whole is as its parts are, to the root of what the penalty says.
constexpr double kTrust = 30;

learning::Features features_of(const rules::Field& field, int colours, const StackingWeights& weights) {
  learning::Features features(kLearned.size());
  const int worth = evaluation::evaluate_field(field, colours, weights);
  for (std::size_t k = 0; k < kTear; ++k) {
    StackingWeights more = weights;
    more.*kLearned[k] += kNudge;
    features[k] = static_cast<double>(evaluation::evaluate_field(field, colours, more) - worth) / kNudge;
  }
  return features;
}

// The root of the mean square of how far candidates lie from the mean of their example.
template <typename Value>
double spread(std::span<const learning::Example> examples, Value&& value_of) {
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
  return spread(examples, [&](const learning::Example& example, const learning::Features& candidate) {
    return weights.value_of(example.phase, candidate);
  });
}

std::vector<learning::Example> of_phase(std::span<const learning::Example> examples, int phase) {
  std::vector<learning::Example> found;
  for (const learning::Example& example : examples) {
    if (example.phase == phase) found.push_back(example);
  }
  return found;
}

}  // namespace

std::optional<learning::Example> stacking_example(const duel::View& view, rules::Placement taken,
                                               const rules::Ruleset& ruleset, const evaluation::WeightsByPhase& plan) {
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
    example.candidates.push_back(features_of(field, ruleset.colours, plan.of(phase)));
    example.candidates.back()[kTear] = rules::tears(heights, placement) ? 1 : 0;
  }
  if (!found || example.candidates.size() < 2) return std::nullopt;
  return example;
}

learning::PhaseWeights weights_of(const evaluation::WeightsByPhase& plan) {
  learning::PhaseWeights weights;
  for (const StackingWeights& phase : plan.phases) {
    std::vector<double>& row = weights.of_phase.emplace_back();
    for (const auto member : kLearned) row.push_back(phase.*member);
  }
  return weights;
}

learning::PhaseWeights fit_stacking(std::span<const learning::Example> examples, const evaluation::WeightsByPhase& plan,
                                 double penalty) {
  const learning::PhaseWeights by_plan = weights_of(plan);
  std::vector<learning::Example> even(examples.begin(), examples.end());
  for (learning::Example& example : even) {
    for (learning::Features& candidate : example.candidates) {
      candidate.push_back(by_plan.value_of(example.phase, candidate));
    }
  }
  const std::size_t all = kLearned.size() + 1;
  std::vector<double> scales;
  for (std::size_t k = 0; k < all; ++k) {
    const double here = spread(even, [&](const auto&, const learning::Features& candidate) { return candidate[k]; });
    scales.push_back(here > 0 ? here : 1);
  }
  scales.back() /= kTrust;
  for (learning::Example& example : even) {
    for (learning::Features& candidate : example.candidates) {
      for (std::size_t k = 0; k < all; ++k) candidate[k] /= scales[k];
    }
  }
  learning::PhaseWeights weights = learning::fit(even, kStackingPhases, static_cast<int>(all), {.penalty = penalty});
  for (std::size_t phase = 0; phase < weights.of_phase.size(); ++phase) {
    std::vector<double>& row = weights.of_phase[phase];
    const double share = row.back() / scales.back();
    row.pop_back();
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = row[k] / scales[k] + share * by_plan.of_phase[phase][k];
  }
  return weights;
}

evaluation::WeightsByPhase plan_of(const learning::PhaseWeights& learned, const evaluation::WeightsByPhase& plan,
                             std::span<const learning::Example> examples) {
  constexpr auto kMost = static_cast<double>(evaluation::kLargestWeight);
  const learning::PhaseWeights by_hand = weights_of(plan);
  evaluation::WeightsByPhase made = plan;
  for (std::size_t phase = 0; phase < made.phases.size(); ++phase) {
    const std::vector<learning::Example> here = of_phase(examples, static_cast<int>(phase));
    const double learned_spread = spread_of_values(here, learned);
    if (learned_spread <= 0) continue;  // nothing was learned
    const double scale = spread_of_values(here, by_hand) / learned_spread;
    for (std::size_t k = 0; k < kLearned.size(); ++k) {
      const double weight = std::clamp(learned.of_phase[phase][k] * scale, -kMost, kMost);
      made.phases[phase].*kLearned[k] = static_cast<int>(std::lround(weight));
    }
  }
  return made;
}

}  // namespace rensa::experiments
