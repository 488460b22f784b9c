#include "engine/players/choices.h"

#include <cassert>

#include "engine/duel/outcome.h"
#include "engine/movement/route.h"

namespace rensa::players {

PlacementChoices::PlacementChoices(const duel::View& view) : view_(view), candidates_(rules::kAllPlacements) {
  assert(view.decision_due);
  if (view.pacing == rules::Pacing::turns) {
    candidates_ = rules::droppable_placements(view.own.field.heights());
  } else {
    obstacles_ = movement::ObstacleMap(view.own.field);
  }
}

std::uint32_t PlacementChoices::droppable_candidates() const {
  return rules::droppable_placements(view_.own.field.heights()) & candidates_;
}

bool PlacementChoices::allows(std::size_t index) const {
  if ((candidates_ >> index & 1U) == 0) return false;
  return !obstacles_ || movement::is_reachable(*obstacles_, *view_.own.falling, rules::kPlacements[index]);
}

std::uint32_t possible_placements(const duel::View& view) {
  if (view.pacing == rules::Pacing::turns) return rules::droppable_placements(view.own.field.heights());
  return movement::reachable_placements(movement::ObstacleMap(view.own.field), *view.own.falling);
}

rules::Placement any_possible_placement(const duel::View& view) {
  return rules::kPlacements[static_cast<std::size_t>(std::countr_zero(possible_placements(view)))];
}

}  // namespace rensa::players
