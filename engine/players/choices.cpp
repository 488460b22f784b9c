#include "engine/players/choices.h"

#include <cassert>

#include "engine/duel/outcome.h"
#include "engine/movement/route.h"

namespace rensa::players {

PlacementChoices::PlacementChoices(rules::Pacing pacing, const duel::SideView& own)
    : own_(own), candidates_(rules::kAllPlacements) {
  if (pacing == rules::Pacing::turns) {
    candidates_ = rules::droppable_placements(own.field.heights());
  } else {
    assert(own.falling);
    obstacles_ = movement::ObstacleMap(own.field);
  }
}

std::uint32_t PlacementChoices::droppable_candidates() const {
  return rules::droppable_placements(own_.field.heights()) & candidates_;
}

bool PlacementChoices::allows(std::size_t index) const {
  if ((candidates_ >> index & 1U) == 0) return false;
  return !obstacles_ || movement::is_reachable(*obstacles_, *own_.falling, rules::kPlacements[index]);
}

rules::Placement any_possible_placement(const Position& position) {
  return rules::kPlacements[static_cast<std::size_t>(std::countr_zero(possible_placements(position)))];
}

}  // namespace rensa::players
