#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include "engine/movement/movement_step.h"
#include "engine/movement/position_flood.h"
#include "engine/movement/route.h"
#include "engine/movement/route_bound.h"

namespace rensa::movement {

// The search behind route.h. Only files of this folder may include it.

// A falling pair in one word, for searches that keep thousands of pairs. The lowest bits are the counters that limit
// the pair, each below a spare bit, so that one subtraction compares them all. The other fields are above them.
class PackedPair {
 public:
  PackedPair() = default;
  explicit PackedPair(const FallingPair& pair)
      : bits_(unsigned{pair.turn_lock} | unsigned{pair.arrow_lock} << 3 | unsigned{pair.fall_counter} << 6 |
              unsigned{pair.touches} << 12 | (pair.touching ? kTouching : 0U) | unsigned{pair.quick_turn_window} << 17 |
              static_cast<unsigned>(pair.r) << 22 | static_cast<unsigned>(pair.y) << 24 |
              static_cast<unsigned>(pair.x) << 28) {}

  FallingPair pair() const {
    FallingPair pair;
    pair.x = static_cast<std::int8_t>(x());
    pair.y = static_cast<std::int8_t>(bits_ >> 24 & 15U);
    pair.r = r();
    pair.turn_lock = bits_ & 3U;
    pair.arrow_lock = bits_ >> 3 & 3U;
    pair.quick_turn_window = bits_ >> 17 & 31U;
    pair.fall_counter = bits_ >> 6 & 31U;
    pair.touches = bits_ >> 12 & 7U;
    pair.touching = (bits_ & kTouching) != 0;
    return pair;
  }

  int x() const { return static_cast<int>(bits_ >> 28); }
  rules::Rotation r() const { return static_cast<rules::Rotation>(bits_ >> 22 & 3U); }
  std::uint32_t bits() const { return bits_; }

  int fall_counter() const { return static_cast<int>(bits_ >> 6 & 31U); }

  // Returns true if none of the counters is larger than that of `other`.
  bool is_as_free_as(PackedPair other) const {
    return ((((other.bits_ & kCounters) | kSpare) - (bits_ & kCounters)) & kSpare) == kSpare;
  }
  // The same without the fall counter, for pairs that also touch the ground alike and have the same quick turn window.
  bool is_as_free_but_for_fall(PackedPair other) const {
    constexpr std::uint32_t kCompared = kLocks | kTouches;
    if (((bits_ ^ other.bits_) & (kTouching | kQuickTurnWindow)) != 0) return false;
    return ((((other.bits_ & kCompared) | kSpare) - (bits_ & kCompared)) & kSpare) == kSpare;
  }

  static constexpr std::uint32_t kLocks = 3U | 3U << 3;
  static constexpr std::uint32_t kFallCounter = 31U << 6;
  static constexpr std::uint32_t kTouches = 7U << 12;

 private:
  static constexpr std::uint32_t kTouching = 1U << 16;
  static constexpr std::uint32_t kQuickTurnWindow = 31U << 17;
  static constexpr std::uint32_t kCounters = kLocks | kFallCounter | kTouches;
  static constexpr std::uint32_t kSpare = 1U << 2 | 1U << 5 | 1U << 11 | 1U << 15;

  std::uint32_t bits_;
};

// The keys that are worth trying in a frame, in the order in which they are tried: first the keys that turn the pair
// and move it towards the placement as early as possible.
class KeyOrder {
 public:
  constexpr KeyOrder() {
    for (std::size_t turn = 0; turn < kTurns.size(); ++turn) {
      for (std::size_t arrow = 0; arrow < kArrows.size(); ++arrow) add_order(turn, arrow);
    }
  }

  // Returns the index of the order in which to try keys for this pair. keys() takes this index.
  static std::uint8_t index(const FallingPair& pair, rules::Placement placement) {
    const unsigned turns = (static_cast<unsigned>(placement.r) - static_cast<unsigned>(pair.r)) & 3U;
    const unsigned turn = pair.turn_lock > 0 ? kLocked : turns == 0 ? kReached : turns == 3 ? kTurnB : kTurnA;
    const int dx = placement.x - pair.x;
    const unsigned arrow = pair.arrow_lock > 0 ? kLocked : dx == 0 ? kReached : dx > 0 ? kRight : kLeft;
    return static_cast<std::uint8_t>(turn * kArrows.size() + arrow);
  }
  std::span<const Keys> keys(std::uint8_t index) const { return {keys_[index].data(), size_[index]}; }

