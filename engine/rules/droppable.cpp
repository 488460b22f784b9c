#include "engine/rules/droppable.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace rensa::rules {

namespace {

using ByColumn = std::array<std::uint32_t, kColumns + 2>;

template <class Predicate>
constexpr ByColumn placements_by_column(Predicate belongs) {
  ByColumn sets{};
  for (int x = 1; x <= kColumns; ++x) {
    for (std::size_t i = 0; i < kPlacements.size(); ++i) {
      if (belongs(kPlacements[i], x)) sets[static_cast<std::size_t>(x)] |= 1U << i;
    }
  }
  return sets;
}

constexpr ByColumn kUsing =
    placements_by_column([](Placement placement, int x) { return placement.x == x || placement.child_x() == x; });
constexpr ByColumn kUpright =
    placements_by_column([](Placement placement, int x) { return placement.x == x && placement.child_x() == x; });

// The placements beyond the first column in a direction that a pair cannot pass; the rule is that of seems_reachable.
std::uint32_t barred_on_one_side(const Heights& heights, int direction) {
  const auto height = [&heights](int x) { return heights[static_cast<std::size_t>(x)]; };
  bool lifted = height(kSpawnColumn - 1) >= kVisibleRows && height(kSpawnColumn + 1) >= kVisibleRows;
  std::uint32_t barred = 0;
  for (int x = kSpawnColumn + direction; x >= 1 && x <= kColumns; x += direction) {
    const bool is_high = height(x) >= kVisibleRows;
    lifted =
        is_high && (lifted || height(x - direction) == kVisibleRows - 1 || height(x - 2 * direction) == kVisibleRows);
    const bool blocked = barred != 0 || height(x) > kVisibleRows || (is_high && !lifted);
    if (blocked) barred |= kUsing[static_cast<std::size_t>(x)];
  }
  return barred;
}

}  // namespace

// Walks the columns from the spawn, which is not looked at, to the farther one of axis and child. A pair in row 12
// passes columns of 11; to pass one of 12 it must be lifted to row 13: by a half turn between two columns of 12, or by
// what has just been passed, a column of 11 or the second last of 12.
bool seems_reachable(const Heights& heights, Placement placement) {
  const auto height = [&heights](int x) { return heights[static_cast<std::size_t>(x)]; };
  if (placement.r == Rotation::down && height(placement.x) >= kVisibleRows) return false;

  const bool axis_is_farther = std::abs(placement.x - kSpawnColumn) > std::abs(placement.child_x() - kSpawnColumn);
  const int farthest = axis_is_farther ? placement.x : placement.child_x();
  const int direction = farthest > kSpawnColumn ? 1 : -1;
  bool lifted = height(kSpawnColumn - 1) >= kVisibleRows && height(kSpawnColumn + 1) >= kVisibleRows;
  for (int x = kSpawnColumn; x != farthest;) {
    x += direction;
    if (height(x) > kVisibleRows) return false;
    if (height(x) < kVisibleRows) {
      lifted = false;
      continue;
    }
    lifted = lifted || height(x - direction) == kVisibleRows - 1 || height(x - 2 * direction) == kVisibleRows;
    if (!lifted) return false;
  }
  return true;
}

std::uint32_t droppable_placements(const Heights& heights) {
  // Nothing is in the way of a pair in row 12, and everything fits.
  if (*std::max_element(heights.begin(), heights.end()) < kVisibleRows) return kAllPlacements;
  std::uint32_t barred = barred_on_one_side(heights, -1) | barred_on_one_side(heights, 1);
  for (std::size_t x = 1; x <= kColumns; ++x) {
    if (heights[x] >= kVisibleRows) barred |= kUpright[x];
    if (heights[x] >= kHiddenRow) barred |= kUsing[x];
  }
  return kAllPlacements & ~barred;
}

}  // namespace rensa::rules
