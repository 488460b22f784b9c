#include "engine/evaluation/field_evaluator.h"

#include "engine/evaluation/completions.h"
#include "engine/evaluation/evaluation_kernels.h"
#include "engine/evaluation/field_shape.h"

namespace rensa::evaluation {

int WeightedEvaluator::evaluate(const rules::Field& field, int colours) const {
  return evaluate_field(field, colours, weights_.of(field_phase(field)));
}

void WeightedEvaluator::evaluate_all(std::span<const rules::Field* const> fields, int colours, int* values) const {
  evaluate_fields(fields, colours, weights_, values);
}

MoveValues WeightedEvaluator::move_values(const rules::Field& before) const {
  const EvaluationWeights& weights = weights_.of(field_phase(before));
  return {.split = weights.tear, .link = weights.wasted};
}

namespace {

constexpr int kShapeWeight = 5;  // of a point of shape, where a link has 1000

}  // namespace

int OneColourEvaluator::evaluate(const rules::Field& field, int colours) const {
  return longest_one_colour_chain(field, colours).value() + kShapeWeight * evaluate_shape(field);
}

}  // namespace rensa::evaluation
