#include "engine/players/room.h"

#include <algorithm>

#include "engine/players/opponent.h"

namespace rensa::players {

int room_of(const rules::Field& field) { return rules::kVisibleCells.without(field.occupied()).count(); }

int burying(const rules::Field& field, rules::Choke choke) {
  if (choke == rules::Choke::no_move) return rules::kFallingCells.without(field.occupied()).count();
  return std::max(rules::kSpawnRow - field.heights()[rules::kSpawnColumn], 1) * rules::kColumns;
}

int burying(const duel::SideView& side, rules::Choke choke) {
  if (side.hand == 0) return kBuriesNobody;
  return burying(running_chain_of(side, rules::AttackFormula::score).after, choke);
}

}  // namespace rensa::players
