#include <cstdlib>

#include "engine/rules/route.h"

namespace rensa::rules {

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

}  // namespace rensa::rules
