#pragma once

#include <array>
#include <cstdint>

#include "engine/movement/movement.h"
#include "engine/movement/route_bound.h"

namespace rensa::movement {

// A set of positions of a pair: one word for each rotation and column of the axis, one bit for each row.
class PositionSet {
 public:
  using Rows = std::array<std::array<std::uint16_t, rules::kColumns + 2>, 4>;

  bool contains(const FallingPair& pair) const { return (rows_of(pair.r, pair.x) >> pair.y & 1U) != 0; }
  bool has_no_row(rules::Placement at) const { return rows_of(at.r, at.x) == 0; }
  void add(rules::Placement at, unsigned rows) {
    rows_[static_cast<std::size_t>(at.r)][static_cast<std::size_t>(at.x)] |= static_cast<std::uint16_t>(rows);
  }
  std::uint16_t rows_of(rules::Rotation r, int x) const {
    return rows_[static_cast<std::size_t>(r)][static_cast<std::size_t>(x)];
  }
  friend bool operator==(const PositionSet&, const PositionSet&) = default;

 private:
  Rows rows_{};
};

// The positions that a pair could reach if no counter ever delayed it: each key works in each frame, and touching costs
// nothing. They are a superset of the positions that the rules allow. They show quickly that a column is walled off,
// and which positions are dead ends. Only files of this folder may include this header.
class PositionFloodFill {
 public:
  explicit PositionFloodFill(const ObstacleMap& obstacles);

  PositionSet reached_from(const FallingPair& start) const;
  // The positions from which some position of `ends` may be reached.
  PositionSet leading_to(const PositionSet& ends) const;

 private:
  template <class Visit>
  void for_each_step_from(int x, Visit visit) const;
  unsigned free_rows(int x) const { return free_rows_[static_cast<std::size_t>(x + 1)]; }
  unsigned rows_with_free_child(rules::Rotation r, int x) const;

  std::array<std::uint16_t, rules::kColumns + 4> free_rows_{};  // the free rows of each column, from column -1
};

// Returns the axis rows, as bits, in which a pair with the placement's column and rotation may lock so that its cells
// come to rest as the placement wants.
unsigned accepted_rows(const ObstacleMap& obstacles, rules::Placement placement);

}  // namespace rensa::movement
