#pragma once

#include "engine/rules/chain.h"
#include "engine/rules/timing.h"

namespace rensa::rules {

// The implementations behind chain.h; which of them a machine can run is decided there. Not for other folders.

ChainResult simulate_portable(Field& field);
bool place_and_simulate_portable(Field& field, Pair pair, Placement placement, ChainResult& result);

constexpr int estimated_link_frames(int fallen_rows) {
  return kVanishFrames + (fallen_rows > 0 ? 2 * fallen_rows + kGroundingFrames : 0);
}

}  // namespace rensa::rules
