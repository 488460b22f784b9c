#include "engine/movement/free_flight.h"

#include <algorithm>

namespace rensa::movement {

namespace {

constexpr int kTurnFrames = 4;    // from one turn to the next
constexpr int kTouchingFall = 8;  // a pair that stands with so much left to fall touches the ground
constexpr int kNever = 255;

}  // namespace

const FreeFlight& FreeFlight::table() {
  static const FreeFlight table;
  return table;
}

FreeFlight::FreeFlight() {
  for (std::size_t kick = 0; kick < kKickRows.size(); ++kick) {
    for (int turns = 0; turns <= kMostTurns; ++turns) {
      for (const bool step : {false, true}) fill({kick, turns, step});
    }
  }
}

std::size_t FreeFlight::kick_class(int rows) {
  const auto found = std::lower_bound(kKickRows.begin(), kKickRows.end() - 1, rows);
  return static_cast<std::size_t>(found - kKickRows.begin());
}

int FreeFlight::after_step(Terrain terrain, int columns, int rows) const {
  int best = 255;
  for (int fall = 0; fall < kFallCounters; ++fall) {
    best = std::min<int>(best, frames(terrain, columns)[index(rows, kArrowLocks - 1, fall, 0)]);
  }
  return best;
}

void FreeFlight::fill(Terrain terrain) {
  for (int rows = 0; rows < kRows; ++rows) {
    for (int columns = 0; columns < kDistances; ++columns) {
      for (int fall = 0; fall < kFallCounters; ++fall) {
        for (int lock = 0; lock < kArrowLocks; ++lock) {
          for (int wait = 0; wait < kKickWaits; ++wait) {
            const State state{columns, rows, lock, fall, wait};
            Frames& block = frames_[variant(terrain)][static_cast<std::size_t>(columns)];
            block[index(rows, lock, fall, wait)] = static_cast<std::uint8_t>(turn_open(terrain, state));
          }
        }
      }
    }
  }
}

// One frame, from its turn on.
int FreeFlight::turn_open(Terrain terrain, State state) const {
  State next = state;
  next.wait = std::max(state.wait - 1, 0);
  const int best = arrow_open(terrain, next);
  if (state.wait > 0 || state.rows >= kKickRows[terrain.kick] || state.columns == 0) return best;
  next.wait = kKickWaits - 1;
  --next.columns;
  return std::min(best, std::max(arrow_open(terrain, next), 1 + kTurnFrames * terrain.turns));
}

int FreeFlight::arrow_open(Terrain terrain, State state) const {
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

int FreeFlight::falling(Terrain terrain, State state) const {
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
  return 1 + at(terrain, state);
}

const FreeApproach& FreeApproach::table() {
  static const FreeApproach table;
  return table;
}

FreeApproach::FreeApproach() {
  for (int rows = 1; rows < FreeFlight::kRows; ++rows) {
    for (int steps = 0; steps < FreeFlight::kDistances; ++steps) {
      for (int fall = 0; fall < FreeFlight::kFallCounters; ++fall) {
        for (int lock = 0; lock < FreeFlight::kArrowLocks; ++lock) {
          frames_[index(steps, rows, lock, fall)] = static_cast<std::uint8_t>(play(steps, rows, lock, fall));
        }
      }
    }
  }
}

int FreeApproach::play(int steps, int rows, int lock, int fall) const {
  if (lock > 0) return fall_on(steps, rows, lock - 1, fall);
  int best = kNever;
  if (steps > 0) best = fall_on(steps - 1, rows, FreeFlight::kArrowLocks - 1, fall);
  if (steps > 0 && rows == 1) return best;
  if (fall > 0) best = std::min(best, 1 + frames(steps, rows, 0, 0));
  return std::min(best, fall_on(steps, rows, 0, fall));
}

int FreeApproach::fall_on(int steps, int rows, int lock, int fall) const {
  if (fall > 1) return 1 + frames(steps, rows, lock, fall - 1);
  const bool stands = steps > 0 && rows == 1;
  return 1 + (stands ? frames(steps, rows, lock, 1) : frames(steps, rows - 1, lock, FreeFlight::kFallCounters - 1));
}

}  // namespace rensa::movement
