#include "engine/rules/route_bound.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>

#include "engine/rules/timing.h"

namespace rensa::rules {

namespace {

int height_of(const Shaft& shaft, int x) { return std::countr_one(shaft.columns[static_cast<std::size_t>(x)]) - 1; }

// The bound comes from a game without terrain: `columns` sideways and `rows` down from the place of rest, with the real
// counters of the arrow keys and of the fall. What terrain can do for a pair enters as permission:
//   kick: a turn may move the pair one column closer, from so many rows above the rest downwards, every eight frames;
//         it leaves the child behind the axis, from where it takes up to two more turns to the rotation asked;
//   step: near the place, in the row of rest, there is air, so that DOWN and then a step sideways locks at once.
// Everything else that terrain does only costs frames.
constexpr int kDistances = 6;
constexpr int kRows = 14;
constexpr int kArrowLocks = 4;
constexpr std::array<int, 8> kKickRows = {0, 1, 2, 3, 4, 5, 7, kRows};  // 0: none
constexpr int kTurnFrames = 4;                                          // from one turn to the next
constexpr int kMostTurns = 2;
constexpr int kTouchingFall = 8;  // a pair that stands with so much left to fall touches the ground

std::size_t kick_class(int rows) {
  const auto* found = std::lower_bound(kKickRows.begin(), kKickRows.end() - 1, rows);
  return static_cast<std::size_t>(found - kKickRows.begin());
}

struct FreeFlight {
  using Frames =
      std::array<std::uint8_t,
                 static_cast<std::size_t>(kRows* kArrowLocks* RouteBound::kFallCounters* RouteBound::kKickWaits)>;

  struct Terrain {
    std::size_t kick = 0;  // index into kKickRows
    int turns = 0;         // after a kick
    bool step = false;
  };

  FreeFlight() {
    for (std::size_t kick = 0; kick < kKickRows.size(); ++kick) {
      for (int turns = 0; turns <= kMostTurns; ++turns) {
        for (const bool step : {false, true}) fill({kick, turns, step});
      }
    }
  }

  const Frames& frames(Terrain terrain, int columns) const {
    return frames_[variant(terrain)][static_cast<std::size_t>(columns)];
  }

  // The least that is left after an arrow key, whatever else the state is.
  int after_step(Terrain terrain, int columns, int rows) const {
    int best = 255;
    for (int fall = 0; fall < RouteBound::kFallCounters; ++fall) {
      best = std::min<int>(best, frames(terrain, columns)[RouteBound::index(rows, kArrowLocks - 1, fall, 0)]);
    }
    return best;
  }

 private:
  static std::size_t variant(Terrain terrain) {
    return (terrain.kick * (kMostTurns + 1) + static_cast<std::size_t>(terrain.turns)) * 2 + (terrain.step ? 1 : 0);
  }

  struct State {
    int columns;
    int rows;
    int lock;
    int fall;
    int wait;  // until a turn can kick
  };

  int at(Terrain terrain, State state) const {
    return frames(terrain, state.columns)[RouteBound::index(state.rows, state.lock, state.fall, state.wait)];
  }

  void fill(Terrain terrain) {
    for (int rows = 0; rows < kRows; ++rows) {
      for (int columns = 0; columns < kDistances; ++columns) {
        for (int fall = 0; fall < RouteBound::kFallCounters; ++fall) {
          for (int lock = 0; lock < kArrowLocks; ++lock) {
            for (int wait = 0; wait < RouteBound::kKickWaits; ++wait) {
              const State state{columns, rows, lock, fall, wait};
              Frames& block = frames_[variant(terrain)][static_cast<std::size_t>(columns)];
              block[RouteBound::index(rows, lock, fall, wait)] = static_cast<std::uint8_t>(turn_open(terrain, state));
            }
          }
        }
      }
    }
  }

  // One frame, from its turn on.
  int turn_open(Terrain terrain, State state) {
    State next = state;
    next.wait = std::max(state.wait - 1, 0);
    const int best = arrow_open(terrain, next);
    if (state.wait > 0 || state.rows >= kKickRows[terrain.kick] || state.columns == 0) return best;
    next.wait = RouteBound::kKickWaits - 1;
    --next.columns;
    return std::min(best, std::max(arrow_open(terrain, next), 1 + kTurnFrames * terrain.turns));
  }

