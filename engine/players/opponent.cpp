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

search::RunningChain running_chain_of(const duel::SideView& side) {
  rules::Field field = side.field;
  if (side.phase == duel::Phase::vanishing) rules::erase_groups(field);
  return search::rest_of_chain(field, side.link);
}

std::span<const rules::Pair> pairs_to_come(const duel::SideView& side) {
  const auto known = std::span(side.pairs).first(static_cast<std::size_t>(side.pairs_shown));
  return has_placed(side.phase) ? known.subspan(1) : known;
}

}  // namespace rensa::players
