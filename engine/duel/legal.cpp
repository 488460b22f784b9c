#include "engine/duel/legal.h"

#include <algorithm>

#include "engine/rules/pair.h"
#include "engine/rules/route.h"

namespace rensa::duel {

namespace {

bool fits(const rules::Heights& heights, rules::Placement placement) {
  const int axis = heights[static_cast<std::size_t>(placement.x)];
  const int child = heights[static_cast<std::size_t>(placement.child_x())];
  const int cells = placement.x == placement.child_x() ? 2 : 1;
  return std::max(axis, child) + cells <= rules::kHiddenRow;
}

}  // namespace

std::uint32_t legal_placements(const rules::Field& field) {
  const rules::Heights heights = field.heights();
  std::uint32_t legal = 0;
  for (std::size_t i = 0; i < rules::kPlacements.size(); ++i) {
    const rules::Placement placement = rules::kPlacements[i];
    if (fits(heights, placement) && rules::seems_reachable(heights, placement)) legal |= 1U << i;
  }
  return legal;
}

}  // namespace rensa::duel
