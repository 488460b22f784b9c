#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/evaluation/columns_with.h"
#include "engine/evaluation/completions.h"
#include "engine/evaluation/field_evaluation.h"
#include "engine/rules/instruction_set.h"
#include "engine/rules/trigger.h"

namespace rensa::evaluation {

// The evaluation of many fields at once (field_evaluation.h).

// Evaluates each field by the weights of its phase. This is quicker than one by one.
void evaluate_fields(std::span<const rules::Field* const> fields, int colours, const WeightsByPhase& weights,
                     int* values);

// Returns the phase of a field with so many filled cells.
constexpr FieldPhase phase_of_cells(int cells) {
  return cells <= 24 ? FieldPhase::opening : cells <= 48 ? FieldPhase::middle : FieldPhase::late;
}

// One compilation of evaluate_fields(). All of them give the same results, and differ in the CPU instructions that they
// need.
struct EvaluationKernel {
  std::string_view name;
  void (*evaluate)(std::span<const rules::Field* const> fields, int colours, const WeightsByPhase& weights,
                   int* values);
};

// Returns those that this machine can run, the fastest first. The last one is always "portable".
std::span<const EvaluationKernel> evaluation_kernels();

#if defined(__x86_64__)
EvaluationKernel avx2_evaluation();  // only for a machine with AVX2, BMI and BMI2
#endif

}  // namespace rensa::evaluation
