#include <algorithm>
#include <bit>

#include "engine/movement/reach_search.h"
#include "engine/movement/route.h"
#include "engine/movement/route_search.h"

namespace rensa::movement {

namespace {

int height_of(const Shaft& shaft, int x) { return std::countr_one(shaft.columns[static_cast<std::size_t>(x)]) - 1; }

// Just come into play: so long to the first fall that there is time for three steps and the turns beside them.
bool is_fresh(const FallingPair& pair) {
  return pair.x == rules::kSpawnColumn && pair.y == rules::kSpawnRow && pair.r == rules::Rotation::up &&
         pair.turn_lock == 0 && pair.arrow_lock == 0 && pair.fall_counter >= 14 && !pair.touching;
}

// The placements with nothing in their way: a fresh pair steps and turns in row 12 over columns of up to 10, and one
// that is anywhere comes down by two rows at most while it does so.
std::uint32_t open_placements(const Shaft& shaft, const FallingPair& pair) {
  const int highest = is_fresh(pair) ? pair.y - 2 : pair.y - 5;
  if (pair.touching || height_of(shaft, pair.x) > highest || height_of(shaft, pair.child_x()) > highest) return 0;
  int left = pair.x;
  int right = pair.x;
  while (left > 1 && height_of(shaft, left - 1) <= highest) --left;
  while (right < rules::kColumns && height_of(shaft, right + 1) <= highest) ++right;
  if (!is_fresh(pair) && (left > 1 || right < rules::kColumns)) return 0;  // a wall of cells may turn it away
  std::uint32_t open = 0;
  for (std::size_t index = 0; index < rules::kPlacements.size(); ++index) {
    const int axis = rules::kPlacements[index].x;
    const int child = rules::kPlacements[index].child_x();
    if (std::min(axis, child) >= left && std::max(axis, child) <= right) open |= 1U << index;
  }
  return open;
}

// A few steps tell as a rule. Not inlined, as the next one: only the call that needs the room shall take it.
[[gnu::noinline]] SearchOutcome try_any_route(const Shaft& shaft, const FallingPair& pair, rules::Placement placement) {
  const RouteTarget target(shaft, placement);
  const RouteBound bound(shaft, target);
  return RouteSearch<256>(shaft, target, bound, nullptr, SearchAim::any).run(pair);
}

[[gnu::noinline]] std::optional<std::uint32_t> search_for(const Shaft& shaft, const FallingPair& pair,
                                                          std::uint32_t wanted) {
  return ReachSearch(shaft).reachable(pair, wanted);
}

}  // namespace

bool is_reachable(const Shaft& shaft, const FallingPair& pair, rules::Placement placement) {
  const std::uint32_t wanted = 1U << index_of(placement);
  if ((open_placements(shaft, pair) & wanted) != 0) return true;
  const unsigned reached = PositionFlood(shaft).reached_from(pair).word(placement.r, placement.x);
  if ((reached & accepted_rows(shaft, placement)) == 0) return false;
  const SearchOutcome outcome = try_any_route(shaft, pair, placement);
  if (outcome != SearchOutcome::out_of_room) return outcome == SearchOutcome::found;
  return search_for(shaft, pair, wanted).value_or(wanted) != 0;  // when in doubt, yes
}

std::uint32_t reachable_placements(const Shaft& shaft, const FallingPair& pair) {
  std::uint32_t reachable = open_placements(shaft, pair);
  if (reachable == rules::kAllPlacements) return reachable;
  const std::uint32_t others = rules::kAllPlacements & ~reachable;
  if (const auto found = search_for(shaft, pair, others)) return reachable | *found;
  for (std::size_t index = 0; index < rules::kPlacements.size(); ++index) {
    if ((others >> index & 1U) != 0 && shortest_route(shaft, pair, rules::kPlacements[index])) reachable |= 1U << index;
  }
  return reachable;
}

}  // namespace rensa::movement
