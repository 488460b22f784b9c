#pragma once

#include "engine/movement/movement.h"

namespace rensa::movement {

// What move_one_frame does, as code for its callers: searches play hundreds of frames for every one of a game. Not for
// other folders.

inline constexpr std::uint8_t kKeyLock = 3;
inline constexpr std::uint8_t kQuickTurnFrames = 20;
inline constexpr std::uint8_t kFramesPerRow = 16;
inline constexpr std::uint8_t kShortFall = 8;
inline constexpr std::uint8_t kLockingTouch = 8;

constexpr rules::Rotation turned(rules::Rotation r, bool clockwise) {
  return static_cast<rules::Rotation>((static_cast<unsigned>(r) + (clockwise ? 1U : 3U)) & 3U);
}

inline bool is_upright(rules::Rotation r) { return r == rules::Rotation::up || r == rules::Rotation::down; }

// Upright, both sides blocked: the first press opens a window, a second one within it turns the pair upside down.
inline void quick_turn(FallingPair& pair) {
  if (pair.quick_turn_window == 0) {
    pair.quick_turn_window = kQuickTurnFrames;
    return;
  }
  pair.quick_turn_window = 0;
  if (pair.r == rules::Rotation::up) {
    pair.r = rules::Rotation::down;
    ++pair.y;
    pair.fall_counter = kShortFall;
  } else {
    pair.r = rules::Rotation::up;
    --pair.y;
  }
}

inline void turn_sideways(FallingPair& pair, const Shaft& shaft, rules::Rotation wanted) {
  const int side = rules::child_dx(wanted);
  if (!shaft.blocked(pair.x + side, pair.y)) {
    pair.r = wanted;
    pair.quick_turn_window = 0;
  } else if (!shaft.blocked(pair.x - side, pair.y)) {
    pair.r = wanted;
    pair.x = static_cast<std::int8_t>(pair.x - side);
    pair.quick_turn_window = 0;
  } else {
    quick_turn(pair);
  }
}

inline void turn_down(FallingPair& pair, const Shaft& shaft) {
  if (!shaft.blocked(pair.x, pair.y - 1)) {
    pair.r = rules::Rotation::down;
  } else if (pair.y < rules::kHiddenRow) {  // floor kick
    pair.r = rules::Rotation::down;
    ++pair.y;
    pair.fall_counter = kShortFall;
  }
}

inline void turn(FallingPair& pair, const Shaft& shaft, bool clockwise) {
  const rules::Rotation wanted = turned(pair.r, clockwise);
  if (is_upright(pair.r)) {
    turn_sideways(pair, shaft, wanted);
  } else if (wanted == rules::Rotation::down) {
    turn_down(pair, shaft);
  } else {
    pair.r = wanted;  // the cell above is not tested
  }
}

inline void move_sideways(FallingPair& pair, const Shaft& shaft, int dx) {
  if (!shaft.blocked(pair.x + dx, pair.y) && !shaft.blocked(pair.child_x() + dx, pair.child_y())) {
    pair.x = static_cast<std::int8_t>(pair.x + dx);
  }
  pair.arrow_lock = kKeyLock;
}

inline bool stands(const FallingPair& pair, const Shaft& shaft) {
  return shaft.blocked(pair.x, pair.y - 1) || shaft.blocked(pair.child_x(), pair.child_y() - 1);
}

// True when the pair has touched once too often and locks.
inline bool feel_ground(FallingPair& pair, const Shaft& shaft) {
  const bool grounded = stands(pair, shaft) && (pair.touching || pair.fall_counter <= kShortFall);
  if (grounded && !pair.touching) {
    pair.touching = true;
    pair.fall_counter = kFramesPerRow;
    return ++pair.touches == kLockingTouch;
  }
  if (!grounded && pair.touching) {
    pair.touching = false;
    pair.fall_counter = kShortFall;
  }
  return false;
}

[[gnu::always_inline]] inline MoveResult play_frame(FallingPair& pair, const Shaft& shaft, Keys keys) {
  if (pair.quick_turn_window > 0) --pair.quick_turn_window;

  if (pair.turn_lock > 0) {
    --pair.turn_lock;
  } else if (holds(keys, Keys::turn_a | Keys::turn_b)) {
    turn(pair, shaft, holds(keys, Keys::turn_a));
    pair.turn_lock = kKeyLock;
  }

  bool pressed_down = false;
  if (pair.arrow_lock > 0) {
    --pair.arrow_lock;
  } else if (holds(keys, Keys::right)) {
    move_sideways(pair, shaft, 1);
  } else if (holds(keys, Keys::left)) {
    move_sideways(pair, shaft, -1);
  } else if (holds(keys, Keys::down) && pair.fall_counter > 0) {
    if (pair.touching) return {.locked = true, .points = 1};
    pair.fall_counter = 0;
    pressed_down = true;
  }

  const int points = pressed_down ? 1 : 0;
  if (!pressed_down) {
    if (pair.fall_counter > 1) {
      --pair.fall_counter;
    } else {
      if (stands(pair, shaft)) return {.locked = true, .points = points};
      pair.fall_counter = kFramesPerRow;
      --pair.y;
    }
  }
  return {.locked = feel_ground(pair, shaft), .points = points};
}

}  // namespace rensa::movement
