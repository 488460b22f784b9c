#include "engine/rules/route.h"

#include <cassert>

#include "engine/rules/position_graph.h"
#include "engine/rules/route_search.h"

namespace rensa::rules {

namespace {

constexpr std::size_t kFewNodes = 256;
constexpr std::size_t kManyNodes = 4096;

template <std::size_t kNodes>
auto search(const Shaft& shaft, const FallingPair& pair, const Landing& landing, const PositionGraph* graph,
            std::optional<Route>& route) {
  RouteSearch<kNodes> search(shaft, landing, graph, SearchAim::quickest);
  const SearchOutcome outcome = search.run(pair);
  if (outcome == SearchOutcome::found) route = search.route();
  return outcome;
}

}  // namespace

std::optional<Route> shortest_route(const Shaft& shaft, const FallingPair& pair, Placement placement) {
  const Landing landing(shaft, placement);
  std::optional<Route> route;
  if (search<kFewNodes>(shaft, pair, landing, nullptr, route) != SearchOutcome::out_of_room) return route;
  PositionGraph graph(shaft, pair);
  if (!graph.leads_to(landing)) return std::nullopt;
  if (search<kManyNodes>(shaft, pair, landing, &graph, route) != SearchOutcome::out_of_room) return route;
  [[maybe_unused]] const SearchOutcome outcome = search<kMostRouteNodes>(shaft, pair, landing, &graph, route);
  assert(outcome != SearchOutcome::out_of_room);
  return route;
}

}  // namespace rensa::rules
