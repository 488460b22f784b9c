#include "engine/players/opponent.h"

#include "engine/rules/link.h"

namespace rensa::players {

namespace {

bool has_placed(duel::Phase phase) {
  switch (phase) {
    case duel::Phase::opening:
    case duel::Phase::preparation:
    case duel::Phase::control:
      return false;
    case duel::Phase::falling:
    case duel::Phase::grounding:
    case duel::Phase::vanishing:
    case duel::Phase::collapsing:
    case duel::Phase::garbage_falling:
    case duel::Phase::settling:
    case duel::Phase::dead:
      return true;
  }
  return true;
}

}  // namespace

search::RunningChain running_chain_of(const duel::SideView& side, rules::AttackFormula formula) {
  rules::Field field = side.field;
  if (side.phase == duel::Phase::vanishing) rules::erase_groups(field);
  return search::rest_of_chain(field, side.link, formula);
}

std::span<const rules::Pair> pairs_to_come(const duel::SideView& side) {
  auto known = duel::known_pairs(side);
  if (has_placed(side.phase) && !known.empty()) known = known.subspan(1);
  // Before its first pair a side shows empty ones.
  while (!known.empty() && known.front().axis == rules::Cell::empty) known = known.subspan(1);
  return known;
}

}  // namespace rensa::players
