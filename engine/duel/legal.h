#pragma once

#include <cstdint>

#include "engine/rules/field.h"

namespace rensa::duel {

// The placements that a turn game allows, as bits by kPlacements: both cells end in rows 1..13 and the pair seems
// reachable from the spawn. Precondition: the field is at rest.
std::uint32_t legal_placements(const rules::Field& field);

}  // namespace rensa::duel
