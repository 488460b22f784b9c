#include "engine/rules/route.h"

#include <cassert>

#include "engine/rules/position_graph.h"
#include "engine/rules/route_search.h"

namespace rensa::rules {

namespace {

constexpr std::size_t kFewNodes = 256;
constexpr std::size_t kManyNodes = 4096;

template <std::size_t kNodes>
auto search(const Shaft& shaft, const FallingPair& pair, const RouteTarget& target, const PositionGraph* graph,
            std::optional<Route>& route) {
  RouteSearch<kNodes> search(shaft, target, graph, SearchAim::quickest);
  const SearchOutcome outcome = search.run(pair);
  if (outcome == SearchOutcome::found) route = search.route();
  return outcome;
}

}  // namespace

std::optional<Route> shortest_route(const Shaft& shaft, const FallingPair& pair, Placement placement) {
  const RouteTarget target(shaft, placement);
  std::optional<Route> route;
  if (search<kFewNodes>(shaft, pair, target, nullptr, route) != SearchOutcome::out_of_room) return route;
  PositionGraph graph(shaft, pair);
  if (!graph.leads_to(target)) return std::nullopt;
  if (search<kManyNodes>(shaft, pair, target, &graph, route) != SearchOutcome::out_of_room) return route;
  [[maybe_unused]] const SearchOutcome outcome = search<kMostRouteNodes>(shaft, pair, target, &graph, route);
  assert(outcome != SearchOutcome::out_of_room);
  return route;
}

bool leads_to(const Route& route, const Shaft& shaft, FallingPair pair, Placement placement) {
  for (int frame = 0; frame < route.frames(); ++frame) {
    if (!move_one_frame(pair, shaft, route.at(frame)).locked) continue;
    return frame + 1 == route.frames() && pair.x == placement.x && pair.r == placement.r;
  }
  return false;
}

}  // namespace rensa::rules
