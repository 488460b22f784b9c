#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/rules/movement.h"

namespace rensa::rules {

// How far a falling pair is from a placement, at least: what keeps the search behind route.h short. Not for other
// folders. The bound never exceeds the true number of frames; the tests hold it against a search without any bound.

// Where a placement comes to rest in a shaft, and what a lock above that costs.
class RouteTarget {
 public:
  RouteTarget(const Shaft& shaft, Placement placement);

  Placement placement() const { return placement_; }
  int axis_row() const { return axis_row_; }
  // Whether a pair that locks here does as asked: a child in the trap row never comes down any more, so it may only
  // stay there when the column below is full.
  bool accepts(const FallingPair& pair) const {
    return pair.x == placement_.x && pair.r == placement_.r && (pair.child_y() < kTrapRow || pair.y == axis_row_);
  }
  // Frames of the slow fall that follows a lock in row y, beyond those that no lock of this placement is spared.
  int extra_fall_frames(int y) const;

 private:
  Placement placement_;
  int axis_row_;
  int torn_rows_;
};

class RouteBound {
 public:
  RouteBound(const Shaft& shaft, const RouteTarget& target);

  // A lower bound of the frames until `pair` locks as asked, extra_fall_frames included.
  int frames(const FallingPair& pair) const {
    const int spared = rows_spared_[pair.quick_turn_window > 0 ? 1 : 0];
    const int rows = std::max(pair.y - axis_row_ - spared, 0);
    // A pair that touches, or must be lifted to its place, has little left to fall when it leaves the ground.
    const bool grounded = pair.touching || pair.y < axis_row_;
    const int fall = grounded ? std::min<int>(pair.fall_counter, 8) : pair.fall_counter;
    const bool sideways = (static_cast<unsigned>(pair.r) & 1U) != 0;  // turns upright before it can be kicked
    const int wait = pair.turn_lock + (sideways ? 4 : 0);
    int moving = from_column_[static_cast<std::size_t>(pair.x)][index(rows, pair.arrow_lock, fall, wait)];
    if (pair.y >= axis_row_) {
      const auto x = static_cast<std::size_t>(pair.x);
      const int delay = std::max(delays_[x] - (absorbs_lock_[x] ? pair.arrow_lock : 0), 0);
      const std::size_t at = index(rows, pair.arrow_lock, fall, wait);
      moving = std::min<int>(std::max(moving, stepped_[x][at] + delay), unkicked_[x][at]);
    }
    if (pair.touching && rows > 0) --moving;  // it may fall a row and still touch
    if (pair.touches > 0) {  // the last touch locks at once; two frames are the least from one to the next
      moving = std::max(moving - 5, std::min(moving, 2 * (7 - pair.touches) + 1));
    }
    const unsigned turns = (static_cast<unsigned>(rotation_) - static_cast<unsigned>(pair.r)) & 3U;
    int turning = 0;
    if (turns != 0) turning = pair.turn_lock + (turns == 2 && pair.quick_turn_window == 0 ? 5 : 1);
    return std::max(moving, turning);
  }

  static constexpr int kFallCounters = 17;
  static constexpr int kKickWaits = 8;
  static std::size_t index(int rows, int arrow_lock, int fall, int wait) {
    return static_cast<std::size_t>(((rows * 4 + arrow_lock) * kFallCounters + fall) * kKickWaits + wait);
  }

 private:
  std::array<const std::uint8_t*, kColumns + 2> from_column_{};
  std::array<const std::uint8_t*, kColumns + 2> unkicked_{};  // were there no kicks
  std::array<const std::uint8_t*, kColumns + 2> stepped_{};   // were kicks free
  std::array<std::uint8_t, kColumns + 2> delays_{};           // what a kick costs
  std::array<bool, kColumns + 2> absorbs_lock_{};             // by the lock of the arrow keys, which runs meanwhile
  int axis_row_;
  std::array<int, 2> rows_spared_{};  // with the quick turn window closed, open
  Rotation rotation_;
};

}  // namespace rensa::rules
