#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/rules/movement.h"

namespace rensa::rules {

// The keys that bring a pair to a placement, one entry a frame; the last one is held until the pair locks.
class Route {
 public:
  static constexpr int kMaxFrames = 255;

  void push(Keys keys) { keys_[size_++] = keys; }
  int frames() const { return size_; }  // until the pair locks, that frame included
  Keys at(int frame) const { return keys_[static_cast<std::size_t>(frame)]; }
  std::span<const Keys> keys() const { return {keys_.data(), size_}; }

 private:
  std::array<Keys, kMaxFrames> keys_{};
  std::uint8_t size_ = 0;
};

// The fewest frames in which `pair` can lock as `placement` asks, wherever it is now, and the keys for it; of several
// the same one on every machine. nullopt: it cannot get there. Two placements of which one is the other upside down
// (up at x and down at x with axis and child exchanged) are different here.
std::optional<Route> shortest_route(const Shaft& shaft, const FallingPair& pair, Placement placement);

// Whether there is a route, for all placements at once: bit i is kPlacements[i].
std::uint32_t reachable_placements(const Shaft& shaft, const FallingPair& pair);

// The cheap rule that searches use for a pair at the spawn: it looks at column heights (rows filled among 1..13) only
// and agrees with shortest_route but for a few crowded fields.
bool seems_reachable(const Heights& heights, Placement placement);

}  // namespace rensa::rules