  int arrow_open(Terrain terrain, State state) {
    if (state.lock > 0) {
      --state.lock;
      return falling(terrain, state);
    }
    int best = 255;
    if (state.columns > 0) {
      State next = state;
      --next.columns;
      next.lock = kArrowLocks - 1;
      best = falling(terrain, next);
    }
    const bool beside = state.rows == 0 && state.columns > 0;
    if (state.fall > 0 && (!beside || terrain.step || terrain.kick > 0)) {
      State next = state;
      next.fall = beside && !terrain.step ? std::min(state.fall, kTouchingFall) : 0;  // on ground, DOWN touches it
      const bool touching = state.rows == 0 && state.columns == 0 && state.fall <= kTouchingFall;
      if (touching) return 1;
      if (next.fall < state.fall) best = std::min(best, 1 + at(terrain, next));
    }
    return beside && state.fall <= 1 ? best : std::min(best, falling(terrain, state));
  }

  int falling(Terrain terrain, State state) {
    if (state.fall > 1) {
      --state.fall;
    } else if (state.rows > 0) {
      --state.rows;
      state.fall = RouteBound::kFallCounters - 1;
    } else if (state.columns == 0) {
      return 1;
    } else {
      state.fall = 0;
    }
    return 1 + at(terrain, state);
  }

