#include "engine/movement/reach_memo.h"

#include <algorithm>

#include "engine/movement/route.h"

namespace rensa::movement {

namespace {

// Returns true for a pair in the frame in which its decision comes due.
bool has_just_come(const FallingPair& pair) {
  FallingPair just_come;
  --just_come.fall_counter;
  return pair == just_come;
}

// Returns true if the heights of the columns say which cells are filled. Not so if cells hang in the air, as some in
// the trap row do.
bool is_known_by_heights(const ObstacleMap& obstacles) {
  constexpr unsigned kRowsToTrapRow = (2U << rules::kTrapRow) - 1;
  for (int x = 1; x <= rules::kColumns; ++x) {
    const unsigned filled = obstacles.columns[static_cast<std::size_t>(x)] & kRowsToTrapRow;
    if ((filled & (filled + 1)) != 0 || obstacles.is_blocked(x, rules::kTrapRow)) return false;
  }
  return true;
}

}  // namespace

std::uint32_t ReachMemo::reachable_placements(const ObstacleMap& obstacles, const FallingPair& pair) {
  if (!has_just_come(pair) || !is_known_by_heights(obstacles)) return movement::reachable_placements(obstacles, pair);
  std::size_t index = 0;
  for (int x = 1; x <= rules::kColumns; ++x) {
    index = index << 2 | static_cast<std::size_t>(std::max(obstacles.height(x) - kIrrelevantRows, 0));
  }
  std::uint32_t& placements = placements_[index];
  if (placements == 0) placements = movement::reachable_placements(obstacles, pair);
  return placements;
}

}  // namespace rensa::movement
