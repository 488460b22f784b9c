#include "engine/movement/route.h"

#include <cassert>

#include "engine/movement/route_search.h"

namespace rensa::movement {

namespace {

constexpr std::size_t kFewNodes = 4096;
constexpr std::size_t kMostNodes = 24'000;  // 1.5 times as many as the most crowded placements that were tried need

// Runs a search with room for kNodes. It is not inlined, so that the nodes take room on the stack only while it runs.
template <std::size_t kNodes>
[[gnu::noinline]] SearchOutcome search(const ObstacleMap& obstacles, const FallingPair& pair, const RouteTarget& target,
                                       const RouteBound& bound, const PositionSet* useful, std::optional<Route>& route,
                                       SearchAim aim = SearchAim::quickest) {
  RouteSearch<kNodes> search(obstacles, target, bound, useful, aim);
  const SearchOutcome outcome = search.run(pair);
  if (outcome == SearchOutcome::found) route = search.route();
  return outcome;
}

// Most requests are answered by this walk, before any search. It follows the first keys under which the bound stays the
// same as at the start. A lock at that cost is the quickest one possible. A walk that ends without a lock proves
// nothing.
class GreedyWalk {
 public:
  GreedyWalk(const ObstacleMap& obstacles, const FallingPair& start, const RouteTarget& target, const RouteBound& bound)
      : obstacles_(obstacles), target_(target), bound_(bound), pair_(start), left_(bound.frames(start)) {}

  std::optional<Route> run() {
    if (left_ > Route::kMaxFrames) return std::nullopt;
    bool was_in_place = false;
    do {
      const bool in_place = pair_.x == target_.placement().x && pair_.r == target_.placement().r;
      if (in_place && !was_in_place && hold_down()) return route_;
      was_in_place = in_place;
    } while (step());
    if (left_ == 0) return route_;
    return std::nullopt;
  }

 private:
  // Moves on by one frame. Returns false if the walk ends: the pair has locked in time, or no keys lead to a state
  // whose bound is one frame shorter.
  bool step() {
    for (const Keys keys : kKeyOrder.keys(KeyOrder::index(pair_, target_.placement()))) {
      if (are_useless(pair_, obstacles_, keys)) continue;
      FallingPair next = pair_;
      const bool locked = move_one_frame_inline(next, obstacles_, keys).locked;
      if (locked ? !is_in_time(next, 1) : bound_.frames(next) >= left_) continue;
      route_.push(keys);
      left_ = locked ? 0 : left_ - 1;
      pair_ = next;
      return !locked;
    }
    return false;
  }

  bool hold_down() {
    FallingPair pair = pair_;
    for (int frames = 1; frames <= left_; ++frames) {
      if (!move_one_frame_inline(pair, obstacles_, Keys::down).locked) continue;
      if (!is_in_time(pair, frames)) return false;
      for (; frames > 0; --frames) route_.push(Keys::down);
      return true;
    }
    return false;
  }

  bool is_in_time(const FallingPair& locked, int frames) const {
    return target_.accepts(locked) && frames + target_.extra_fall_frames(locked.y) == left_;
  }

  const ObstacleMap& obstacles_;
  const RouteTarget& target_;
  const RouteBound& bound_;
  FallingPair pair_;
  int left_;  // frames to the lock according to the bound
  Route route_;
};

}  // namespace

std::optional<Route> shortest_route(const ObstacleMap& obstacles, const FallingPair& pair, rules::Placement placement) {
  const RouteTarget target(obstacles, placement);
  const RouteBound bound(obstacles, target);
  std::optional<Route> route = GreedyWalk(obstacles, pair, target, bound).run();
  if (route) return route;
  if (search<kFewNodes>(obstacles, pair, target, bound, nullptr, route) != SearchOutcome::out_of_room) return route;
  PositionSet ends;
  ends.add(placement, accepted_rows(obstacles, placement));
  const PositionSet useful = PositionFloodFill(obstacles).leading_to(ends);
  if (!useful.contains(pair) || !is_reachable(obstacles, pair, placement)) return std::nullopt;
  if (search<kMostNodes>(obstacles, pair, target, bound, &useful, route) != SearchOutcome::out_of_room) return route;
  // A route exists, and any route is better than none, even if a quicker one may have been missed.
  [[maybe_unused]] const auto outcome =
      search<kMostNodes>(obstacles, pair, target, bound, &useful, route, SearchAim::any);
  assert(outcome == SearchOutcome::found);
  return route;
}

bool leads_to(const Route& route, const ObstacleMap& obstacles, FallingPair pair, rules::Placement placement) {
  for (int frame = 0; frame < route.frames(); ++frame) {
    if (!move_one_frame(pair, obstacles, route.at(frame)).locked) continue;
    return frame + 1 == route.frames() && pair.x == placement.x && pair.r == placement.r;
  }
  return false;
}

}  // namespace rensa::movement
