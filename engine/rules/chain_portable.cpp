#include "engine/rules/chain_kernels.h"
#include "engine/rules/drop.h"
#include "engine/rules/gravity.h"
#include "engine/rules/groups.h"
#include "engine/rules/link.h"

namespace rensa::rules {

ChainResult simulate_portable(Field& field) {
  ChainResult chain;
  for (;;) {
    const Link link = erase_groups(field);
    if (link.erased == 0) return chain;
    const int rows = settle(field);
    ++chain.links;
    chain.score += link_score(link, chain.links);
    chain.frames += estimated_link_frames(rows);
    chain.quick = rows == 0;
  }
}

bool place_and_simulate_portable(Field& field, Pair pair, Placement placement, ChainResult& result) {
  if (!drop_pair(field, pair, placement).fits) return false;
  result = simulate_portable(field);
  return true;
}

}  // namespace rensa::rules
