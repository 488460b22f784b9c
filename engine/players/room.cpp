#include "engine/players/room.h"

#include <algorithm>

namespace rensa::players {

int room_of(const rules::Field& field) { return rules::kVisibleCells.without(field.occupied()).count(); }

int burying(const duel::SideView& side, rules::Choke choke) {
  if (side.hand == 0) return kBuriesNobody;
  if (choke == rules::Choke::no_move) return rules::kFallingCells.without(side.field.occupied()).count();
  return std::max(rules::kSpawnRow - side.field.heights()[rules::kSpawnColumn], 1) * rules::kColumns;
}

}  // namespace rensa::players
