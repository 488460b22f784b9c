#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "engine/movement/position_flood.h"
#include "engine/movement/route.h"
#include "engine/movement/route_search.h"

namespace rensa::movement {

namespace {

// Returns true if an upright pair has walls or filled cells on both sides. There a turn only opens the time window in
// which a second turn makes a quick turn.
bool is_between_walls(const ObstacleMap& obstacles, const FallingPair& pair) {
  const bool upright = rules::child_dx(pair.r) == 0;
  return upright && obstacles.is_blocked(pair.x - 1, pair.y) && obstacles.is_blocked(pair.x + 1, pair.y);
}

// Returns true if `other` can be dropped because `node`, in the same position, can do everything that it can. If `node`
// waits, it becomes the same state, or one whose keys are free earlier or that may still touch the ground more often.
// Never drops a state that is about to fall for one with more time left. Such a state can step sideways and fall in the
// same frame, so that the pair stays on the ground and no new touch counts. Other states become such a state only by
// waiting, so the result of waiting has to be kept.
bool dominates(PackedPair node, PackedPair other, bool may_wait) {
  if (!node.is_as_free_but_for_fall(other)) return false;
  if (node.fall_counter() <= other.fall_counter()) return node.fall_counter() == other.fall_counter();
  return other.fall_counter() > 1 && may_wait;
}

// Finds the placements that a pair can reach, by one exact search over whole movement states. Time does not matter
// here: of two states in the same position, a state that may do less than the other is dropped.
class ReachabilitySearch {
 public:
  explicit ReachabilitySearch(const ObstacleMap& obstacles);

  // Returns those of the placements `wanted` that the pair can reach; bit i is kPlacements[i]. Returns nullopt if the
  // room for nodes is used up.
  std::optional<std::uint32_t> find_reachable(const FallingPair& start, std::uint32_t wanted);

 private:
  using NodeIndex = std::uint16_t;
  static constexpr NodeIndex kNone = 0xFFFF;
  static constexpr std::size_t kNodes = 4096;  // twice as many as the most crowded field that was tried needs
  static constexpr std::size_t kMostSuccessors = 12;

  struct Node {
    PackedPair pair;
    NodeIndex next;  // in the same position
  };

  bool run(const FallingPair& start);  // returns false if it is out of room
  void add(FallingPair pair);
  void expand(const FallingPair& from);
  void add_after_waiting(const FallingPair& from);
  bool may_wait(const FallingPair& pair) const;
  void record_lock(const FallingPair& pair);
  void update_useful_positions();

  static std::size_t position_index(const FallingPair& pair) {
    return (static_cast<std::size_t>(pair.x) * 4 + static_cast<std::size_t>(pair.r)) * 16 +
           static_cast<std::size_t>(pair.y);
  }

