#include "engine/players/exchange/side_facts.h"

#include <algorithm>

#include "engine/rules/link.h"

namespace rensa::players {

evaluation::RunningChain running_chain_of(const duel::SideView& side, rules::AttackFormula formula) {
  rules::Field field = side.field;
  if (side.phase == duel::Phase::vanishing) rules::erase_groups(field);
  return evaluation::remaining_chain(field, side.link, formula);
}

std::span<const rules::Pair> pairs_to_come(const duel::SideView& side) {
  auto known = duel::known_pairs(side);
  const bool has_placed = side.phase == duel::Phase::dead || duel::is_pair_in_field(side.phase);
  if (has_placed && !known.empty()) known = known.subspan(1);
  // Before its first pair a side shows empty pairs.
  while (!known.empty() && known.front().axis == rules::Cell::empty) known = known.subspan(1);
  return known;
}

int empty_visible_cells(const rules::Field& field) { return rules::kVisibleCells.without(field.occupied()).count(); }

int garbage_to_bury(const rules::Field& field, rules::Choke choke) {
  if (choke == rules::Choke::no_move) return rules::kFallingCells.without(field.occupied()).count();
  return std::max(rules::kSpawnRow - field.heights()[rules::kSpawnColumn], 1) * rules::kColumns;
}

int garbage_to_bury(const duel::SideView& side, rules::Choke choke) {
  if (side.hand == 0) return kCannotBeBuried;
  return garbage_to_bury(running_chain_of(side, rules::AttackFormula::score).after, choke);
}

}  // namespace rensa::players
