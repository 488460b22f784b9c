#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/movement/movement.h"

namespace rensa::movement {

// The lower bound of a route's length, and the tables behind it. Only files of this folder may include it.

// A table of the frames from a state until the pair locks, on a field without obstacles. A state has the columns to go
// sideways, the rows to go down, and the real counters of the arrow keys and of the fall. Obstacles mostly cost frames,
// but two kinds of them can also help a pair (ObstacleHelp):
//   side_kick: a turn may move the pair one column closer, once in eight frames, when it is less than a given number of
//         rows above its place of rest. The child is then behind the axis, so up to two more turns follow.
//   step: beside the place, in the row of rest, there is air, so that DOWN and then a step sideways locks at once.
class OpenFieldTimes {
 public:
  static constexpr int kDistances = 6;
  static constexpr int kRows = 14;
  static constexpr int kArrowLocks = 4;
  static constexpr int kFallCounters = 17;
  static constexpr int kKickWaits = 8;  // frames until a turn can kick
  static constexpr std::size_t index(int rows, int arrow_lock, int fall, int wait) {
    return static_cast<std::size_t>(((rows * kArrowLocks + arrow_lock) * kFallCounters + fall) * kKickWaits + wait);
  }
  using Frames = std::array<std::uint8_t, std::size_t{kRows} * kArrowLocks * kFallCounters * kKickWaits>;

  struct ObstacleHelp {
    std::size_t side_kick = 0;  // an index into kKickRows; 0: no turn kicks the pair sideways
    int turns = 0;              // the turns that are needed after a side kick
    bool step = false;
  };
  // Returns the index of the smallest of kKickRows that is at least `rows`.
  static std::size_t index_of_kick_rows(int rows);

  static const OpenFieldTimes& table();

  const Frames& frames(ObstacleHelp help, int columns) const {
    return frames_[index_of_help(help)][static_cast<std::size_t>(columns)];
  }
  // Returns the fewest frames left just after an arrow key was pressed, whatever the other counters are.
  int fewest_frames_after_step(ObstacleHelp help, int columns, int rows) const;

 private:
  static constexpr int kMostTurns = 2;
  // Turns kick a pair that is less than this number of rows above its place of rest. 0: no turn kicks it.
  static constexpr std::array<int, 8> kKickRows = {0, 1, 2, 3, 4, 5, 7, kRows};

  struct State {
    int columns;
    int rows;
    int lock;
    int fall;
    int wait;
  };

  OpenFieldTimes();
  static std::size_t index_of_help(ObstacleHelp help) {
    return (help.side_kick * (kMostTurns + 1) + static_cast<std::size_t>(help.turns)) * 2 + (help.step ? 1 : 0);
  }
  int frames_at(ObstacleHelp help, State state) const {
    return frames(help, state.columns)[index(state.rows, state.lock, state.fall, state.wait)];
  }
  void compute_frames_with(ObstacleHelp help);
  int frames_when_turn_is_next(ObstacleHelp help, State state) const;
  int frames_when_arrow_is_next(ObstacleHelp help, State state) const;
  int frames_when_fall_is_next(ObstacleHelp help, State state) const;

  std::array<std::array<Frames, kDistances>, kKickRows.size() * (kMostTurns + 1) * 2> frames_{};
};

// A table of the frames that arrow keys alone take to bring a pair some steps sideways and some rows down, to a place
// in the air behind a column whose highest cell is in the same row. The pair comes over this column, so it makes the
// last step at least one row higher.
class OpenApproachTimes {
 public:
  static const OpenApproachTimes& table();

  // Precondition: rows > 0 where there are steps.
  int frames(int steps, int rows, int arrow_lock, int fall) const {
    return frames_[index(steps, rows, arrow_lock, fall)];
  }

 private:
  static constexpr std::size_t index(int steps, int rows, int arrow_lock, int fall) {
    constexpr int kLocks = OpenFieldTimes::kArrowLocks;
    return static_cast<std::size_t>(
        ((steps * OpenFieldTimes::kRows + rows) * kLocks + arrow_lock) * OpenFieldTimes::kFallCounters + fall);
  }

  OpenApproachTimes();
  int frames_when_arrow_is_next(int steps, int rows, int arrow_lock, int fall) const;
  int frames_when_fall_is_next(int steps, int rows, int arrow_lock, int fall) const;

  std::array<std::uint8_t, std::size_t{OpenFieldTimes::kDistances} * OpenFieldTimes::kRows *
                               OpenFieldTimes::kArrowLocks * OpenFieldTimes::kFallCounters>
      frames_{};
};

// The place where the pair of a placement comes to rest, and the frames that it costs to lock higher.
class RouteTarget {
 public:
  RouteTarget(const ObstacleMap& obstacles, rules::Placement placement);

  rules::Placement placement() const { return placement_; }
  int axis_row() const { return axis_row_; }
  // Returns true if a pair that locks in this state comes to rest as the placement wants. A child in the trap row never
  // comes down any more, so the column below it must be full.
  bool accepts(const FallingPair& pair) const {
    return pair.x == placement_.x && pair.r == placement_.r &&
           (pair.child_y() < rules::kTrapRow || pair.y == axis_row_);
  }
  // Returns the frames of the slow fall after the pair locks in row y, beyond those after the lowest possible lock.
  int extra_fall_frames(int y) const;