 private:
  static constexpr unsigned kLocked = 0;
  static constexpr unsigned kReached = 1;
  static constexpr unsigned kTurnA = 2;
  static constexpr unsigned kTurnB = 3;
  static constexpr unsigned kRight = 2;
  static constexpr unsigned kLeft = 3;

  struct Choice {
    std::array<Keys, 4> keys{};
    std::size_t size = 0;
  };
  static constexpr std::array<Choice, 4> kTurns = {
      Choice{{Keys::none}, 1},
      Choice{{Keys::none, Keys::turn_b, Keys::turn_a}, 3},
      Choice{{Keys::turn_a, Keys::none, Keys::turn_b}, 3},
      Choice{{Keys::turn_b, Keys::none, Keys::turn_a}, 3},
  };
  static constexpr std::array<Choice, 4> kArrows = {
      Choice{{Keys::none}, 1},
      Choice{{Keys::down, Keys::none, Keys::right, Keys::left}, 4},
      Choice{{Keys::right, Keys::down, Keys::none, Keys::left}, 4},
      Choice{{Keys::left, Keys::down, Keys::none, Keys::right}, 4},
  };

  constexpr void add_order(std::size_t turn, std::size_t arrow) {
    const std::size_t index = turn * kArrows.size() + arrow;
    for (std::size_t i = 0; i < kTurns[turn].size; ++i) {
      for (std::size_t j = 0; j < kArrows[arrow].size; ++j) {
        keys_[index][size_[index]++] = kTurns[turn].keys[i] | kArrows[arrow].keys[j];
      }
    }
  }

  std::array<std::array<Keys, 12>, kTurns.size() * kArrows.size()> keys_{};
  std::array<std::uint8_t, kTurns.size() * kArrows.size()> size_{};
};

inline constexpr KeyOrder kKeyOrder;

// Returns true if the keys are a DOWN that has no effect or an arrow into a wall. Without them the pair gets as far,
// and its arrow keys are not locked.
inline bool are_useless(const FallingPair& pair, const ObstacleMap& obstacles, Keys keys) {
  if (holds(keys, Keys::down)) return pair.fall_counter == 0;
  if (keys != Keys::left && keys != Keys::right) return false;
  const int dx = keys == Keys::right ? 1 : -1;
  return obstacles.is_blocked(pair.x + dx, pair.y) || obstacles.is_blocked(pair.child_x() + dx, pair.child_y());
}

// The route that a search looks for: the quickest one, or any one, which takes far fewer nodes.
enum class SearchAim : std::uint8_t { quickest, any };

enum class SearchOutcome : std::uint8_t { found, unreachable, out_of_room };

// A best-first search over whole movement states, ordered by frames so far plus RouteBound, newest first among equals.
// Successors are made one at a time, so that a search with an exact bound walks straight to the end. The object lives
// on the stack of its caller and holds kNodes states.
template <std::size_t kNodes>
class RouteSearch {
 public:
  // `useful` is the set of positions from which the target may be reached. If it is null, all positions are tried.
  RouteSearch(const ObstacleMap& obstacles, const RouteTarget& target, const RouteBound& bound,
              const PositionSet* useful, SearchAim aim)
      : obstacles_(obstacles), target_(target), bound_(bound), useful_(useful), aim_(aim) {
    unsigned filled = 0;
    for (int x = 1; x <= rules::kColumns; ++x) filled |= obstacles.columns[static_cast<std::size_t>(x)] & 0x7FFFU;
    free_row_ = static_cast<int>(std::bit_width(filled)) - 1 + kFreeRows;
    buckets_.fill(kNone);
    slots_.fill(kNone);
  }

