#include "engine/rules/droppable.h"

#include <algorithm>

#include "engine/rules/drop.h"
#include "engine/rules/route.h"

namespace rensa::rules {

std::uint32_t droppable_placements(const Heights& heights) {
  // Nothing is in the way of a pair in row 12, and everything fits.
  if (*std::max_element(heights.begin(), heights.end()) < kVisibleRows) return kAllPlacements;
  std::uint32_t droppable = 0;
  for (std::size_t i = 0; i < kPlacements.size(); ++i) {
    if (landing(heights, kPlacements[i]).fits() && seems_reachable(heights, kPlacements[i])) droppable |= 1U << i;
  }
  return droppable;
}

}  // namespace rensa::rules
