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
    const std::size_t at = index(rows, pair.arrow_lock, fall, wait);
    const Column& column = columns_[static_cast<std::size_t>(pair.x)];
    int moving = column.kicked[at];
    if (pair.y >= axis_row_) {
      const int delay = std::max(column.delay - (column.absorbs_lock ? pair.arrow_lock : 0), 0);
      moving = std::min<int>(std::max(moving, column.stepped[at] + delay), column.unkicked[at]);
    }
    if (const int lifts = column.barrier + 1 - pair.y; lifts > 0) {
      const bool turns_down_next = sideways || (pair.r == Rotation::up && pair.quick_turn_window > 0);
      const int lifted = pair.turn_lock + (turns_down_next ? 1 : 5) + 8 * (lifts - 1);
      moving = std::max(moving, lifted + column.after_lift);
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
  // What lies between a column and the place.
  struct Column {
    const std::uint8_t* kicked = nullptr;    // the frames left
    const std::uint8_t* unkicked = nullptr;  // were there no kicks
    const std::uint8_t* stepped = nullptr;   // were kicks free
    std::uint8_t delay = 0;                  // what a kick costs
    bool absorbs_lock = false;               // by the lock of the arrow keys, which runs meanwhile
    std::int8_t barrier = 0;                 // the row that the axis has to be above of, to get there
    std::uint8_t after_lift = 0;             // the frames left for a pair that has just been lifted above it
  };

  std::array<Column, kColumns + 2> columns_{};
  int axis_row_;
  std::array<int, 2> rows_spared_{};  // with the quick turn window closed, open
  Rotation rotation_;
};

}  // namespace rensa::rules
