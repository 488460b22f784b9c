#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "engine/movement/free_flight.h"
#include "engine/movement/movement.h"

namespace rensa::movement {

// How far a falling pair is from a placement, at least: what keeps the search behind route.h short. Not for other
// folders. The bound never exceeds the true number of frames; the tests hold it against a search without any bound.

// Where a placement comes to rest in a shaft, and what a lock above that costs.
class RouteTarget {
 public:
  RouteTarget(const Shaft& shaft, rules::Placement placement);

  rules::Placement placement() const { return placement_; }
  int axis_row() const { return axis_row_; }
  // Whether a pair that locks here does as asked: a child in the trap row never comes down any more, so it may only
  // stay there when the column below is full.
  bool accepts(const FallingPair& pair) const {
    return pair.x == placement_.x && pair.r == placement_.r &&
           (pair.child_y() < rules::kTrapRow || pair.y == axis_row_);
  }
  // Frames of the slow fall that follows a lock in row y, beyond those that no lock of this placement is spared.
  int extra_fall_frames(int y) const;

 private:
  rules::Placement placement_;
  int axis_row_;
  int torn_rows_;
};

class RouteBound {
 public:
  RouteBound(const Shaft& shaft, const RouteTarget& target);

  // A lower bound of the frames until `pair` locks as asked, extra_fall_frames included.
  int frames(const FallingPair& pair) const {
    const Ready ready = ready_of(pair);
    const int rows = std::max(pair.y - axis_row_, 0);
    int moving = moving_frames(pair, ready, rows);
    if (rows > 0 && wall_row_ > axis_row_) {
      // Upside down between walls, a pair stands a row higher and turns over into its place.
      const int spared = moving_frames(pair, ready, rows - 1);
      if (spared < moving) moving = std::min(moving, std::max(spared, quick_turn_frames(pair, ready)));
    }
    if (pair.touches > 0) {  // the last touch locks at once; two frames are the least from one to the next
      moving = std::max(moving - 5, std::min(moving, 2 * (7 - pair.touches) + 1));
    }
    const unsigned turns = (static_cast<unsigned>(rotation_) - static_cast<unsigned>(pair.r)) & 3U;
    int turning = 0;
    if (turns != 0) turning = pair.turn_lock + (turns == 2 && pair.quick_turn_window == 0 ? 5 : 1);
    return std::max(moving, turning);
  }

 private:
  // What lies between a column and the place.
  struct Column {
    const std::uint8_t* kicked = nullptr;    // the frames left
    const std::uint8_t* unkicked = nullptr;  // were there no kicks
    const std::uint8_t* stepped = nullptr;   // were kicks free
    std::uint8_t delay = 0;                  // what a kick costs
    bool absorbs_lock = false;               // by the lock of the arrow keys, which runs meanwhile
    std::uint8_t kicks = 0;                  // columns that kick, this one included
    std::int8_t kick_row = 0;                // in this column a turn kicks from here downwards; 0: nowhere
    std::uint8_t after_kick = 0;             // the frames left, that of the kick included
    std::uint8_t after_arrival = 0;          // the frames left for a pair that has just come down to kick_row
    std::int8_t barrier = 0;                 // the row that the axis has to be above of, to get there
    std::uint8_t after_lift = 0;             // the frames left for a pair that has just been lifted above it
  };

  // When a pair is ready for what.
  struct Ready {
    bool sideways;  // turns upright before it can be kicked
    int wait;       // for a kick
    int fall;
  };

  Ready ready_of(const FallingPair& pair) const {
    const bool sideways = (static_cast<unsigned>(pair.r) & 1U) != 0;
    // A pair that touches, or must be lifted to its place, has little left to fall when it leaves the ground.
    const bool grounded = pair.touching || pair.y < axis_row_;
    return {.sideways = sideways,
            .wait = pair.turn_lock + (sideways ? 4 : 0),
            .fall = grounded ? std::min<int>(pair.fall_counter, 8) : pair.fall_counter};
  }

  // Through rows of fall, which a quick turn may have made fewer.
  int moving_frames(const FallingPair& pair, Ready ready, int rows) const {
    const std::size_t at = FreeFlight::index(rows, pair.arrow_lock, ready.fall, ready.wait);
    const Column& column = columns_[static_cast<std::size_t>(pair.x)];
    int moving = column.kicked[at];
    if (pair.y >= axis_row_) {
      const int delay = std::max(column.delay - (column.absorbs_lock ? pair.arrow_lock : 0), 0);
      const int unkicked = column.unkicked[at];
      moving = std::max(moving, column.stepped[at] + delay);
      if (moving < unkicked) moving = std::max(moving, frames_by_kick(pair, ready, pair.y - axis_row_ - rows));
      moving = std::min(moving, unkicked);
    }
    if (const int lifts = column.barrier + 1 - pair.y; lifts > 0) {
      const bool turns_down_next = ready.sideways || (pair.r == rules::Rotation::up && pair.quick_turn_window > 0);
      const int lifted = pair.turn_lock + (turns_down_next ? 1 : 5) + 8 * (lifts - 1);
      moving = std::max(moving, lifted + column.after_lift);
    }
    return pair.touching && rows > 0 ? moving - 2 : moving;  // it may fall a row and still touch
  }

  // The least until arrow keys alone have brought a pair so many columns on, and down to a row.
  int frames_to(int steps, int row, const FallingPair& pair, Ready ready) const {
    return approach_.frames(steps, std::max(pair.y - row, steps > 0 ? 1 : 0), pair.arrow_lock, ready.fall);
  }

  int frames_by_kick(const FallingPair& pair, Ready ready, int spared) const;
  int quick_turn_frames(const FallingPair& pair, Ready ready) const;

  const FreeApproach& approach_;
  std::array<Column, rules::kColumns + 2> columns_{};
  int x_;
  int axis_row_;
  int wall_row_ = 0;  // the highest in which both sides of an upright place are blocked
  rules::Rotation rotation_;
};

}  // namespace rensa::movement
