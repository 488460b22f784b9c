#include "engine/evaluation/field_evaluation.h"

#include <vector>

#include "engine/evaluation/evaluation_kernels.h"

namespace rensa::evaluation {

namespace {

using Cells = rules::Board;

#include "engine/evaluation/completion_counter.inl"
#include "engine/evaluation/field_values.inl"

std::vector<EvaluationKernel> kernels_of_this_machine() {
  std::vector<EvaluationKernel> kernels;
#if defined(__x86_64__)
  const bool has_avx2 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  if (has_avx2) kernels.push_back(avx2_evaluation());
#endif
  kernels.push_back({"portable", evaluate});
  return kernels;
}

}  // namespace

FieldPhase field_phase(const rules::Field& field) { return phase_of_cells(field.occupied().count()); }

std::span<const EvaluationKernel> evaluation_kernels() {
  static const std::vector<EvaluationKernel> kernels = kernels_of_this_machine();
  return kernels;
}

void evaluate_fields(std::span<const rules::Field* const> fields, int colours, const WeightsByPhase& weights,
                     int* values) {
  static const EvaluationKernel& fastest = evaluation_kernels().front();
  fastest.evaluate(fields, colours, weights, values);
}

int evaluate_field(const rules::Field& field, int colours, const EvaluationWeights& weights) {
  const rules::Field* const fields[] = {&field};
  int value = 0;
  evaluate_fields(fields, colours, {{weights, weights, weights}}, &value);
  return value;
}

WeightsByPhase default_weights() {
  WeightsByPhase weights;
  for (const WeightField& field : kWeightFields) {
    for (std::size_t phase = 0; phase < weights.phases.size(); ++phase) {
      weights.phases[phase].*field.weight = field.defaults[phase];
    }
  }
  return weights;
}

}  // namespace rensa::evaluation
