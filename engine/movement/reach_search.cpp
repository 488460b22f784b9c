#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "engine/movement/position_flood.h"
#include "engine/movement/route.h"
#include "engine/movement/route_search.h"

namespace rensa::movement {

namespace {

// Returns true for an upright pair between walls, where a turn opens the window for a quick turn, which closes with
// time.
bool is_walled(const ObstacleMap& obstacles, const FallingPair& pair) {
  const bool upright = rules::child_dx(pair.r) == 0;
  return upright && obstacles.is_blocked(pair.x - 1, pair.y) && obstacles.is_blocked(pair.x + 1, pair.y);
}

// Returns true if `node` may do everything that `other` may, in the same position. By waiting it can become the same
// state, or a state that has its keys earlier or may still touch more often. A pair about to fall can step and
// fall in one frame, so that it never leaves the ground. Such states must be the result of waiting, so they are kept.
bool dominates(const FallingPair& node, const FallingPair& other, bool may_wait) {
  if (node.turn_lock > other.turn_lock || node.arrow_lock > other.arrow_lock) return false;
  if (node.quick_turn_window != other.quick_turn_window || node.touching != other.touching) return false;
  if (node.touches > other.touches) return false;
  if (node.fall_counter <= other.fall_counter) return node.fall_counter == other.fall_counter;
  return other.fall_counter > 1 && may_wait;
}

// Finds the placements that a pair can reach, by one exact search over whole movement states. Time does not matter
// here: of two states in the same position, a state that may do less than the other is dropped.
class ReachabilitySearch {
 public:
  explicit ReachabilitySearch(const ObstacleMap& obstacles);

  // The reachable ones of the placements `wanted`; bit i is kPlacements[i]. Returns nullopt if it is out of room.
  std::optional<std::uint32_t> find_reachable(const FallingPair& start, std::uint32_t wanted);

 private:
  using Link = std::uint16_t;
  static constexpr Link kNone = 0xFFFF;
  static constexpr std::size_t kNodes = 4096;  // twice the need of the most crowded field that was tried
  static constexpr std::size_t kMostSuccessors = 12;

  struct Node {
    PackedPair pair;
    Link next;  // in the same position
  };