  std::array<std::array<Frames, kDistances>, kKickRows.size() * (kMostTurns + 1) * 2> frames_{};
};

const FreeFlight& free_flight() {
  static const FreeFlight table;
  return table;
}

bool fits(const Shaft& shaft, int x, int y, Rotation r) {
  return !shaft.blocked(x, y) && (r == Rotation::up || !shaft.blocked(x + child_dx(r), y + child_dy(r)));
}

bool stands(const Shaft& shaft, int x, int y, Rotation r) {
  return shaft.blocked(x, y - 1) || shaft.blocked(x + child_dx(r), y + child_dy(r) - 1);
}

// Air beside the place of rest, for the rotation asked or one that a turn in the same frame makes it.
bool has_step(const Shaft& shaft, int x, int y, Rotation rotation) {
  if (x + child_dx(rotation) < 0 || x + child_dx(rotation) > kColumns + 1 || !fits(shaft, x, y, rotation)) return false;
  for (int turn = -1; turn <= 1; ++turn) {
    const auto r = static_cast<Rotation>((static_cast<int>(rotation) + turn) & 3);
    if (x + child_dx(r) < 0 || x + child_dx(r) > kColumns + 1) continue;
    if (fits(shaft, x, y, r) && !stands(shaft, x, y, r)) return true;
  }
  return false;
}

}  // namespace

RouteTarget::RouteTarget(const Shaft& shaft, Placement placement) : placement_(placement) {
  assert(placement.is_on_field());
  const int axis_height = height_of(shaft, placement.x);
  const int child_height = height_of(shaft, placement.child_x());
  axis_row_ = std::max(axis_height, child_height) + (placement.r == Rotation::down ? 2 : 1);
  torn_rows_ = std::abs(axis_height - child_height);
}

int RouteTarget::extra_fall_frames(int y) const {
  if (y <= axis_row_) return 0;
  const int rows = std::min(torn_rows_ + y - axis_row_, 15);
  return slow_fall_frames(rows) - slow_fall_frames(torn_rows_);
}

RouteBound::RouteBound(const Shaft& shaft, const RouteTarget& target)
    : axis_row_(target.axis_row()), rotation_(target.placement().r) {
  const FreeFlight& table = free_flight();
  const int x_of_target = target.placement().x;
  if (rotation_ == Rotation::up) {
    // Upside down in a well, a pair stands a row higher and turns over into its place. The window that this takes opens
    // between walls only, so it pays in a well two deep, or one deep if the window is open already.
    const auto walled = [&](int y) { return shaft.blocked(x_of_target - 1, y) && shaft.blocked(x_of_target + 1, y); };
    rows_spared_ = {walled(axis_row_ + 2) ? 1 : 0, walled(axis_row_ + 1) ? 1 : 0};
  }
  const std::uint8_t* on_the_spot = table.frames({}, 0).data();
  // A lift leaves the pair upside down.
  const unsigned turns_after_lift = (static_cast<unsigned>(rotation_) - static_cast<unsigned>(Rotation::down)) & 3U;
  const int turned_after_lift = turns_after_lift == 0 ? 0 : turns_after_lift == 2 ? 2 * kTurnFrames : kTurnFrames;
  columns_[static_cast<std::size_t>(x_of_target)] = {.kicked = on_the_spot,
                                                     .unkicked = on_the_spot,
                                                     .stepped = on_the_spot,
                                                     .barrier = static_cast<std::int8_t>(axis_row_ - 1),
                                                     .after_lift = static_cast<std::uint8_t>(turned_after_lift)};
  for (const int side : {-1, 1}) {  // where the pair is, seen from the x_of_target
    const int beside = x_of_target + side;
    if (beside < 1 || beside > kColumns) continue;
    const bool step = has_step(shaft, beside, axis_row_, rotation_);
    const int two_beside = beside + side;
    const Rotation kicked = side < 0 ? Rotation::left : Rotation::right;
    // A kick and an arrow key together pass a column, and leave the child beside the axis.
    const bool has_long_step = two_beside >= 1 && two_beside <= kColumns && rotation_ == kicked &&
                               fits(shaft, beside, axis_row_, kicked) && shaft.blocked(two_beside + side, axis_row_) &&
                               !stands(shaft, two_beside, axis_row_, Rotation::up);
    const int turns = kicked == rotation_ ? 0 : (static_cast<int>(rotation_) & 1) == 0 ? 1 : 2;
    int kick_row = 0;
    int kicks = 0;
    bool beside_kicks = false;
    int barrier = height_of(shaft, x_of_target);
    FreeFlight::Terrain ahead;
    int delay = 4;
    for (int x = beside; x >= 1 && x <= kColumns; x += side) {
      Column& column = columns_[static_cast<std::size_t>(x)];
      const int distance = std::abs(x_of_target - x);
      // A column behind the pair kicks it forward where the two before it are lower. The wall does so only from the
      // column beside it: no pair gains by going there first.
      const int behind = x + side;
      const bool wall = behind == 0 || behind > kColumns;
      const int top = wall ? kTrapRow : height_of(shaft, behind);
      barrier = std::max(barrier, height_of(shaft, x));
      const bool kicked_here = top > std::max(height_of(shaft, x), height_of(shaft, x - side));
      const bool lifted = top <= barrier;  // later, by a turn down
      const int row = kicked_here ? std::max(kick_row, top) : kick_row;
      int own_delay = 4;
      int later_delay = 4;
      if (kicked_here) {
        ++kicks;
        if (x == beside) beside_kicks = true;
        // Until it can turn again, the child hangs over the column left, or over the barrier it has to pass.
        const int ground = x == beside ? height_of(shaft, x) : barrier;
        const int rows = top - 1 - ground;
        const int stuck =
            wall || lifted || axis_row_ > ground || (x == beside && turns == 0) ? 0 : std::max(4 - 2 * rows, 0);
        own_delay = top < axis_row_ ? 2 : x == beside ? stuck : rows == 0 && stuck > 0 ? 1 : 0;
        column.absorbs_lock = x == beside && top >= axis_row_;
        later_delay = x == beside && top >= axis_row_ ? std::max(stuck - 3, 0) : own_delay;
      }
      column.delay = static_cast<std::uint8_t>(std::min(delay, own_delay));
      if (kicked_here && !wall) {
        kick_row = row;
        delay = std::min(delay, later_delay);
      }
      column.unkicked = table.frames({0, 0, step}, distance).data();
      const std::size_t kick = row == 0 ? 0 : kick_class(std::max(row - axis_row_ + 1, 1));
      const bool long_step = kick > 0 && has_long_step;
      // Kicked below the place, the pair must be lifted to it, which takes a turn down.
      const int lifting = rotation_ == Rotation::down && row == axis_row_ - 1 ? 1 : 2;
      const int turns_then = row < axis_row_ ? std::max(turns, lifting) : turns;
      const FreeFlight::Terrain here{kick, turns_then, step || long_step};
      column.kicked = table.frames(here, distance).data();
      const bool last = kicks == 1 && beside_kicks;
      column.stepped = table.frames({0, 0, here.step && !last}, std::max(distance - kicks, 0)).data();

      const Column& next = columns_[static_cast<std::size_t>(x - side)];
      const int next_height = height_of(shaft, x - side);
      const int row_then = std::max({next_height + 1, height_of(shaft, x), axis_row_});
      const int rows_then = std::min(row_then - axis_row_, kRows - 1);  // a full column reaches into the trap row
      const int after_step = std::max(table.after_step(ahead, distance - 1, rows_then), turned_after_lift);
      column.barrier = std::max(static_cast<std::int8_t>(next_height), next.barrier);
      column.after_lift = next.barrier > next_height ? next.after_lift : static_cast<std::uint8_t>(after_step);
      if (next.barrier == next_height) column.after_lift = std::max(column.after_lift, next.after_lift);
      ahead = here;
    }
  }
}

}  // namespace rensa::rules
