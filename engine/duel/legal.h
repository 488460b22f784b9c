#pragma once

#include <cstdint>

#include "engine/rules/field.h"
#include "engine/rules/ruleset.h"

namespace rensa::duel {

// The placements that a turn game allows, as bits by kPlacements: both cells end in rows 1..13 and the pair seems
// reachable from the spawn. Precondition: the field is at rest.
std::uint32_t legal_placements(const rules::Field& field);

// Whether who has this field at the end of a turn has lost. Precondition: it is at rest.
bool is_lost(const rules::Field& field, rules::Choke choke);

}  // namespace rensa::duel
