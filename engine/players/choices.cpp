#include "engine/players/choices.h"

#include <cassert>

#include "engine/duel/legal.h"
#include "engine/rules/route.h"

namespace rensa::players {

std::uint32_t possible_placements(const duel::View& view) {
  assert(view.decision_due);
  if (view.pacing == rules::Pacing::turns) return duel::legal_placements(view.own.field);
  return rules::reachable_placements(rules::Shaft(view.own.field), *view.own.falling);
}

std::uint32_t different_placements(std::uint32_t choices, rules::Pair pair) {
  if (pair.axis != pair.child) return choices;
  return choices & ~(choices << kUpsideDown);
}

}  // namespace rensa::players
