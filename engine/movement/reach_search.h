#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/movement/packed_pair.h"
#include "engine/movement/position_flood.h"

namespace rensa::movement {

// Its place in kPlacements.
std::size_t index_of(rules::Placement placement);

// Which of the placements asked for a pair can come to rest at: one search for all of them, over whole movement states,
// exact. Time does not matter to it, so of two states in one place only the one that has all the freedom of the other
// is followed. Not for other folders.
class ReachSearch {
 public:
  explicit ReachSearch(const Shaft& shaft);

  // The reachable ones of `wanted`, bit i being kPlacements[i]; nullopt: out of room.
  std::optional<std::uint32_t> reachable(const FallingPair& start, std::uint32_t wanted);

 private:
  using Link = std::uint16_t;
  static constexpr Link kNone = 0xFFFF;
  static constexpr std::size_t kNodes = 4096;  // twice what the most crowded field tried takes
  static constexpr std::size_t kMostSuccessors = 12;

  struct Node {
    PackedPair pair;
    Link next;  // in the same place
  };

  bool run(const FallingPair& start);  // false: out of room
  void add(FallingPair pair);
  void expand(const FallingPair& from);
  void wait(const FallingPair& from);
  bool may_wait(const FallingPair& pair) const;
  void note(const FallingPair& pair);
  void look_ahead();

  static std::size_t place(const FallingPair& pair) {
    return (static_cast<std::size_t>(pair.x) * 4 + static_cast<std::size_t>(pair.r)) * 16 +
           static_cast<std::size_t>(pair.y);
  }

  const Shaft& shaft_;
  PositionFlood flood_;
  PositionSet ends_;
  PositionSet useful_;  // leads to something that is still wanted
  std::uint32_t missing_ = 0;
  bool patient_ = false;  // presses a key only when none is locked, and does no quick turns
  std::size_t count_ = 0;
  std::array<Link, 7 * 64> places_;
  std::array<Node, kNodes> nodes_;
};

}  // namespace rensa::movement
