#include "engine/bench/plies.h"

#include <algorithm>
#include <bit>

#include "engine/rules/droppable.h"

namespace rensa::bench {

namespace {

void enumerate(const rules::Field& field, const Position& position, std::size_t ply, const rules::ChainPath& path,
               Plies& plies) {
  const rules::Heights heights = field.heights();
  for (std::uint32_t left = rules::droppable_placements(heights); left != 0; left &= left - 1) {
    const rules::Placement placement = rules::kPlacements[static_cast<std::size_t>(std::countr_zero(left))];
    rules::Field after;
    const rules::ChainResult chain = path.place_and_simulate(field, heights, position.pairs[ply], placement, after);
    ++plies.nodes;
    plies.best_score = std::max(plies.best_score, chain.score);
    if (ply == 0) enumerate(after, position, 1, path, plies);
  }
}

}  // namespace

Plies two_plies(const Position& position, const rules::ChainPath& path) {
  Plies plies;
  enumerate(position.field, position, 0, path, plies);
  return plies;
}

}  // namespace rensa::bench
