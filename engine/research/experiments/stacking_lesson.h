#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/duel/view.h"
#include "engine/evaluation/field_evaluation.h"
#include "engine/research/learning/phase_weights.h"
#include "engine/rules/ruleset.h"

namespace rensa::experiments {

// What fields are worth (engine/search/stacking.h), learned from where a teacher puts its pairs.
//
// A candidate is told by how much its field's worth changes with each weight, at the weights that were set by hand:
// which chain is the main one is told by these. Weights that say what others mean (the ideal heights), what no
// placement changes (garbage) and what is about firing stay as they are.

inline constexpr int kStackingPhases = 3;

// A decision as something to learn from. Nullopt: the placement fires, for building is what is learned, or there is
// nothing to choose from. Placements that fire are left out of what it is compared with.
std::optional<learning::Example> stacking_example(const duel::View& view, rules::Placement taken,
                                               const rules::Ruleset& ruleset, const evaluation::WeightsByPhase& plan);

// The plan's own weights, to compare with.
learning::PhaseWeights weights_of(const evaluation::WeightsByPhase& plan);

// A plan of the weights that were learned, in the measure of the one they began from: a search adds points of chains to
// what fields are worth, so the candidates of the examples are to differ by as much as they did, in each phase for
// itself: how sure a teacher is of its choices there is no part of what a field is worth.
evaluation::WeightsByPhase plan_of(const learning::PhaseWeights& learned, const evaluation::WeightsByPhase& plan,
                             std::span<const learning::Example> examples);

// The regression of learn/regression.h, on features that all differ by as much, and one besides: what the plan says as
// a whole. So what little has been seen of does not lead away from it, and the larger the penalty, the less does
// anything.
learning::PhaseWeights fit_stacking(std::span<const learning::Example> examples, const evaluation::WeightsByPhase& plan,
                                 double penalty);

}  // namespace rensa::experiments
