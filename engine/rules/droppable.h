#pragma once

#include <cstdint>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::rules {

// The cheap rule that searches use for a pair at the spawn: it looks at column heights (rows filled among 1..13) only
// and agrees with shortest_route but for a few crowded fields.
bool seems_reachable(const Heights& heights, Placement placement);

// The placements that a search tries on a field at rest: those that seem reachable (route.h) and end below the trap row
// (drop.h). Bit i is kPlacements[i].
std::uint32_t droppable_placements(const Heights& heights);

}  // namespace rensa::rules
