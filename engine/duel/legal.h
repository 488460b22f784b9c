#pragma once

#include <cstdint>

#include "engine/rules/drop.h"
#include "engine/rules/field.h"
#include "engine/rules/ruleset.h"

namespace rensa::duel {

// Returns the placements that a turn game allows, as bits in the order of kPlacements: both cells end in rows 1..13 and
// the pair seems reachable from the spawn. Precondition: the field is at rest.
inline std::uint32_t legal_placements(const rules::Field& field) {
  return rules::droppable_placements(field.heights());
}

// Returns true if a seat that has this field at the end of a turn has lost. Precondition: the field is at rest.
inline bool is_lost(const rules::Field& field, rules::Choke choke) {
  // There is always a placement while the spawn cell is free.
  if (!field.is_choked()) return false;
  switch (choke) {
    case rules::Choke::spawn_cell:
      return true;
    case rules::Choke::no_move:
      break;
  }
  return legal_placements(field) == 0;
}

}  // namespace rensa::duel
