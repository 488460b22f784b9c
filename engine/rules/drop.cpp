#include "engine/rules/drop.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>

#include "engine/rules/timing.h"

namespace rensa::rules {

namespace {

constexpr std::array<int, 6> kSidewaysFrames = {0, 4, 6, 8, 10, 12};  // by distance from the spawn column
constexpr int kTurnFrames = 6;
constexpr int kUpsideDownRows = 6;  // turning over takes as long as falling so many rows
constexpr int kSidewaysRows = 3;

int height_of(const Heights& heights, int x) { return heights[static_cast<std::size_t>(x)]; }

}  // namespace

void drop_pair(Field& field, Pair pair, Placement placement) {
  assert(field.is_at_rest() && placement.is_on_field());
  const Landing rest = landing(field.heights(), placement);
  assert(rest.fits());
  field.put(placement.x, rest.axis_y, pair.axis);
  field.put(placement.child_x(), rest.child_y, pair.child);
}

int drop_frames(const Heights& heights, Placement placement) {
  const int sideways = kSidewaysFrames[static_cast<std::size_t>(std::abs(placement.x - kSpawnColumn))];
  const int axis_height = height_of(heights, placement.x);
  const int child_height = height_of(heights, placement.child_x());
  const int rows = kVisibleRows - std::max(axis_height, child_height);

  switch (placement.r) {
    case Rotation::up:
      return sideways + (rows <= 0 ? kTurnFrames : 2 * rows) + kGroundingFrames;
    case Rotation::down:
      return sideways + 2 * std::max(kUpsideDownRows, rows - 1) + kGroundingFrames;
    case Rotation::right:
    case Rotation::left:
      break;
  }
  const int fall = rows <= 0 ? kTurnFrames : 2 * std::max(kSidewaysRows, rows);
  const int torn_rows = std::abs(axis_height - child_height);
  if (torn_rows == 0) return sideways + fall + kGroundingFrames;
  return sideways + fall + kGroundingFrames + slow_fall_frames(torn_rows) - torn_rows + kGroundingFrames;
}

}  // namespace rensa::rules
