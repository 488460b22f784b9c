#include "engine/bench/plies.h"

#include <algorithm>
#include <array>
#include <bit>

#include "engine/rules/droppable.h"

namespace rensa::bench {

namespace {

using Children = std::array<rules::Child, rules::kPlacementCount>;

std::span<const rules::Child> children_of(const rules::Field& field, rules::Pair pair, const rules::ChainPath& path,
                                          Children& room) {
  const rules::Heights heights = field.heights();
  const std::uint32_t placements = rules::droppable_placements(heights);
  path.expand(field, heights, pair, placements, room.data());
  return {room.data(), static_cast<std::size_t>(std::popcount(placements))};
}

}  // namespace

Plies two_plies(const Position& position, const rules::ChainPath& path) {
  Plies plies;
  Children first;
  Children second;
  for (const rules::Child& child : children_of(position.field, position.pairs[0], path, first)) {
    plies.best_score = std::max(plies.best_score, child.chain.score);
    ++plies.nodes;
    for (const rules::Child& leaf : children_of(child.field, position.pairs[1], path, second)) {
      plies.best_score = std::max(plies.best_score, leaf.chain.score);
      ++plies.nodes;
    }
  }
  return plies;
}

}  // namespace rensa::bench
