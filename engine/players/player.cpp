#include "engine/players/player.h"

#include "engine/evaluation/field_evaluator.h"

namespace rensa::players {

std::shared_ptr<const evaluation::FieldEvaluator> evaluator_of(const PlayerOptions& options) {
  if (options.evaluator) return options.evaluator;
  return std::make_shared<evaluation::WeightedEvaluator>(evaluation::default_weights());
}

}  // namespace rensa::players
