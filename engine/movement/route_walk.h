#pragma once

#include <optional>

#include "engine/movement/movement.h"
#include "engine/movement/route.h"
#include "engine/movement/route_bound.h"

namespace rensa::movement {

// The walk that answers most plans before any search. Not for other folders.

// Follows the first keys under which the bound stays what it is at the start. A lock at that cost is the quickest there
// can be; nullopt: the walk ended without one, which says nothing.
std::optional<Route> straight_route(const Shaft& shaft, const FallingPair& start, const RouteTarget& target,
                                    const RouteBound& bound);

// A DOWN that does not count, or an arrow into a wall: without it the pair is as far, and freer.
inline bool is_idle(const FallingPair& pair, const Shaft& shaft, Keys keys) {
  if (holds(keys, Keys::down)) return pair.fall_counter == 0;
  if (keys != Keys::left && keys != Keys::right) return false;
  const int dx = keys == Keys::right ? 1 : -1;
  return shaft.blocked(pair.x + dx, pair.y) || shaft.blocked(pair.child_x() + dx, pair.child_y());
}

}  // namespace rensa::movement
