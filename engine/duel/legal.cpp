#include "engine/duel/legal.h"

#include "engine/rules/droppable.h"

namespace rensa::duel {

std::uint32_t legal_placements(const rules::Field& field) { return rules::droppable_placements(field.heights()); }

}  // namespace rensa::duel
