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

// The quickest way for `pair`, wherever it is now, to lock as `placement` asks, exact over the movement rules; of
// several the same one on every machine. nullopt: it cannot get there. Quickest is the fewest frames to the lock and
// through the slow fall of what then hangs in the air: a pair that locks on a ledge and drops ten rows has gained
// nothing. It must come to rest where drop_pair would put it, so a child may end in the trap row only where the column
// is full. Preconditions: the field is at rest; the pair is where the rules can bring one, with air around it.
// Takes no heap, but stack: 70 kilobytes, of which it touches few as a rule, and 420 where the field is crowded. Should
// even that not be enough, the answer is a route that need not be the quickest; no field tried so far came near it.
std::optional<Route> shortest_route(const Shaft& shaft, const FallingPair& pair, rules::Placement placement);

// Whether there is a route, for one placement: answered sooner than by the route itself.
bool is_reachable(const Shaft& shaft, const FallingPair& pair, rules::Placement placement);

// Whether the keys do bring `pair` there: it locks as asked in the last of the route's frames and not before.
bool leads_to(const Route& route, const Shaft& shaft, FallingPair pair, rules::Placement placement);

// Whether there is a route, for all placements at once: bit i is kPlacements[i].
std::uint32_t reachable_placements(const Shaft& shaft, const FallingPair& pair);

}  // namespace rensa::movement
