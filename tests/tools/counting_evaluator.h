#pragma once

#include <cstdint>
#include <memory>

#include "engine/evaluation/field_evaluator.h"
#include "engine/limits/search_limits.h"

namespace rensa::tests {

// Evaluates as the players do by default, counts the fields, and stops a search at one of them.
class CountingEvaluator final : public evaluation::FieldEvaluator {
 public:
  int evaluate(const rules::Field& field, int colours) const override {
    if (++evaluated == stop_after) stop.set();
    return weighted_.evaluate(field, colours);
  }
  evaluation::MoveValues move_values(const rules::Field& before) const override {
    return weighted_.move_values(before);
  }

  mutable std::int64_t evaluated = 0;
  mutable limits::StopFlag stop;
  std::int64_t stop_after = 0;  // 0: it never stops a search

 private:
  evaluation::WeightedEvaluator weighted_{evaluation::default_weights()};
};

}  // namespace rensa::tests