  SearchOutcome run(const FallingPair& start) {
    cost_ = bound_.frames(start);
    add(start, kNone, Keys::none, 0);
    for (; cost_ < lock_.cost; ++cost_) {
      if (aim_ == SearchAim::quickest && !has_lock()) find_first_lock();
      while (newest_of_bucket() != kNone && cost_ < lock_.cost) {
        if (count_ == kNodes) return SearchOutcome::out_of_room;
        const NodeIndex index = newest_of_bucket();
        if (!expand_next(index)) newest_of_bucket() = node_at(index).next_in_bucket;
        if (aim_ == SearchAim::any && has_lock()) return finish();
      }
    }
    return has_lock() ? finish() : SearchOutcome::unreachable;
  }

  const Route& route() const { return route_; }

 private:
  using NodeIndex = std::uint16_t;
  static constexpr NodeIndex kNone = 0xFFFF;
  static constexpr int kFreeRows = 5;
  static constexpr std::size_t kSlots = std::bit_ceil(kNodes / 2);
  static constexpr int kHashShift = 33 - std::bit_width(kSlots);
  static constexpr std::uint8_t kUnopened = 0xFF;
  static_assert(kNodes < kNone);

  struct Node {
    PackedPair pair;
    NodeIndex parent;
    NodeIndex next_in_bucket;
    NodeIndex next_in_slot;
    Keys keys;  // that led here
    std::uint8_t frames;
    std::uint8_t order;  // of the keys to try from here
    std::uint8_t tried;  // how many of these
  };

  // The quickest way found so far in which the pair locks: it is in the state of `node`, and `keys` are held for
  // `frames` frames.
  struct Lock {
    NodeIndex node = kNone;
    Keys keys = Keys::none;
    int frames = 0;
    int cost = Route::kMaxFrames + 1;
  };

  NodeIndex& newest_of_bucket() { return buckets_[static_cast<std::size_t>(cost_)]; }
  bool has_lock() const { return lock_.node != kNone; }

  bool has_column_and_rotation_of_target(PackedPair pair) const {
    return pair.x() == target_.placement().x && pair.r() == target_.placement().r;
  }

  // Follows the first keys of each order until the pair locks, whatever the frames. The lock that it finds limits the
  // cost of all further states.
  void find_first_lock() {
    const auto next =
        std::find_if(buckets_.begin() + cost_, buckets_.end(), [](NodeIndex first) { return first != kNone; });
    if (next == buckets_.end()) return;
    for (NodeIndex at = *next; count_ < kNodes && expand_next(at) && !has_lock();)
      at = static_cast<NodeIndex>(count_ - 1);
  }

  // Makes one more successor of the node, or finds a better lock. Returns false if nothing is left to try.
  bool expand_next(NodeIndex index) {
    Node& node = node_at(index);
    const FallingPair from = node.pair.pair();
    const int frames = aim_ == SearchAim::any ? 0 : node.frames + 1;
    if (frames > Route::kMaxFrames) return false;
    if (node.order == kUnopened) {
      node.order = KeyOrder::index(from, target_.placement());
      if (hold_down(index)) return true;
    }
    const std::span<const Keys> order = kKeyOrder.keys(node.order);
    while (node.tried < order.size()) {
      const Keys keys = order[node.tried++];
      if (are_useless(from, obstacles_, keys)) continue;
      FallingPair pair = from;
      if (move_one_frame_inline(pair, obstacles_, keys).locked ? keep_if_quickest({index, keys, 1, frames}, pair)
                                                               : add(pair, index, keys, frames)) {
        return true;
      }
    }
    return false;
  }

  // Tries to hold DOWN until the pair locks. As a rule, this is quickest for a pair that has just got the column and
  // rotation of the target.
  bool hold_down(NodeIndex index) {
    const Node& node = node_at(index);
    if (!has_column_and_rotation_of_target(node.pair) ||
        (node.parent != kNone && has_column_and_rotation_of_target(node_at(node.parent).pair)))
      return false;
    const int so_far = aim_ == SearchAim::any ? 0 : node.frames;
    FallingPair pair = node.pair.pair();
    for (int frames = 1; so_far + frames < lock_.cost; ++frames) {
      if (!move_one_frame_inline(pair, obstacles_, Keys::down).locked) continue;
      return keep_if_quickest({index, Keys::down, frames, so_far + frames}, pair);
    }
    return false;
  }

