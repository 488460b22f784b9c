#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/movement/movement.h"

namespace rensa::movement {

// The keys that bring a pair to a placement, one entry a frame; the last one is held until the pair locks.
class Route {
 public:
  static constexpr int kMaxFrames = 255;

  void push(Keys keys) { keys_[size_++] = keys; }
  int frames() const { return size_; }  // until the pair locks, that frame included
  Keys at(int frame) const { return keys_[static_cast<std::size_t>(frame)]; }
  std::span<const Keys> keys() const { return {keys_.data(), size_}; }
  friend bool operator==(const Route&, const Route&) = default;

 private:
  std::array<Keys, kMaxFrames> keys_{};
  std::uint8_t size_ = 0;
};

// Returns the quickest route by which `pair` locks so that it ends in `placement`, exact by the movement rules. Of
// several quickest routes it returns the same one on every machine. Returns nullopt if the pair cannot get there.
// The time counts the frames to the lock and through the slow fall after it, because a pair that locks on a ledge and
// then drops ten rows has gained nothing. The pair must come to rest where drop_pair would put it, so a child may end
// in the trap row only where the column is full. Preconditions: the field is at rest, and the pair is in a position
// that the rules allow. It takes no heap memory, but stack: 70 kilobytes, and 420 where the field is crowded. If even
// that is too little, the route may not be the quickest; no field tried so far came near this limit.
std::optional<Route> shortest_route(const ObstacleMap& obstacles, const FallingPair& pair, rules::Placement placement);

// Returns true if a route to the placement exists. Quicker than finding the route.
bool is_reachable(const ObstacleMap& obstacles, const FallingPair& pair, rules::Placement placement);

// Returns true if the route makes the pair lock in the placement's column and rotation in its last frame, not before.
bool leads_to(const Route& route, const ObstacleMap& obstacles, FallingPair pair, rules::Placement placement);

// Returns the placements to which a route exists, as a set: bit i is kPlacements[i].
std::uint32_t reachable_placements(const ObstacleMap& obstacles, const FallingPair& pair);

}  // namespace rensa::movement