 private:
  rules::Placement placement_;
  int axis_row_;
  int split_rows_;
};

// The fewest frames that a falling pair needs to a placement. This lower bound keeps the search behind route.h short.
// It never exceeds the true number; the tests compare it with a search that uses no bound.
class RouteBound {
 public:
  RouteBound(const ObstacleMap& obstacles, const RouteTarget& target);

  // Returns a lower bound of the frames until `pair` locks in its place, including extra_fall_frames().
  int frames(const FallingPair& pair) const {
    const WaitingTimes waiting = waiting_times(pair);
    const int rows = std::max(pair.y - axis_row_, 0);
    int moving = moving_frames(pair, waiting, rows);
    if (rows > 0 && wall_row_ > axis_row_) {
      // A pair that is upside down between walls has its axis one row higher, and turns over into its place.
      const int spared = moving_frames(pair, waiting, rows - 1);
      if (spared < moving) moving = std::min(moving, std::max(spared, quick_turn_frames(pair, waiting)));
    }
    if (pair.touches > 0) {  // the last touch locks at once, and touches are at least two frames apart
      moving = std::max(moving - 5, std::min(moving, 2 * (7 - pair.touches) + 1));
    }
    const unsigned turns = (static_cast<unsigned>(rotation_) - static_cast<unsigned>(pair.r)) & 3U;
    int turning = 0;
    if (turns != 0) turning = pair.turn_lock + (turns == 2 && pair.quick_turn_window == 0 ? 5 : 1);
    return std::max(moving, turning);
  }

 private:
  // The way of a pair in this column to its place. The first three fields are tables of OpenFieldTimes: the frames left
  // with the possible side kicks, without side kicks, and with side kicks that take no time.
  struct Column {
    const std::uint8_t* with_kicks = nullptr;
    const std::uint8_t* without_kicks = nullptr;
    const std::uint8_t* with_free_kicks = nullptr;
    std::uint8_t kick_delay = 0;       // frames that a kick takes
    bool overlaps_arrow_lock = false;  // the delay passes while the arrow keys are locked
    std::uint8_t kicks = 0;            // columns that kick, this one included
    std::int8_t kick_row = 0;          // the highest row in which a turn kicks in this column; 0: none
    std::uint8_t after_kick = 0;       // the frames left, that of the kick included
    std::uint8_t after_arrival = 0;    // the frames left when the pair has just come down to kick_row
    std::int8_t barrier = 0;           // the axis has to be above this row to get to the place
    std::uint8_t after_lift = 0;       // the frames left when the pair has just been lifted above the barrier
  };

  struct WaitingTimes {
    bool is_sideways;  // has to turn upright before it can be kicked
    int kick;          // frames until a kick
    int fall;          // frames until the next fall
  };

  WaitingTimes waiting_times(const FallingPair& pair) const {
    const bool sideways = (static_cast<unsigned>(pair.r) & 1U) != 0;
    // A pair that touches the ground, or that must be lifted to its place, falls soon after it leaves the ground.
    const bool grounded = pair.touching || pair.y < axis_row_;
    return {.is_sideways = sideways,
            .kick = pair.turn_lock + (sideways ? 4 : 0),
            .fall = grounded ? std::min<int>(pair.fall_counter, 8) : pair.fall_counter};
  }

  // Returns the frames for the sideways moves and a fall of `rows` rows. A quick turn makes the rows one fewer.
  int moving_frames(const FallingPair& pair, WaitingTimes waiting, int rows) const {
    const std::size_t at = OpenFieldTimes::index(rows, pair.arrow_lock, waiting.fall, waiting.kick);
    const Column& column = columns_[static_cast<std::size_t>(pair.x)];
    int moving = column.with_kicks[at];
    if (pair.y >= axis_row_) {
      const int delay = std::max(column.kick_delay - (column.overlaps_arrow_lock ? pair.arrow_lock : 0), 0);
      const int without_kicks = column.without_kicks[at];
      moving = std::max(moving, column.with_free_kicks[at] + delay);
      if (moving < without_kicks) moving = std::max(moving, frames_by_kick(pair, waiting, pair.y - axis_row_ - rows));
      moving = std::min(moving, without_kicks);
    }
    if (const int lifts = column.barrier + 1 - pair.y; lifts > 0) {
      const bool turns_down_next = waiting.is_sideways || (pair.r == rules::Rotation::up && pair.quick_turn_window > 0);
      const int lifted = pair.turn_lock + (turns_down_next ? 1 : 5) + 8 * (lifts - 1);
      moving = std::max(moving, lifted + column.after_lift);
    }
    return pair.touching && rows > 0 ? moving - 2 : moving;  // it may fall a row and still touch
  }

  // Returns the fewest frames in which arrow keys alone can bring the pair `steps` columns on and down to the row.
  int frames_by_arrows_to(int steps, int row, const FallingPair& pair, WaitingTimes waiting) const {
    return approach_.frames(steps, std::max(pair.y - row, steps > 0 ? 1 : 0), pair.arrow_lock, waiting.fall);
  }

  int frames_by_kick(const FallingPair& pair, WaitingTimes waiting, int spared) const;
  int quick_turn_frames(const FallingPair& pair, WaitingTimes waiting) const;

  const OpenApproachTimes& approach_;
  std::array<Column, rules::kColumns + 2> columns_{};
  int x_;
  int axis_row_;
  int wall_row_ = 0;  // the highest row in which both sides of an upright place are blocked
  rules::Rotation rotation_;
};

}  // namespace rensa::movement
