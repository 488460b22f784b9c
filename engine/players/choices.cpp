#include "engine/players/choices.h"

#include <bit>
#include <cassert>

#include "engine/duel/legal.h"
#include "engine/rules/route.h"

namespace rensa::players {

Choices::Choices(const duel::View& view) : view_(view), candidates_(rules::kAllPlacements) {
  assert(view.decision_due);
  if (view.pacing == rules::Pacing::turns) {
    candidates_ = duel::legal_placements(view.own.field);
  } else {
    shaft_ = rules::Shaft(view.own.field);
  }
}

bool Choices::allows(std::size_t index) const {
  if ((candidates_ >> index & 1U) == 0) return false;
  return !shaft_ || rules::is_reachable(*shaft_, *view_.own.falling, rules::kPlacements[index]);
}

std::uint32_t possible_placements(const duel::View& view) {
  if (view.pacing == rules::Pacing::turns) return duel::legal_placements(view.own.field);
  return rules::reachable_placements(rules::Shaft(view.own.field), *view.own.falling);
}

rules::Placement any_possible(const duel::View& view) {
  return rules::kPlacements[static_cast<std::size_t>(std::countr_zero(possible_placements(view)))];
}

}  // namespace rensa::players