  const ObstacleMap& obstacles_;
  PositionFloodFill flood_;
  PositionSet ends_;
  PositionSet useful_;  // the positions from which a placement that is not reached yet may be reached
  std::uint32_t missing_ = 0;
  bool waits_for_keys_ = false;  // presses keys only while none is locked, and does no quick turns
  std::size_t count_ = 0;
  std::array<NodeIndex, 7 * 64> first_by_position_;
  std::array<Node, kNodes> nodes_;
};

ReachabilitySearch::ReachabilitySearch(const ObstacleMap& obstacles) : obstacles_(obstacles), flood_(obstacles) {}

void ReachabilitySearch::update_useful_positions() {
  PositionSet ends;
  for (std::size_t index = 0; index < rules::kPlacements.size(); ++index) {
    if ((missing_ >> index & 1U) == 0) continue;
    ends.add(rules::kPlacements[index], ends_.rows_of(rules::kPlacements[index].r, rules::kPlacements[index].x));
  }
  useful_ = flood_.leading_to(ends);
}

std::optional<std::uint32_t> ReachabilitySearch::find_reachable(const FallingPair& start, std::uint32_t wanted) {
  const PositionSet reached = flood_.reached_from(start);
  missing_ = 0;
  ends_ = {};
  for (std::size_t index = 0; index < rules::kPlacements.size(); ++index) {
    const rules::Placement placement = rules::kPlacements[index];
    if ((wanted >> index & 1U) == 0 || reached.has_no_row(placement)) continue;
    const unsigned rows = accepted_rows(obstacles_, placement);
    ends_.add(placement, rows);
    if ((reached.rows_of(placement.r, placement.x) & rows) != 0) missing_ |= 1U << index;
  }
  const std::uint32_t possible = missing_;
  if (possible == 0) return 0;
  // A search that presses keys only while none is locked reaches almost every placement. The full search finds the
  // rest.
  for (const bool waits_for_keys : {true, false}) {
    waits_for_keys_ = waits_for_keys;
    if (!run(start)) return std::nullopt;
  }
  return possible & ~missing_;
}

bool ReachabilitySearch::run(const FallingPair& start) {
  first_by_position_.fill(kNone);
  count_ = 0;
  update_useful_positions();
  add(start);
  std::uint32_t looked_for = missing_;
  std::size_t next = 0;
  for (int steps = 0; next < count_ && missing_ != 0; ++steps) {
    if (count_ + kMostSuccessors > kNodes) return false;
    if (steps % 32 == 31 && missing_ != looked_for) {  // fewer positions are useful now
      update_useful_positions();
      looked_for = missing_;
    }
    expand(nodes_[next++].pair.pair());
  }
  return true;
}

// Marks the placement as reached if the pair comes to rest there. A pair that is not locked yet also counts: left
// alone, it locks in this column and rotation.
void ReachabilitySearch::record_lock(const FallingPair& pair) {
  const unsigned rows = ends_.rows_of(pair.r, pair.x);
  if ((rows >> pair.y & 1U) != 0) missing_ &= ~(1U << rules::index_of({pair.x, pair.r}));
}

// Returns true if the pair loses nothing by waiting: it can do everything later that it can do now.
bool ReachabilitySearch::may_wait(const FallingPair& pair) const {
  return waits_for_keys_ || (pair.quick_turn_window == 0 && !is_between_walls(obstacles_, pair));
}

void ReachabilitySearch::add(FallingPair pair) {
  if (!useful_.contains(pair)) return;
  while (waits_for_keys_ && (pair.turn_lock > 0 || pair.arrow_lock > 0)) {
    record_lock(pair);
    if (move_one_frame_inline(pair, obstacles_, Keys::none).locked) return record_lock(pair);
  }
  if (!useful_.contains(pair) || (waits_for_keys_ && pair.quick_turn_window > 0)) return;
  const bool waits = may_wait(pair);
  const PackedPair packed(pair);
  NodeIndex& head = first_by_position_[position_index(pair)];
  for (NodeIndex at = head; at != kNone; at = nodes_[at].next) {
    if (dominates(nodes_[at].pair, packed, waits)) return;
  }
  record_lock(pair);
  nodes_[count_] = {packed, head};
  head = static_cast<NodeIndex>(count_);
  ++count_;
}

// Plays frames without keys and adds the state that follows. If no key is locked and no quick turn window is open, the
// next state of interest is that in which the pair is about to fall or touches the ground, so it skips the others.
void ReachabilitySearch::add_after_waiting(const FallingPair& from) {
  FallingPair pair = from;
  do {
    if (move_one_frame(pair, obstacles_, Keys::none).locked) return record_lock(pair);
  } while (pair.fall_counter > 1 && pair.y == from.y && pair.touching == from.touching && pair.turn_lock == 0 &&
           pair.arrow_lock == 0 && from.turn_lock == 0 && from.arrow_lock == 0 && may_wait(from));
  add(pair);
}

void ReachabilitySearch::expand(const FallingPair& from) {
  if (!useful_.contains(from)) return;
  add_after_waiting(from);
  // DOWN leads to the same states as waiting, only sooner, unless it keeps the pair from locking in this frame.
  static constexpr std::array<Keys, 4> kArrows = {Keys::none, Keys::down, Keys::right, Keys::left};
  static constexpr std::array<Keys, 3> kTurns = {Keys::none, Keys::turn_a, Keys::turn_b};
  const std::size_t turns = from.turn_lock > 0 ? 1 : kTurns.size();
  const std::size_t arrows = from.arrow_lock > 0 ? 1 : kArrows.size();
  for (std::size_t turn = 0; turn < turns; ++turn) {
    for (std::size_t arrow = 0; arrow < arrows; ++arrow) {
      if (turn == 0 && (arrow == 0 || are_useless(from, obstacles_, kArrows[arrow]))) continue;
      FallingPair pair = from;
      if (move_one_frame_inline(pair, obstacles_, kTurns[turn] | kArrows[arrow]).locked) {
        record_lock(pair);
      } else if (arrow != 1 || from.fall_counter <= 1 || from.quick_turn_window > 0 || pair.quick_turn_window > 0) {
        add(pair);
      }
    }
  }
}

// Returns true for a pair that has just come into play: before its first fall there is time for three steps and turns.
bool has_just_appeared(const FallingPair& pair) {
  return pair.x == rules::kSpawnColumn && pair.y == rules::kSpawnRow && pair.r == rules::Rotation::up &&
         pair.turn_lock == 0 && pair.arrow_lock == 0 && pair.fall_counter >= 14 && !pair.touching;
}

// Returns placements that are reachable because no obstacle is on the way. A new pair makes all its steps and turns in
// row 12, over columns with a height of up to 10. Any other pair comes down by at most two rows while it makes them.
std::uint32_t unobstructed_placements(const ObstacleMap& obstacles, const FallingPair& pair) {
  const int highest = has_just_appeared(pair) ? pair.y - 2 : pair.y - 5;
  if (pair.touching || obstacles.height(pair.x) > highest || obstacles.height(pair.child_x()) > highest) return 0;
  int left = pair.x;
  int right = pair.x;
  while (left > 1 && obstacles.height(left - 1) <= highest) --left;
  while (right < rules::kColumns && obstacles.height(right + 1) <= highest) ++right;
  if (!has_just_appeared(pair) && (left > 1 || right < rules::kColumns)) return 0;  // a wall of cells may turn it away
  std::uint32_t open = 0;
  for (std::size_t index = 0; index < rules::kPlacements.size(); ++index) {
    const int axis = rules::kPlacements[index].x;
    const int child = rules::kPlacements[index].child_x();
    if (std::min(axis, child) >= left && std::max(axis, child) <= right) open |= 1U << index;
  }
  return open;
}

// Looks for a route with a small search, which is enough as a rule. Like search_reachable, it is not inlined, so that
// its nodes take room on the stack only while it runs.
[[gnu::noinline]] SearchOutcome try_any_route(const ObstacleMap& obstacles, const FallingPair& pair,
                                              rules::Placement placement) {
  const RouteTarget target(obstacles, placement);
  const RouteBound bound(obstacles, target);
  return RouteSearch<256>(obstacles, target, bound, nullptr, SearchAim::any).run(pair);
}

[[gnu::noinline]] std::optional<std::uint32_t> search_reachable(const ObstacleMap& obstacles, const FallingPair& pair,
                                                                std::uint32_t wanted) {
  return ReachabilitySearch(obstacles).find_reachable(pair, wanted);
}

}  // namespace

bool is_reachable(const ObstacleMap& obstacles, const FallingPair& pair, rules::Placement placement) {
  const std::uint32_t wanted = 1U << rules::index_of(placement);
  if ((unobstructed_placements(obstacles, pair) & wanted) != 0) return true;
  const unsigned reached = PositionFloodFill(obstacles).reached_from(pair).rows_of(placement.r, placement.x);
  if ((reached & accepted_rows(obstacles, placement)) == 0) return false;
  const SearchOutcome outcome = try_any_route(obstacles, pair, placement);
  if (outcome != SearchOutcome::out_of_room) return outcome == SearchOutcome::found;
  return search_reachable(obstacles, pair, wanted).value_or(wanted) != 0;  // out of room counts as reachable
}

std::uint32_t reachable_placements(const ObstacleMap& obstacles, const FallingPair& pair) {
  std::uint32_t reachable = unobstructed_placements(obstacles, pair);
  if (reachable == rules::kAllPlacements) return reachable;
  const std::uint32_t others = rules::kAllPlacements & ~reachable;
  if (const auto found = search_reachable(obstacles, pair, others)) return reachable | *found;
  for (std::size_t index = 0; index < rules::kPlacements.size(); ++index) {
    if ((others >> index & 1U) != 0 && shortest_route(obstacles, pair, rules::kPlacements[index]))
      reachable |= 1U << index;
  }
  return reachable;
}

}  // namespace rensa::movement
