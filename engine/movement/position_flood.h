#pragma once

#include <array>
#include <cstdint>

#include "engine/movement/movement.h"
#include "engine/movement/route_bound.h"

namespace rensa::movement {

// Axis columns, rows and rotations of a pair as bits: a word a rotation and column, a bit a row.
class PositionSet {
 public:
  using Words = std::array<std::array<std::uint16_t, rules::kColumns + 2>, 4>;

  bool contains(const FallingPair& pair) const { return (word(pair.r, pair.x) >> pair.y & 1U) != 0; }
  bool empty(rules::Placement at) const { return word(at.r, at.x) == 0; }
  void add(rules::Placement at, unsigned rows) {
    words_[static_cast<std::size_t>(at.r)][static_cast<std::size_t>(at.x)] |= static_cast<std::uint16_t>(rows);
  }
  std::uint16_t word(rules::Rotation r, int x) const {
    return words_[static_cast<std::size_t>(r)][static_cast<std::size_t>(x)];
  }
  friend bool operator==(const PositionSet&, const PositionSet&) = default;

 private:
  Words words_{};
};

// Where a pair could get to if no counter ever held it up: each key works in each frame and touching costs nothing. A
// superset of what the rules allow, which tells at once that a column is walled off, and which ways are dead ends. Not
// for other folders.
class PositionFlood {
 public:
  explicit PositionFlood(const Shaft& shaft);

  PositionSet reached_from(const FallingPair& start) const;
  // The positions from which one of `ends` may be reached.
  PositionSet leading_to(const PositionSet& ends) const;

 private:
  template <class Visit>
  void for_each_step(Visit visit) const;
  unsigned air(int x) const { return air_[static_cast<std::size_t>(x + 1)]; }
  unsigned child_air(rules::Rotation r, int x) const;

  std::array<std::uint16_t, rules::kColumns + 4> air_{};  // from column -1, rows that are free
};

// The rows in which a pair that locks does as the placement asks.
unsigned accepted_rows(const Shaft& shaft, rules::Placement placement);

}  // namespace rensa::movement
