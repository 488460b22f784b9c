#include "engine/record/threat.h"

#include <array>
#include <bit>
#include <cassert>

#include "engine/rules/droppable.h"

namespace rensa::record {

rules::ChainResult greatest_threat(const rules::Field& field, std::span<const rules::Pair> pairs) {
  assert(pairs.size() <= 2);
  rules::ChainResult greatest;
  if (pairs.empty() || !rules::is_colour(pairs.front().axis)) return greatest;
  const rules::Heights heights = field.heights();
  const std::uint32_t placements = rules::droppable_placements(heights);
  std::array<rules::Child, rules::kPlacementCount> children;
  rules::fastest_chain_path().expand(field, heights, pairs.front(), placements, children.data());
  for (const rules::Child& child : std::span(children).first(static_cast<std::size_t>(std::popcount(placements)))) {
    // Who fires has fired: what could follow is another threat.
    const rules::ChainResult chain =
        child.chain.links > 0
            ? child.chain
            : greatest_threat(child.field, child.field.is_choked() ? std::span<const rules::Pair>() : pairs.subspan(1));
    if (chain.score > greatest.score) greatest = chain;
  }
  return greatest;
}

}  // namespace rensa::record
