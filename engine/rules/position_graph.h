#pragma once

#include <array>
#include <bitset>
#include <cstdint>

#include "engine/rules/movement.h"
#include "engine/rules/route_bound.h"

namespace rensa::rules {

// Where a pair could get to if no counter ever held it up: each key works in each frame and touching costs nothing. A
// superset of what the rules allow, which tells at once that a column is walled off, and which ways are dead ends. Not
// for other folders.
class PositionGraph {
 public:
  PositionGraph(const Shaft& shaft, const FallingPair& start);

  // Marks the positions that lead to the target; false when the start is not among them.
  bool leads_to(const RouteTarget& target);
  bool is_useful(const FallingPair& pair) const { return useful_[index(pair)]; }
  bool reaches(Placement placement) const { return (reached_placements_ >> placement_bit(placement) & 1U) != 0; }

 private:
  static constexpr std::size_t kPositions = 6 * 16 * 4;
  static constexpr int kMostExits = 6;

  struct Position {
    std::uint16_t index;
    std::uint8_t exits;
    std::array<std::uint16_t, kMostExits> to;
  };

  static std::size_t index(const FallingPair& pair) {
    return (static_cast<std::size_t>(pair.x - 1) * 16 + static_cast<std::size_t>(pair.y)) * 4 +
           static_cast<std::size_t>(pair.r);
  }
  static FallingPair pair_at(std::size_t index);
  static int placement_bit(Placement placement) { return (placement.x - 1) * 4 + static_cast<int>(placement.r); }
  void visit(Position& from, FallingPair pair);

  std::bitset<kPositions> seen_;
  std::bitset<kPositions> useful_;
  std::uint32_t reached_placements_ = 0;
  std::size_t count_ = 0;
  std::array<Position, kPositions> positions_;
};

}  // namespace rensa::rules
