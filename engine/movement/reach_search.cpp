#include "engine/movement/reach_search.h"

namespace rensa::movement {

namespace {

// Upright between walls a turn opens the window for a quick turn, which closes with time.
bool is_walled(const Shaft& shaft, const FallingPair& pair) {
  const bool upright = rules::child_dx(pair.r) == 0;
  return upright && shaft.blocked(pair.x - 1, pair.y) && shaft.blocked(pair.x + 1, pair.y);
}

// Whether `node` may do all that `other` may, in the same place: by waiting it can become the very same state, or one
// whose keys unlock earlier or that may still touch more often. A pair about to fall can step and fall in one frame, so
// that it never leaves the ground; such states are what waiting must lead to, and are kept.
bool dominates(const FallingPair& node, const FallingPair& other, bool may_wait) {
  if (node.turn_lock > other.turn_lock || node.arrow_lock > other.arrow_lock) return false;
  if (node.quick_turn_window != other.quick_turn_window || node.touching != other.touching) return false;
  if (node.touches > other.touches) return false;
  if (node.fall_counter <= other.fall_counter) return node.fall_counter == other.fall_counter;
  return other.fall_counter > 1 && may_wait;
}

}  // namespace

std::size_t index_of(rules::Placement placement) {
  // kPlacements goes by rotation: six upright, five to the right, six upside down, five to the left.
  constexpr std::array<int, 4> kFirst = {-1, 5, 10, 15};
  return static_cast<std::size_t>(kFirst[static_cast<std::size_t>(placement.r)] + placement.x);
}

ReachSearch::ReachSearch(const Shaft& shaft) : shaft_(shaft), flood_(shaft) {}

void ReachSearch::look_ahead() {
  PositionSet ends;
  for (std::size_t index = 0; index < rules::kPlacements.size(); ++index) {
    if ((missing_ >> index & 1U) == 0) continue;
    ends.add(rules::kPlacements[index], ends_.word(rules::kPlacements[index].r, rules::kPlacements[index].x));
  }
  useful_ = flood_.leading_to(ends);
}

std::optional<std::uint32_t> ReachSearch::reachable(const FallingPair& start, std::uint32_t wanted) {
  const PositionSet reached = flood_.reached_from(start);
  missing_ = 0;
  ends_ = {};
  for (std::size_t index = 0; index < rules::kPlacements.size(); ++index) {
    const rules::Placement placement = rules::kPlacements[index];
    if ((wanted >> index & 1U) == 0 || reached.empty(placement)) continue;
    const unsigned rows = accepted_rows(shaft_, placement);
    ends_.add(placement, rows);
    if ((reached.word(placement.r, placement.x) & rows) != 0) missing_ |= 1U << index;
  }
  const std::uint32_t possible = missing_;
  if (possible == 0) return 0;
  // A patient player gets almost everywhere; what is left over takes a full search.
  for (const bool patient : {true, false}) {
    patient_ = patient;
    if (!run(start)) return std::nullopt;
  }
  return possible & ~missing_;
}

bool ReachSearch::run(const FallingPair& start) {
  places_.fill(kNone);
  count_ = 0;
  look_ahead();
  add(start);
  std::uint32_t looked_for = missing_;
  std::size_t next = 0;
  for (int steps = 0; next < count_ && missing_ != 0; ++steps) {
    if (count_ + kMostSuccessors > kNodes) return false;
    if (steps % 8 == 7 && missing_ != looked_for) {  // less is useful now
      look_ahead();
      looked_for = missing_;
    }
    expand(nodes_[next++].pair.pair());
  }
  return true;
}

// A pair that is not locked here can be left alone, and locks in this column and rotation where it comes to rest.
void ReachSearch::note(const FallingPair& pair) {
  const unsigned rows = ends_.word(pair.r, pair.x);
  if ((rows >> pair.y & 1U) != 0) missing_ &= ~(1U << index_of({pair.x, pair.r}));
}

// Whether time is no matter to the pair, so that whatever it may do now it may also do later.
bool ReachSearch::may_wait(const FallingPair& pair) const {
  return patient_ || (pair.quick_turn_window == 0 && !is_walled(shaft_, pair));
}

void ReachSearch::add(FallingPair pair) {
  while (patient_ && (pair.turn_lock > 0 || pair.arrow_lock > 0)) {
    note(pair);
    if (move_one_frame(pair, shaft_, Keys::none).locked) return note(pair);
  }
  if (!useful_.contains(pair) || (patient_ && pair.quick_turn_window > 0)) return;
  const bool waits = may_wait(pair);
  Link& head = places_[place(pair)];
  for (Link at = head; at != kNone; at = nodes_[at].next) {
    if (dominates(nodes_[at].pair.pair(), pair, waits)) return;
  }
  note(pair);
  nodes_[count_] = {PackedPair(pair), head};
  head = static_cast<Link>(count_);
  ++count_;
}

// With no key to wait for and no window open, nothing new can be done before the pair is about to fall or touches.
void ReachSearch::wait(const FallingPair& from) {
  FallingPair pair = from;
  do {
    if (move_one_frame(pair, shaft_, Keys::none).locked) return note(pair);
  } while (pair.fall_counter > 1 && pair.y == from.y && pair.touching == from.touching && pair.turn_lock == 0 &&
           pair.arrow_lock == 0 && from.turn_lock == 0 && from.arrow_lock == 0 && may_wait(from));
  add(pair);
}

void ReachSearch::expand(const FallingPair& from) {
  if (!useful_.contains(from)) return;
  wait(from);
  // DOWN only brings about sooner what waiting brings about as well, unless it saves a pair from locking right now.
  static constexpr std::array<Keys, 4> kArrows = {Keys::none, Keys::down, Keys::right, Keys::left};
  static constexpr std::array<Keys, 3> kTurns = {Keys::none, Keys::turn_a, Keys::turn_b};
  const std::size_t turns = from.turn_lock > 0 ? 1 : kTurns.size();
  const std::size_t arrows = from.arrow_lock > 0 ? 1 : kArrows.size();
  for (std::size_t turn = 0; turn < turns; ++turn) {
    for (std::size_t arrow = 0; arrow < arrows; ++arrow) {
      if (turn == 0 && arrow == 0) continue;
      FallingPair pair = from;
      if (move_one_frame(pair, shaft_, kTurns[turn] | kArrows[arrow]).locked) {
        note(pair);
      } else if (arrow != 1 || from.fall_counter <= 1 || from.quick_turn_window > 0 || pair.quick_turn_window > 0) {
        add(pair);
      }
    }
  }
}

}  // namespace rensa::movement
