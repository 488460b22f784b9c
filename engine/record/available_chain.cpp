#include "engine/record/available_chain.h"

#include <array>
#include <bit>
#include <cassert>

#include "engine/rules/drop.h"

namespace rensa::record {

rules::ChainResult largest_available_chain(const rules::Field& field, std::span<const rules::Pair> pairs) {
  assert(pairs.size() <= 2);
  rules::ChainResult largest;
  if (pairs.empty() || !rules::is_colour(pairs.front().axis)) return largest;
  const rules::Heights heights = field.heights();
  const std::uint32_t placements = rules::droppable_placements(heights);
  std::array<rules::PlacementResult, rules::kPlacementCount> children;
  rules::fastest_chain_kernel().expand(field, heights, pairs.front(), placements, children.data());
  for (const rules::PlacementResult& child :
       std::span(children).first(static_cast<std::size_t>(std::popcount(placements)))) {
    // A chain that fires with the first pair ends the line.
    const rules::ChainResult chain =
        child.chain.links > 0
            ? child.chain
            : largest_available_chain(child.field,
                                      child.field.is_choked() ? std::span<const rules::Pair>() : pairs.subspan(1));
    if (chain.score > largest.score) largest = chain;
  }
  return largest;
}

}  // namespace rensa::record
