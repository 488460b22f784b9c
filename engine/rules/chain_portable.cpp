#include <bit>

#include "engine/rules/chain_kernels.h"
#include "engine/rules/drop.h"
#include "engine/rules/link.h"

namespace rensa::rules {

ChainResult simulate_portable(const Field& before, Field& after) {
  after = before;
  ChainResult chain;
  for (;;) {
    const Link link = erase_groups(after);
    if (link.erased == 0) return chain;
    const int rows = settle(after);
    ++chain.links;
    chain.score += link_score(link, chain.links);
    chain.frames += estimated_link_frames(rows);
    chain.quick = rows == 0;
  }
}

ChainResult place_and_simulate_portable(const Field& before, const Heights&, Pair pair, Placement placement,
                                        Field& after) {
  after = before;
  drop_pair(after, pair, placement);
  return simulate_portable(after, after);
}

void expand_portable(const Field& before, const Heights& heights, Pair pair, std::uint32_t placements,
                     PlacementResult* results) {
  for (; placements != 0; placements &= placements - 1, ++results) {
    const Placement placement = kPlacements[static_cast<std::size_t>(std::countr_zero(placements))];
    results->chain = place_and_simulate_portable(before, heights, pair, placement, results->field);
  }
}

}  // namespace rensa::rules
