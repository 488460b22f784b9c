#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::movement {

// The movement of a controlled pair, frame by frame: turning, walls, the quick turn, floor kicks, touching and locking.
// The placements that it can reach, and the keys that lead there, are in route.h.

// The keys held in one frame, as bits.
enum class Keys : std::uint8_t { none = 0, left = 1, right = 2, down = 4, turn_a = 8, turn_b = 16 };
constexpr Keys operator|(Keys a, Keys b) {
  return static_cast<Keys>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool holds(Keys keys, Keys key) { return (static_cast<unsigned>(keys) & static_cast<unsigned>(key)) != 0; }
inline constexpr unsigned kAllKeys = 31;

// The filled cells and the walls that stop a pair: rows 0..15 of columns 0..7 as bits. It is built once a pair, because
// the field does not change while a pair is controlled.
struct ObstacleMap {
  std::array<std::uint16_t, rules::kColumns + 2> columns{};

  explicit ObstacleMap(const rules::Field& field);
  bool is_blocked(int x, int y) const { return (columns[static_cast<std::size_t>(x)] >> y & 1U) != 0; }
  // Returns the number of filled cells of the column, from the floor up to the first empty one.
  int height(int x) const { return std::countr_one(columns[static_cast<std::size_t>(x)]) - 1; }
};

// A pair under control: the position of its axis and the counters of the movement rules. A new pair stands at the
// spawn.
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

// Moves the pair by one frame under these keys.
MoveResult move_one_frame(FallingPair& pair, const ObstacleMap& obstacles, Keys keys);

// The rows in which the two cells of a pair come to rest if the pair goes straight down from its present position.
// Screens show them before the pair has fallen. A row of 0 means that the cell vanishes, because it would lock above
// the trap row.
struct DropPreview {
  int axis_y = 0;
  int child_y = 0;
  friend bool operator==(const DropPreview&, const DropPreview&) = default;
};

// Precondition: the field is at rest, and the pair stands in empty cells.
DropPreview preview_drop(const rules::Field& field, const FallingPair& pair);

}  // namespace rensa::movement
