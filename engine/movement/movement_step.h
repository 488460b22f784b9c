#pragma once

#include "engine/movement/movement.h"

namespace rensa::movement {

// The code of move_one_frame, to be inlined into searches, which play hundreds of frames for every frame of a game.
// Only files of this folder may include this header.

inline constexpr std::uint8_t kKeyLock = 3;           // frames after a press in which the key does not act
inline constexpr std::uint8_t kQuickTurnFrames = 20;  // for the second press of a quick turn
inline constexpr std::uint8_t kFramesPerRow = 16;     // of a pair that falls by itself
inline constexpr std::uint8_t kShortFall = 8;         // frames until a pair falls that was lifted or left the ground
inline constexpr std::uint8_t kLockingTouch = 8;      // a pair locks when it touches the ground this often

constexpr rules::Rotation turned(rules::Rotation r, bool clockwise) {
  return static_cast<rules::Rotation>((static_cast<unsigned>(r) + (clockwise ? 1U : 3U)) & 3U);
}

inline bool is_upright(rules::Rotation r) { return r == rules::Rotation::up || r == rules::Rotation::down; }

// Turns an upright pair with both sides blocked. The first press opens a window of time; a second press within it turns
// the pair upside down.
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

inline void turn_sideways(FallingPair& pair, const ObstacleMap& obstacles, rules::Rotation wanted) {
  const int side = rules::child_dx(wanted);
  if (!obstacles.is_blocked(pair.x + side, pair.y)) {
    pair.r = wanted;
    pair.quick_turn_window = 0;
  } else if (!obstacles.is_blocked(pair.x - side, pair.y)) {
    pair.r = wanted;
    pair.x = static_cast<std::int8_t>(pair.x - side);
    pair.quick_turn_window = 0;
  } else {
    quick_turn(pair);
  }
}

inline void turn_down(FallingPair& pair, const ObstacleMap& obstacles) {
  if (!obstacles.is_blocked(pair.x, pair.y - 1)) {
    pair.r = rules::Rotation::down;
  } else if (pair.y < rules::kHiddenRow) {  // floor kick
    pair.r = rules::Rotation::down;
    ++pair.y;
    pair.fall_counter = kShortFall;
  }
}

inline void turn(FallingPair& pair, const ObstacleMap& obstacles, bool clockwise) {
  const rules::Rotation wanted = turned(pair.r, clockwise);
  if (is_upright(pair.r)) {
    turn_sideways(pair, obstacles, wanted);
  } else if (wanted == rules::Rotation::down) {
    turn_down(pair, obstacles);
  } else {
    pair.r = wanted;  // the cell above is not tested
  }
}

inline void move_sideways(FallingPair& pair, const ObstacleMap& obstacles, int dx) {
  if (!obstacles.is_blocked(pair.x + dx, pair.y) && !obstacles.is_blocked(pair.child_x() + dx, pair.child_y())) {
    pair.x = static_cast<std::int8_t>(pair.x + dx);
  }
  pair.arrow_lock = kKeyLock;
}

inline bool is_standing(const FallingPair& pair, const ObstacleMap& obstacles) {
  return obstacles.is_blocked(pair.x, pair.y - 1) || obstacles.is_blocked(pair.child_x(), pair.child_y() - 1);
}

// Updates the counters of touching. Returns true if the pair has touched too often and locks.
inline bool update_touching(FallingPair& pair, const ObstacleMap& obstacles) {
  const bool grounded = is_standing(pair, obstacles) && (pair.touching || pair.fall_counter <= kShortFall);
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

[[gnu::always_inline]] inline MoveResult move_one_frame_inline(FallingPair& pair, const ObstacleMap& obstacles,
                                                               Keys keys) {
  if (pair.quick_turn_window > 0) --pair.quick_turn_window;

  if (pair.turn_lock > 0) {
    --pair.turn_lock;
  } else if (holds(keys, Keys::turn_a | Keys::turn_b)) {
    turn(pair, obstacles, holds(keys, Keys::turn_a));
    pair.turn_lock = kKeyLock;
  }

  bool pressed_down = false;
  if (pair.arrow_lock > 0) {
    --pair.arrow_lock;
  } else if (holds(keys, Keys::right)) {
    move_sideways(pair, obstacles, 1);
  } else if (holds(keys, Keys::left)) {
    move_sideways(pair, obstacles, -1);
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
      if (is_standing(pair, obstacles)) return {.locked = true, .points = points};
      pair.fall_counter = kFramesPerRow;
      --pair.y;
    }
  }
  return {.locked = update_touching(pair, obstacles), .points = points};
}

}  // namespace rensa::movement
