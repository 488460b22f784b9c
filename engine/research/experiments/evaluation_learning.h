#pragma once

#include <optional>
#include <span>

#include "engine/duel/view.h"
#include "engine/evaluation/field_evaluation.h"
#include "engine/research/learning/weight_fitting.h"
#include "engine/rules/ruleset.h"

namespace rensa::experiments {

// Learns the weights of the field evaluation (engine/evaluation/field_evaluation.h) from a teacher's placements.
//
// The features of a candidate are the derivatives of its field's value by each weight, at the initial weights, which
// also choose the main chain. These weights are not learned: the ideal heights, garbage, which no placement changes,
// and the weights for firing.

inline constexpr int kFieldPhases = 3;

// Makes an example of a decision; its candidates are the placements that fire nothing, because building is learned.
// Returns nullopt if the chosen placement fires or if there are fewer than two candidates.
std::optional<learning::Example> evaluation_example(const duel::View& view, rules::Placement taken,
                                                    const rules::Ruleset& ruleset,
                                                    const evaluation::WeightsByPhase& initial);

// The weights that can be learned, taken from an evaluation.
learning::PhaseWeights phase_weights_of(const evaluation::WeightsByPhase& initial);

// Makes an evaluation of the learned weights, scaled for each phase so that the candidates of the examples differ as
// much in value as with the initial weights. A search adds points of chains to the values of fields, so the scale
// matters; the confidence of a teacher must not change it.
evaluation::WeightsByPhase evaluation_weights_of(const learning::PhaseWeights& learned,
                                                 const evaluation::WeightsByPhase& initial,
                                                 std::span<const learning::Example> examples);

// Fits by regression (weight_fitting.h) on features scaled to the same spread, and one more feature: the value by the
// initial weights. So features that the examples say little about keep their initial weights, and a larger penalty
// keeps all weights closer to them.
learning::PhaseWeights fit_evaluation(std::span<const learning::Example> examples,
                                      const evaluation::WeightsByPhase& initial, double penalty);

}  // namespace rensa::experiments
