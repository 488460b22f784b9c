#include "engine/movement/route.h"

#include <cassert>

#include "engine/movement/route_search.h"
#include "engine/movement/route_walk.h"

namespace rensa::movement {

namespace {

constexpr std::size_t kFewNodes = 4096;
constexpr std::size_t kMostNodes = 24'000;  // half as much again as the most crowded placements tried take

// Not inlined: only the call that needs the room shall take it from the stack.
template <std::size_t kNodes>
[[gnu::noinline]] SearchOutcome search(const Shaft& shaft, const FallingPair& pair, const RouteTarget& target,
                                       const RouteBound& bound, const PositionSet* useful, std::optional<Route>& route,
                                       SearchAim aim = SearchAim::quickest) {
  RouteSearch<kNodes> search(shaft, target, bound, useful, aim);
  const SearchOutcome outcome = search.run(pair);
  if (outcome == SearchOutcome::found) route = search.route();
  return outcome;
}

}  // namespace

std::optional<Route> shortest_route(const Shaft& shaft, const FallingPair& pair, rules::Placement placement) {
  const RouteTarget target(shaft, placement);
  const RouteBound bound(shaft, target);
  std::optional<Route> route = straight_route(shaft, pair, target, bound);
  if (route) return route;
  if (search<kFewNodes>(shaft, pair, target, bound, nullptr, route) != SearchOutcome::out_of_room) return route;
  PositionSet ends;
  ends.add(placement, accepted_rows(shaft, placement));
  const PositionSet useful = PositionFlood(shaft).leading_to(ends);
  if (!useful.contains(pair) || !is_reachable(shaft, pair, placement)) return std::nullopt;
  if (search<kMostNodes>(shaft, pair, target, bound, &useful, route) != SearchOutcome::out_of_room) return route;
  // There is a way and it shall be gone, even if a quicker one may have been missed.
  [[maybe_unused]] const auto outcome = search<kMostNodes>(shaft, pair, target, bound, &useful, route, SearchAim::any);
  assert(outcome == SearchOutcome::found);
  return route;
}

bool leads_to(const Route& route, const Shaft& shaft, FallingPair pair, rules::Placement placement) {
  for (int frame = 0; frame < route.frames(); ++frame) {
    if (!move_one_frame(pair, shaft, route.at(frame)).locked) continue;
    return frame + 1 == route.frames() && pair.x == placement.x && pair.r == placement.r;
  }
  return false;
}

}  // namespace rensa::movement