  // Keeps the lock and returns true if it is quicker than the best one so far.
  bool keep_if_quickest(Lock lock, const FallingPair& locked) {
    if (!target_.accepts(locked)) return false;
    lock.cost += target_.extra_fall_frames(locked.y);
    if (lock.cost >= lock_.cost) return false;
    lock_ = lock;
    return true;
  }

  // Returns the counters that may be smaller in one of two pairs that are otherwise equal, so that this pair can still
  // do everything that the other can, and no later. Unlocked keys need not be pressed at once. High above all cells, it
  // never hurts to fall earlier. Where time does not matter, a pair that has touched less may still touch more often.
  std::uint32_t counters_that_may_differ(const FallingPair& pair) const {
    return PackedPair::kLocks | (pair.y >= free_row_ ? PackedPair::kFallCounter : 0U) |
           (aim_ == SearchAim::any ? PackedPair::kTouches : 0U);
  }

  bool add(const FallingPair& pair, NodeIndex parent, Keys keys, int frames) {
    if (useful_ != nullptr && !useful_->contains(pair)) return false;
    const PackedPair packed(pair);
    const std::uint32_t compared = ~counters_that_may_differ(pair);
    const std::uint32_t group = packed.bits() & compared;
    NodeIndex& slot = slots_[group * 0x9E37'79B1U >> kHashShift];
    for (NodeIndex at = slot; at != kNone; at = node_at(at).next_in_slot) {
      const Node& node = node_at(at);
      if ((node.pair.bits() & compared) == group && node.frames <= frames && node.pair.is_as_free_as(packed))
        return false;
    }
    int cost = frames + bound_.frames(pair);
    if (cost >= lock_.cost) return false;
    if (cost < cost_) {  // the bound may loosen on the way
      if (aim_ == SearchAim::any) cost_ = cost;
      cost = cost_;
    }
    assert(count_ < kNodes);
    NodeIndex& bucket = buckets_[static_cast<std::size_t>(cost)];
    new (&node_at(count_)) Node{packed, parent, bucket, slot, keys, static_cast<std::uint8_t>(frames), kUnopened, 0};
    bucket = slot = static_cast<NodeIndex>(count_++);
    return true;
  }

  Node& node_at(std::size_t index) { return *std::launder(reinterpret_cast<Node*>(room_.data()) + index); }
  const Node& node_at(std::size_t index) const {
    return *std::launder(reinterpret_cast<const Node*>(room_.data()) + index);
  }

  SearchOutcome finish() {
    std::array<Keys, Route::kMaxFrames> backwards;
    int frames = 0;
    for (NodeIndex at = lock_.node; node_at(at).parent != kNone; at = node_at(at).parent) {
      if (frames + lock_.frames == Route::kMaxFrames) return SearchOutcome::out_of_room;
      backwards[static_cast<std::size_t>(frames++)] = node_at(at).keys;
    }
    while (frames > 0) route_.push(backwards[static_cast<std::size_t>(--frames)]);
    for (int held = 0; held < lock_.frames; ++held) route_.push(lock_.keys);
    return SearchOutcome::found;
  }

  const ObstacleMap& obstacles_;
  const RouteTarget& target_;
  const RouteBound& bound_;
  const PositionSet* useful_;
  SearchAim aim_;
  int free_row_;  // from here upwards nothing can touch the pair
  Route route_;
  Lock lock_;
  int cost_ = 0;  // of the present bucket
  std::size_t count_ = 0;
  std::array<NodeIndex, Route::kMaxFrames + 1> buckets_;
  std::array<NodeIndex, kSlots> slots_;
  // The memory for the nodes. It is not initialised, because clearing nodes that most searches never use would take
  // longer than the search.
  alignas(Node) std::array<std::byte, kNodes * sizeof(Node)> room_;
};

}  // namespace rensa::movement
