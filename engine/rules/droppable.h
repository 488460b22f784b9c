#pragma once

#include <cstdint>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::rules {

// The placements that a search tries on a field at rest: those that seem reachable (route.h) and end below the trap row
// (drop.h). Bit i is kPlacements[i].
std::uint32_t droppable_placements(const Heights& heights);

}  // namespace rensa::rules
