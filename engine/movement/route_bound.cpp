#include "engine/movement/route_bound.h"

#include <bit>
#include <cassert>

#include "engine/rules/timing.h"

namespace rensa::movement {

namespace {

constexpr int kTurnFrames = 4;    // from one turn to the next
constexpr int kTouchingFall = 8;  // a standing pair with so many frames left to fall touches the ground
constexpr int kFullFall = OpenFieldTimes::kFallCounters - 1;
constexpr int kNever = 255;

bool is_free(const ObstacleMap& obstacles, int x, int y, rules::Rotation r) {
  return !obstacles.is_blocked(x, y) &&
         (r == rules::Rotation::up || !obstacles.is_blocked(x + rules::child_dx(r), y + rules::child_dy(r)));
}

bool is_standing_at(const ObstacleMap& obstacles, int x, int y, rules::Rotation r) {
  return obstacles.is_blocked(x, y - 1) || obstacles.is_blocked(x + rules::child_dx(r), y + rules::child_dy(r) - 1);
}

// Returns true if a pair beside its place of rest can be in the air there, in the wanted rotation or in one that is one
// turn away from it. It can then step into its place from the side.
bool has_side_step(const ObstacleMap& obstacles, int x, int y, rules::Rotation rotation) {
  if (x + rules::child_dx(rotation) < 0 || x + rules::child_dx(rotation) > rules::kColumns + 1 ||
      !is_free(obstacles, x, y, rotation))
    return false;
  for (int turn = -1; turn <= 1; ++turn) {
    const auto r = static_cast<rules::Rotation>((static_cast<int>(rotation) + turn) & 3);
    if (x + rules::child_dx(r) < 0 || x + rules::child_dx(r) > rules::kColumns + 1) continue;
    if (is_free(obstacles, x, y, r) && !is_standing_at(obstacles, x, y, r)) return true;
  }
  return false;
}

}  // namespace

const OpenFieldTimes& OpenFieldTimes::table() {
  static const OpenFieldTimes table;
  return table;
}

OpenFieldTimes::OpenFieldTimes() {
  for (std::size_t side_kick = 0; side_kick < kKickRows.size(); ++side_kick) {
    for (int turns = 0; turns <= kMostTurns; ++turns) {
      for (const bool step : {false, true}) compute_frames_with({side_kick, turns, step});
    }
  }
}

std::size_t OpenFieldTimes::index_of_kick_rows(int rows) {
  const auto found = std::lower_bound(kKickRows.begin(), kKickRows.end() - 1, rows);
  return static_cast<std::size_t>(found - kKickRows.begin());
}

int OpenFieldTimes::fewest_frames_after_step(ObstacleHelp help, int columns, int rows) const {
  int best = 255;
  for (int fall = 0; fall < kFallCounters; ++fall) {
    best = std::min<int>(best, frames(help, columns)[index(rows, kArrowLocks - 1, fall, 0)]);
  }
  return best;
}

void OpenFieldTimes::compute_frames_with(ObstacleHelp help) {
  for (int rows = 0; rows < kRows; ++rows) {
    for (int columns = 0; columns < kDistances; ++columns) {
      for (int fall = 0; fall < kFallCounters; ++fall) {
        for (int lock = 0; lock < kArrowLocks; ++lock) {
          for (int wait = 0; wait < kKickWaits; ++wait) {
            const State state{columns, rows, lock, fall, wait};
            Frames& block = frames_[index_of_help(help)][static_cast<std::size_t>(columns)];
            block[index(rows, lock, fall, wait)] = static_cast<std::uint8_t>(frames_when_turn_is_next(help, state));
          }
        }
      }
    }
  }
}

// Returns the fewest frames until the pair locks, from the start of a frame. In a frame the turn comes first, then the
// arrow keys, then the fall. The two functions after this one continue in the middle of a frame: at the arrow keys and
// at the fall.
int OpenFieldTimes::frames_when_turn_is_next(ObstacleHelp help, State state) const {
  State next = state;
  next.wait = std::max(state.wait - 1, 0);
  const int best = frames_when_arrow_is_next(help, next);
  if (state.wait > 0 || state.rows >= kKickRows[help.side_kick] || state.columns == 0) return best;
  next.wait = kKickWaits - 1;
  --next.columns;
  return std::min(best, std::max(frames_when_arrow_is_next(help, next), 1 + kTurnFrames * help.turns));
}

int OpenFieldTimes::frames_when_arrow_is_next(ObstacleHelp help, State state) const {
  if (state.lock > 0) {
    --state.lock;
    return frames_when_fall_is_next(help, state);
  }
  int best = 255;
  if (state.columns > 0) {
    State next = state;
    --next.columns;
    next.lock = kArrowLocks - 1;
    best = frames_when_fall_is_next(help, next);
  }
  const bool beside = state.rows == 0 && state.columns > 0;
  if (state.fall > 0 && (!beside || help.step || help.side_kick > 0)) {
    State next = state;
    next.fall =
        beside && !help.step ? std::min(state.fall, kTouchingFall) : 0;  // on the ground, DOWN makes the pair touch it
    const bool touching = state.rows == 0 && state.columns == 0 && state.fall <= kTouchingFall;
    if (touching) return 1;
    if (next.fall < state.fall) best = std::min(best, 1 + frames_at(help, next));
  }
  return beside && state.fall <= 1 ? best : std::min(best, frames_when_fall_is_next(help, state));
}

int OpenFieldTimes::frames_when_fall_is_next(ObstacleHelp help, State state) const {
  if (state.fall > 1) {
    --state.fall;
  } else if (state.rows > 0) {
    --state.rows;
    state.fall = kFallCounters - 1;
  } else if (state.columns == 0) {
    return 1;
  } else {
    state.fall = 0;
  }
  return 1 + frames_at(help, state);
}

const OpenApproachTimes& OpenApproachTimes::table() {
  static const OpenApproachTimes table;
  return table;
}

OpenApproachTimes::OpenApproachTimes() {
  for (int rows = 1; rows < OpenFieldTimes::kRows; ++rows) {
    for (int steps = 0; steps < OpenFieldTimes::kDistances; ++steps) {
      for (int fall = 0; fall < OpenFieldTimes::kFallCounters; ++fall) {
        for (int lock = 0; lock < OpenFieldTimes::kArrowLocks; ++lock) {
          frames_[index(steps, rows, lock, fall)] =
              static_cast<std::uint8_t>(frames_when_arrow_is_next(steps, rows, lock, fall));
        }
      }
    }
  }
}

int OpenApproachTimes::frames_when_arrow_is_next(int steps, int rows, int lock, int fall) const {
  if (lock > 0) return frames_when_fall_is_next(steps, rows, lock - 1, fall);
  int best = kNever;
  if (steps > 0) best = frames_when_fall_is_next(steps - 1, rows, OpenFieldTimes::kArrowLocks - 1, fall);
  if (steps > 0 && rows == 1) return best;
  if (fall > 0) best = std::min(best, 1 + frames(steps, rows, 0, 0));
  return std::min(best, frames_when_fall_is_next(steps, rows, 0, fall));
}

int OpenApproachTimes::frames_when_fall_is_next(int steps, int rows, int lock, int fall) const {
  if (fall > 1) return 1 + frames(steps, rows, lock, fall - 1);
  const bool stands = steps > 0 && rows == 1;
  return 1 + (stands ? frames(steps, rows, lock, 1) : frames(steps, rows - 1, lock, OpenFieldTimes::kFallCounters - 1));
}

RouteTarget::RouteTarget(const ObstacleMap& obstacles, rules::Placement placement) : placement_(placement) {
  assert(placement.is_on_field());
  const int axis_height = obstacles.height(placement.x);
  const int child_height = obstacles.height(placement.child_x());
  axis_row_ = std::max(axis_height, child_height) + (placement.r == rules::Rotation::down ? 2 : 1);
  split_rows_ = std::abs(axis_height - child_height);
}

int RouteTarget::extra_fall_frames(int y) const {
  if (y <= axis_row_) return 0;
  const int rows = std::min(split_rows_ + y - axis_row_, 15);
  return rules::slow_fall_frames(rows) - rules::slow_fall_frames(split_rows_);
}

RouteBound::RouteBound(const ObstacleMap& obstacles, const RouteTarget& target)
    : approach_(OpenApproachTimes::table()),
      x_(target.placement().x),
      axis_row_(target.axis_row()),
      rotation_(target.placement().r) {
  const OpenFieldTimes& table = OpenFieldTimes::table();
  if (rotation_ == rules::Rotation::up) {
    const auto left = obstacles.columns[static_cast<std::size_t>(x_ - 1)];
    const auto right = obstacles.columns[static_cast<std::size_t>(x_ + 1)];
    wall_row_ = static_cast<int>(std::bit_width(left & right & 0x7FFFU)) - 1;
  }
  const std::uint8_t* on_the_spot = table.frames({}, 0).data();
  // A pair is lifted by a turn down, so it is upside down then.
  const unsigned turns_after_lift =
      (static_cast<unsigned>(rotation_) - static_cast<unsigned>(rules::Rotation::down)) & 3U;
  const int turned_after_lift = turns_after_lift == 0 ? 0 : turns_after_lift == 2 ? 2 * kTurnFrames : kTurnFrames;
  columns_[static_cast<std::size_t>(x_)] = {.with_kicks = on_the_spot,
                                            .without_kicks = on_the_spot,
                                            .with_free_kicks = on_the_spot,
                                            .barrier = static_cast<std::int8_t>(axis_row_ - 1),
                                            .after_lift = static_cast<std::uint8_t>(turned_after_lift)};
  for (const int side : {-1, 1}) {  // the side of the place on which the pair is
    const int beside = x_ + side;
    if (beside < 1 || beside > rules::kColumns) continue;
    const bool step = has_side_step(obstacles, beside, axis_row_, rotation_);
    const int two_beside = beside + side;
    const rules::Rotation kicked = side < 0 ? rules::Rotation::left : rules::Rotation::right;
    // A side kick and an arrow key in the same frame move the pair two columns. The child is then beside the axis.
    const bool has_long_step = two_beside >= 1 && two_beside <= rules::kColumns && rotation_ == kicked &&
                               is_free(obstacles, beside, axis_row_, kicked) &&
                               obstacles.is_blocked(two_beside + side, axis_row_) &&
                               !is_standing_at(obstacles, two_beside, axis_row_, rules::Rotation::up);
    const int turns = kicked == rotation_ ? 0 : (static_cast<int>(rotation_) & 1) == 0 ? 1 : 2;
    int kick_row = 0;
    int kicks = 0;
    bool beside_kicks = false;
    int barrier = obstacles.height(x_);
    OpenFieldTimes::ObstacleHelp ahead;
    int delay = 4;
    for (int x = beside; x >= 1 && x <= rules::kColumns; x += side) {
      Column& column = columns_[static_cast<std::size_t>(x)];
      const int distance = std::abs(x_ - x);
      // If the column behind the pair is higher than the pair's column and the next one, a turn against it moves the
      // pair one column forward: a side kick. The wall does so only in the column beside it, and no pair gains by going
      // there first.
      const int behind = x + side;
      const bool wall = behind == 0 || behind > rules::kColumns;
      const int top = wall ? rules::kTrapRow : obstacles.height(behind);
      barrier = std::max(barrier, obstacles.height(x));
      const bool is_kicked_here = top > std::max(obstacles.height(x), obstacles.height(x - side));
      const bool lifted = top <= barrier;  // later, by a turn down
      const int row = is_kicked_here ? std::max(kick_row, top) : kick_row;
      int own_delay = 4;
      int later_delay = 4;
      int stuck = 0;
      if (is_kicked_here) {
        ++kicks;
        if (x == beside) beside_kicks = true;
        // Until the pair can turn again, its child stays above the column behind it, or above the barrier that the pair
        // has to pass.
        const int ground = x == beside ? obstacles.height(x) : barrier;
        const int rows = top - 1 - ground;
        stuck = wall || lifted || axis_row_ > ground || (x == beside && turns == 0) ? 0 : std::max(4 - 2 * rows, 0);
        own_delay = top < axis_row_ ? 2 : x == beside ? stuck : rows == 0 && stuck > 0 ? 1 : 0;
        column.overlaps_arrow_lock = x == beside && top >= axis_row_;
        later_delay = x == beside && top >= axis_row_ ? std::max(stuck - 3, 0) : own_delay;
      }
      column.kick_delay = static_cast<std::uint8_t>(std::min(delay, own_delay));
      if (is_kicked_here && !wall) {
        kick_row = row;
        delay = std::min(delay, later_delay);
      }
      column.kicks = static_cast<std::uint8_t>(kicks);
      column.without_kicks = table.frames({0, 0, step}, distance).data();
      const std::size_t kick = row == 0 ? 0 : OpenFieldTimes::index_of_kick_rows(std::max(row - axis_row_ + 1, 1));
      const bool long_step = kick > 0 && has_long_step;
      // A pair that is kicked below its place must then be lifted to it by a turn down.
      const int lifting = rotation_ == rules::Rotation::down && row == axis_row_ - 1 ? 1 : 2;
      const int turns_then = row < axis_row_ ? std::max(turns, lifting) : turns;
      const OpenFieldTimes::ObstacleHelp here{kick, turns_then, step || long_step};
      column.with_kicks = table.frames(here, distance).data();
      const Column& next = columns_[static_cast<std::size_t>(x - side)];
      if (is_kicked_here) {
        const int lifts = next.barrier + 1 - top;
        const int lifted_at = lifts > 0 ? kTurnFrames * (2 * lifts - 1) + next.after_lift : 0;
        column.kick_row = static_cast<std::int8_t>(top);
        column.after_kick = static_cast<std::uint8_t>(1 + std::max(kTurnFrames * turns, lifted_at));
        // A pair that has just come down a row has the most frames before its next fall. Its child may keep it from
        // falling until it can turn.
        const std::size_t arrived =
            OpenFieldTimes::index(std::clamp(top - axis_row_, 0, OpenFieldTimes::kRows - 1), 0, kFullFall, 0);
        const int flight =
            x == beside ? on_the_spot[arrived] + (top >= axis_row_ ? stuck : 0) : column.with_kicks[arrived];
        column.after_arrival = static_cast<std::uint8_t>(std::max<int>(column.after_kick, flight));
      }
      const bool last = kicks == 1 && beside_kicks;
      column.with_free_kicks = table.frames({0, 0, here.step && !last}, std::max(distance - kicks, 0)).data();

      const int next_height = obstacles.height(x - side);
      const int row_then = std::max({next_height + 1, obstacles.height(x), axis_row_});
      const int rows_then =
          std::min(row_then - axis_row_, OpenFieldTimes::kRows - 1);  // a full column reaches into the trap row
      const int after_step =
          std::max(table.fewest_frames_after_step(ahead, distance - 1, rows_then), turned_after_lift);
      column.barrier = std::max(static_cast<std::int8_t>(next_height), next.barrier);
      column.after_lift = next.barrier > next_height ? next.after_lift : static_cast<std::uint8_t>(after_step);
      if (next.barrier == next_height) column.after_lift = std::max(column.after_lift, next.after_lift);
      ahead = here;
    }
  }
}

// Returns the fewest frames of a way with a side kick. The pair is kicked only while it is below the top of the column
// behind it.
int RouteBound::frames_by_kick(const FallingPair& pair, WaitingTimes waiting, int spared) const {
  int best = kNever;
  for (int x = pair.x; x != x_; x += x < x_ ? 1 : -1) {
    const Column& column = columns_[static_cast<std::size_t>(x)];
    if (column.kick_row == 0) continue;
    const int arrival = frames_by_arrows_to(std::abs(pair.x - x), column.kick_row, pair, waiting);
    const int kicked = std::max(arrival, waiting.kick) + column.after_kick;
    const bool has_to_fall = pair.y > column.kick_row || pair.x != x;
    best = std::min(best, has_to_fall ? std::max(kicked, arrival + column.after_arrival - 2 * spared) : kicked);
  }
  return best;
}

// Returns the fewest frames of a way that ends with a quick turn. First, turns bring the pair upside down. Then two
// turns follow between the walls, of which the first one opens the time window for the second. After a side kick, the
// child is beside the axis.
int RouteBound::quick_turn_frames(const FallingPair& pair, WaitingTimes waiting) const {
  const bool open = pair.quick_turn_window > 0;
  const int turns = (pair.r == rules::Rotation::up ? 4 : pair.r == rules::Rotation::down ? 2 : 3) - (open ? 1 : 0);
  const int turning = pair.turn_lock + kTurnFrames * (turns - 1) + 1;
  if (open) return pair.r == rules::Rotation::up ? turning : pair.turn_lock + 1;
  const Column& column = columns_[static_cast<std::size_t>(pair.x)];
  const int distance = std::abs(pair.x - x_);
  constexpr int kQuickTurn = kTurnFrames + 1;
  const int with_free_kicks = frames_by_arrows_to(distance, wall_row_, pair, waiting) + kQuickTurn;
  if (column.kicks == 0) return std::max(turning, with_free_kicks);
  int kick = kNever;
  for (int x = pair.x; x != x_; x += x < x_ ? 1 : -1) {
    const int row = columns_[static_cast<std::size_t>(x)].kick_row;
    if (row > 0) kick = std::min(kick, frames_by_arrows_to(std::abs(pair.x - x), row, pair, waiting));
  }
  const int steps = std::max(distance - column.kicks, 0);
  const int kicked =
      std::max(frames_by_arrows_to(steps, wall_row_, pair, waiting), std::max(kick, waiting.kick) + 2 * kTurnFrames) +
      kQuickTurn;
  return std::max(turning, std::min(with_free_kicks, kicked));
}

}  // namespace rensa::movement
