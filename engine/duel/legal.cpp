#include "engine/duel/legal.h"

#include "engine/rules/droppable.h"

namespace rensa::duel {

std::uint32_t legal_placements(const rules::Field& field) { return rules::droppable_placements(field.heights()); }

bool is_lost(const rules::Field& field, rules::Choke choke) {
  // As long as the spawn cell is free there is a placement.
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
