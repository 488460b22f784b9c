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
constexpr int kUpsideDownRows = 6;  // a pair turns upside down in the time in which it falls this number of rows
constexpr int kSidewaysRows = 3;

int height_of(const Heights& heights, int x) { return heights[static_cast<std::size_t>(x)]; }

using PlacementsByColumn = std::array<std::uint32_t, kColumns + 2>;

template <class Predicate>
constexpr PlacementsByColumn placements_by_column(Predicate belongs) {
  PlacementsByColumn sets{};
  for (int x = 1; x <= kColumns; ++x) {
    for (std::size_t i = 0; i < kPlacements.size(); ++i) {
      if (belongs(kPlacements[i], x)) sets[static_cast<std::size_t>(x)] |= 1U << i;
    }
  }
  return sets;
}

constexpr PlacementsByColumn kPlacementsInColumn =
    placements_by_column([](Placement placement, int x) { return placement.x == x || placement.child_x() == x; });
constexpr PlacementsByColumn kUprightInColumn =
    placements_by_column([](Placement placement, int x) { return placement.x == x && placement.child_x() == x; });

// Returns the placements behind the first column in this direction that a pair cannot pass, by the rule of
// seems_reachable().
std::uint32_t unreachable_on_one_side(const Heights& heights, int direction) {
  bool lifted =
      height_of(heights, kSpawnColumn - 1) >= kVisibleRows && height_of(heights, kSpawnColumn + 1) >= kVisibleRows;
  std::uint32_t unreachable = 0;
  for (int x = kSpawnColumn + direction; x >= 1 && x <= kColumns; x += direction) {
    const bool is_high = height_of(heights, x) >= kVisibleRows;
    lifted = is_high && (lifted || height_of(heights, x - direction) == kVisibleRows - 1 ||
                         height_of(heights, x - 2 * direction) == kVisibleRows);
    const bool blocked = unreachable != 0 || height_of(heights, x) > kVisibleRows || (is_high && !lifted);
    if (blocked) unreachable |= kPlacementsInColumn[static_cast<std::size_t>(x)];
  }
  return unreachable;
}

}  // namespace

void drop_pair(Field& field, Pair pair, Placement placement) {
  assert(field.is_at_rest() && placement.is_on_field());
  const Landing rest = landing(field.heights(), placement);
  assert(rest.fits());
  field.put(placement.x, rest.axis_y, pair.axis);
  field.put(placement.child_x(), rest.child_y, pair.child);
}

bool lock_pair(Field& field, Pair pair, Placement placement) {
  assert(field.is_at_rest() && placement.is_on_field());
  const Heights heights = field.heights();
  const int rest = std::max(height_of(heights, placement.x), height_of(heights, placement.child_x())) + 1;
  const int axis_y = placement.r == Rotation::down ? rest + 1 : rest;
  const int child_y = axis_y + child_dy(placement.r);
  const auto is_blocked = [&](int x, int y) { return y == kTrapRow && field.at(x, y) != Cell::empty; };
  // The upper cell of an upright pair replaces a cell of row 14: a turn of the pair does not look at that cell.
  const int lower_y = std::min(axis_y, child_y);
  if (is_blocked(placement.x, lower_y) || is_blocked(placement.child_x(), lower_y)) return false;
  if (axis_y <= kTrapRow) field.put(placement.x, axis_y, pair.axis);
  if (child_y <= kTrapRow) field.put(placement.child_x(), child_y, pair.child);
  return true;
}

int estimated_drop_frames(const Heights& heights, Placement placement) {
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
  const int split_rows = std::abs(axis_height - child_height);
  if (split_rows == 0) return sideways + fall + kGroundingFrames;
  return sideways + fall + kGroundingFrames + slow_fall_frames(split_rows) - split_rows + kGroundingFrames;
}

// Walks from the column after the spawn to the farther column of axis and child. A pair in row 12 passes columns of 11.
// To pass a column of 12 it must be lifted to row 13: by a half turn between two columns of 12, or by a column that it
// has just passed, of 11 if it was the last one and of 12 if it was the second last.
bool seems_reachable(const Heights& heights, Placement placement) {
  if (placement.r == Rotation::down && height_of(heights, placement.x) >= kVisibleRows) return false;

  const bool axis_is_farther = std::abs(placement.x - kSpawnColumn) > std::abs(placement.child_x() - kSpawnColumn);
  const int farthest = axis_is_farther ? placement.x : placement.child_x();
  const int direction = farthest > kSpawnColumn ? 1 : -1;
  bool lifted =
      height_of(heights, kSpawnColumn - 1) >= kVisibleRows && height_of(heights, kSpawnColumn + 1) >= kVisibleRows;
  for (int x = kSpawnColumn; x != farthest;) {
    x += direction;
    if (height_of(heights, x) > kVisibleRows) return false;
    if (height_of(heights, x) < kVisibleRows) {
      lifted = false;
      continue;
    }
    lifted = lifted || height_of(heights, x - direction) == kVisibleRows - 1 ||
             height_of(heights, x - 2 * direction) == kVisibleRows;
    if (!lifted) return false;
  }
  return true;
}

std::uint32_t droppable_placements(const Heights& heights) {
  // A pair in row 12 meets no obstacle, and every placement fits.
  if (*std::max_element(heights.begin(), heights.end()) < kVisibleRows) return kAllPlacements;
  std::uint32_t excluded = unreachable_on_one_side(heights, -1) | unreachable_on_one_side(heights, 1);
  for (std::size_t x = 1; x <= kColumns; ++x) {
    if (heights[x] >= kVisibleRows) excluded |= kUprightInColumn[x];
    if (heights[x] >= kHiddenRow) excluded |= kPlacementsInColumn[x];
  }
  return kAllPlacements & ~excluded;
}

}  // namespace rensa::rules