  bool run(const FallingPair& start);  // returns false if it is out of room
  void add(FallingPair pair);
  void expand(const FallingPair& from);
  void wait(const FallingPair& from);
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
  PositionSet useful_;  // the positions that lead to a placement still missing
  std::uint32_t missing_ = 0;
  bool waits_for_keys_ = false;  // presses keys only while none is locked, and does no quick turns
  std::size_t count_ = 0;
  std::array<Link, 7 * 64> first_by_position_;
  std::array<Node, kNodes> nodes_;
};

ReachabilitySearch::ReachabilitySearch(const ObstacleMap& obstacles) : obstacles_(obstacles), flood_(obstacles) {}

void ReachabilitySearch::update_useful_positions() {
  PositionSet ends;
  for (std::size_t index = 0; index < rules::kPlacements.size(); ++index) {
    if ((missing_ >> index & 1U) == 0) continue;
    ends.add(rules::kPlacements[index], ends_.word(rules::kPlacements[index].r, rules::kPlacements[index].x));
  }
  useful_ = flood_.leading_to(ends);
}

std::optional<std::uint32_t> ReachabilitySearch::find_reachable(const FallingPair& start, std::uint32_t wanted) {
  const PositionSet reached = flood_.reached_from(start);
  missing_ = 0;
  ends_ = {};
  for (std::size_t index = 0; index < rules::kPlacements.size(); ++index) {
    const rules::Placement placement = rules::kPlacements[index];
    if ((wanted >> index & 1U) == 0 || reached.empty(placement)) continue;
    const unsigned rows = accepted_rows(obstacles_, placement);
    ends_.add(placement, rows);
    if ((reached.word(placement.r, placement.x) & rows) != 0) missing_ |= 1U << index;
  }
  const std::uint32_t possible = missing_;
  if (possible == 0) return 0;
  // Waiting for unlocked keys reaches almost every placement; the others take a full search.
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
    if (steps % 8 == 7 && missing_ != looked_for) {  // fewer positions are useful now
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
  const unsigned rows = ends_.word(pair.r, pair.x);
  if ((rows >> pair.y & 1U) != 0) missing_ &= ~(1U << rules::index_of({pair.x, pair.r}));
}

// Returns true if the pair may wait: everything that it may do now it may also do later.
bool ReachabilitySearch::may_wait(const FallingPair& pair) const {
  return waits_for_keys_ || (pair.quick_turn_window == 0 && !is_walled(obstacles_, pair));
}

void ReachabilitySearch::add(FallingPair pair) {
  while (waits_for_keys_ && (pair.turn_lock > 0 || pair.arrow_lock > 0)) {
    record_lock(pair);
    if (move_one_frame(pair, obstacles_, Keys::none).locked) return record_lock(pair);
  }
  if (!useful_.contains(pair) || (waits_for_keys_ && pair.quick_turn_window > 0)) return;
  const bool waits = may_wait(pair);
  Link& head = first_by_position_[position_index(pair)];
  for (Link at = head; at != kNone; at = nodes_[at].next) {
    if (dominates(nodes_[at].pair.pair(), pair, waits)) return;
  }
  record_lock(pair);
  nodes_[count_] = {PackedPair(pair), head};
  head = static_cast<Link>(count_);
  ++count_;
}

// If no key is locked and no window is open, nothing new can be done before the pair is about to fall or touches.
void ReachabilitySearch::wait(const FallingPair& from) {
  FallingPair pair = from;
  do {
    if (move_one_frame(pair, obstacles_, Keys::none).locked) return record_lock(pair);
  } while (pair.fall_counter > 1 && pair.y == from.y && pair.touching == from.touching && pair.turn_lock == 0 &&
           pair.arrow_lock == 0 && from.turn_lock == 0 && from.arrow_lock == 0 && may_wait(from));
  add(pair);
}

void ReachabilitySearch::expand(const FallingPair& from) {
  if (!useful_.contains(from)) return;
  wait(from);
  // DOWN only makes the same thing happen sooner than waiting does, unless it saves a pair from locking right now.
  static constexpr std::array<Keys, 4> kArrows = {Keys::none, Keys::down, Keys::right, Keys::left};
  static constexpr std::array<Keys, 3> kTurns = {Keys::none, Keys::turn_a, Keys::turn_b};
  const std::size_t turns = from.turn_lock > 0 ? 1 : kTurns.size();
  const std::size_t arrows = from.arrow_lock > 0 ? 1 : kArrows.size();
  for (std::size_t turn = 0; turn < turns; ++turn) {
    for (std::size_t arrow = 0; arrow < arrows; ++arrow) {
      if (turn == 0 && arrow == 0) continue;
      FallingPair pair = from;
      if (move_one_frame(pair, obstacles_, kTurns[turn] | kArrows[arrow]).locked) {
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

// The placements with no obstacle on the way. A new pair steps and turns in row 12 over columns of up to 10. Any other
// pair comes down by at most two rows while it does so.
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

// As a rule a few steps are enough. Like search_for, it is not inlined, so that only a call that needs the room takes
// it from the stack.
[[gnu::noinline]] SearchOutcome try_any_route(const ObstacleMap& obstacles, const FallingPair& pair,
                                              rules::Placement placement) {
  const RouteTarget target(obstacles, placement);
  const RouteBound bound(obstacles, target);
  return RouteSearch<256>(obstacles, target, bound, nullptr, SearchAim::any).run(pair);
}

[[gnu::noinline]] std::optional<std::uint32_t> search_for(const ObstacleMap& obstacles, const FallingPair& pair,
                                                          std::uint32_t wanted) {
  return ReachabilitySearch(obstacles).find_reachable(pair, wanted);
}

}  // namespace

bool is_reachable(const ObstacleMap& obstacles, const FallingPair& pair, rules::Placement placement) {
  const std::uint32_t wanted = 1U << rules::index_of(placement);
  if ((unobstructed_placements(obstacles, pair) & wanted) != 0) return true;
  const unsigned reached = PositionFloodFill(obstacles).reached_from(pair).word(placement.r, placement.x);
  if ((reached & accepted_rows(obstacles, placement)) == 0) return false;
  const SearchOutcome outcome = try_any_route(obstacles, pair, placement);
  if (outcome != SearchOutcome::out_of_room) return outcome == SearchOutcome::found;
  return search_for(obstacles, pair, wanted).value_or(wanted) != 0;  // out of room counts as reachable
}

std::uint32_t reachable_placements(const ObstacleMap& obstacles, const FallingPair& pair) {
  std::uint32_t reachable = unobstructed_placements(obstacles, pair);
  if (reachable == rules::kAllPlacements) return reachable;
  const std::uint32_t others = rules::kAllPlacements & ~reachable;
  if (const auto found = search_for(obstacles, pair, others)) return reachable | *found;
  for (std::size_t index = 0; index < rules::kPlacements.size(); ++index) {
    if ((others >> index & 1U) != 0 && shortest_route(obstacles, pair, rules::kPlacements[index]))
      reachable |= 1U << index;
  }
  return reachable;
}

}  // namespace rensa::movement
