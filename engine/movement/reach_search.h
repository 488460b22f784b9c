#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/movement/packed_pair.h"
#include "engine/movement/position_flood.h"

namespace rensa::movement {

// The index of the placement in kPlacements.
std::size_t index_of(rules::Placement placement);

// Finds the placements that a pair can reach, by one exact search over whole movement states. Time does not matter
// here: of two states in the same position, a state that may do less than the other is dropped. Not for other folders.
class ReachabilitySearch {
 public:
  explicit ReachabilitySearch(const ObstacleMap& obstacles);

  // The reachable ones of the placements `wanted`; bit i is kPlacements[i]. Returns nullopt if it is out of room.
  std::optional<std::uint32_t> find_reachable(const FallingPair& start, std::uint32_t wanted);

 private:
  using Link = std::uint16_t;
  static constexpr Link kNone = 0xFFFF;
  static constexpr std::size_t kNodes = 4096;  // twice the need of the most crowded field that was tried
  static constexpr std::size_t kMostSuccessors = 12;

  struct Node {
    PackedPair pair;
    Link next;  // in the same position
  };

  bool run(const FallingPair& start);  // returns false if it is out of room
  void add(FallingPair pair);
  void expand(const FallingPair& from);
  void wait(const FallingPair& from);
  bool may_wait(const FallingPair& pair) const;
  void record_lock(const FallingPair& pair);
  void update_useful_positions();

  static std::size_t position_index(const FallingPair& pair) {
    return (static_cast<std::size_t>(pair.x) * 4 + static_cast<std::size_t>(pair.r)) * 16 +
           static_cast<std::size_t>(pair.y);
  }

  const ObstacleMap& obstacles_;
  PositionFloodFill flood_;
  PositionSet ends_;
  PositionSet useful_;  // the positions that lead to a placement still missing
  std::uint32_t missing_ = 0;
  bool waits_for_keys_ = false;  // presses keys only while none is locked, and does no quick turns
  std::size_t count_ = 0;
  std::array<Link, 7 * 64> first_by_position_;
  std::array<Node, kNodes> nodes_;
};

}  // namespace rensa::movement
