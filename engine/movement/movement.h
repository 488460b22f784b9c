#pragma once

#include <array>
#include <cstdint>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::movement {

// How a controlled pair moves, frame by frame: turning, walls, the quick turn, floor kicks, touching and locking.
// Where it can get to and by which keys is in route.h.

// The keys held in one frame, as bits.
enum class Keys : std::uint8_t { none = 0, left = 1, right = 2, down = 4, turn_a = 8, turn_b = 16 };
constexpr Keys operator|(Keys a, Keys b) {
  return static_cast<Keys>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool holds(Keys keys, Keys key) { return (static_cast<unsigned>(keys) & static_cast<unsigned>(key)) != 0; }
inline constexpr unsigned kAllKeys = 31;

// The filled cells and the walls that a pair moves between: rows 0..15 of columns 0..7 as bits. Built once a pair,
// because the field does not change while one is controlled.
struct Shaft {
  std::array<std::uint16_t, rules::kColumns + 2> columns{};

  explicit Shaft(const rules::Field& field);
  bool blocked(int x, int y) const { return (columns[static_cast<std::size_t>(x)] >> y & 1U) != 0; }
};

// A pair under control: where its axis is, and the counters of the movement rules. A fresh one stands at the spawn.
struct FallingPair {
  std::int8_t x = rules::kSpawnColumn;
  std::int8_t y = rules::kSpawnRow;
  rules::Rotation r = rules::Rotation::up;
  std::uint8_t turn_lock : 4 = 0;
  std::uint8_t arrow_lock : 4 = 0;
  std::uint8_t quick_turn_window = 0;
  std::uint8_t fall_counter = 16;
  std::uint8_t touches = 0;
  bool touching = false;

  constexpr int child_x() const { return x + rules::child_dx(r); }
  constexpr int child_y() const { return y + rules::child_dy(r); }
  friend bool operator==(const FallingPair&, const FallingPair&) = default;
};

struct MoveResult {
  bool locked = false;
  int points = 0;  // of the soft drop
};

// One frame of control.
MoveResult move_one_frame(FallingPair& pair, const Shaft& shaft, Keys keys);

}  // namespace rensa::movement
