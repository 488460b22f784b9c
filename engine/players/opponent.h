#pragma once

#include <span>

#include "engine/duel/view.h"
#include "engine/search/standoff.h"

namespace rensa::players {

// What a side that is in the middle of something is about to have, as far as its view tells.

// The chain that runs, or is about to start. A link that vanishes has been counted, and its garbage is on its way,
// while its groups still stand; how long they will is not seen, so that its frames are left out. Of an opponent rows 13
// and 14 are not seen: what would come down from there is missed.
search::RunningChain running_chain_of(const duel::SideView& side, rules::AttackFormula formula);

// The known pairs that are not in the field yet: from its lock on the current one is.
std::span<const rules::Pair> pairs_to_come(const duel::SideView& side);

}  // namespace rensa::players
