#pragma once

#include <span>

#include "engine/evaluation/field_evaluation.h"
#include "engine/rules/field.h"

namespace rensa::evaluation {

// The worth of the moves that are made from one field.
struct MoveValues {
  int split = 0;  // of a pair that comes apart on a step
  int link = 0;   // of each link of a small chain that the move fires
};

// Says what fields are worth to a player that builds on them. Searches take it as an argument. Several threads may use
// one evaluator at once.
class FieldEvaluator {
 public:
  virtual ~FieldEvaluator() = default;

  // Returns a value between -kMaxFieldValue and kMaxFieldValue. Preconditions: the field is at rest and no group in it
  // vanishes.
  virtual int evaluate(const rules::Field& field, int colours) const = 0;
  // Evaluates many fields. An evaluator may do this more quickly than one by one.
  virtual void evaluate_all(std::span<const rules::Field* const> fields, int colours, int* values) const {
    for (const rules::Field* field : fields) *values++ = evaluate(*field, colours);
  }
  virtual MoveValues move_values(const rules::Field& before) const {
    static_cast<void>(before);
    return {};
  }
};

// The evaluation by weights (field_evaluation.h).
class WeightedEvaluator final : public FieldEvaluator {
 public:
  explicit WeightedEvaluator(const WeightsByPhase& weights) : weights_(weights) {}

  int evaluate(const rules::Field& field, int colours) const override;
  void evaluate_all(std::span<const rules::Field* const> fields, int colours, int* values) const override;
  MoveValues move_values(const rules::Field& before) const override;
  const WeightsByPhase& weights() const { return weights_; }

 private:
  WeightsByPhase weights_;
};

// The longest one-colour chain (completions.h) and the shape (field_shape.h): quicker than the weights.
class OneColourEvaluator final : public FieldEvaluator {
 public:
  int evaluate(const rules::Field& field, int colours) const override;
};

}  // namespace rensa::evaluation
