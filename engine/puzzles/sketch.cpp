#include "engine/puzzles/sketch.h"

namespace rensa::puzzles {

Puzzle puzzle_of(const Sketch& sketch, int links) {
  return {.field = sketch.field,
          .steps = {sketch.pairs.begin(), sketch.pairs.end()},
          .goal = {rules::GoalKind::chain, rules::GoalBound::exactly, rules::GoalColour::any, links}};
}

}  // namespace rensa::puzzles
