#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>

#include "engine/movement/key_order.h"
#include "engine/movement/movement_step.h"
#include "engine/movement/packed_pair.h"
#include "engine/movement/position_flood.h"
#include "engine/movement/route.h"
#include "engine/movement/route_bound.h"
#include "engine/movement/route_walk.h"

namespace rensa::movement {

// The quickest route, or just any: that takes far less room.
enum class SearchAim : std::uint8_t { quickest, any };

enum class SearchOutcome : std::uint8_t { found, unreachable, out_of_room };

// The search behind route.h: best first over whole movement states, ordered by frames so far plus RouteBound, newest
// first among equals. Successors are made one at a time, so that a search whose bound is right walks straight to the
// end. It lives on the stack of its caller and holds kNodes states. Not for other folders.
template <std::size_t kNodes>
class RouteSearch {
 public:
  // `useful`, where there is one, keeps the search out of dead ends.
  RouteSearch(const Shaft& shaft, const RouteTarget& target, const RouteBound& bound, const PositionSet* useful,
              SearchAim aim)
      : shaft_(shaft), target_(target), bound_(bound), useful_(useful), aim_(aim) {
    unsigned filled = 0;
    for (int x = 1; x <= rules::kColumns; ++x) filled |= shaft.columns[static_cast<std::size_t>(x)] & 0x7FFFU;
    free_row_ = static_cast<int>(std::bit_width(filled)) - 1 + kFreeRows;
    buckets_.fill(kNone);
    slots_.fill(kNone);
  }

  SearchOutcome run(const FallingPair& start) {
    cost_ = bound_.frames(start);
    add(start, kNone, Keys::none, 0);
    for (; cost_ < lock_.cost; ++cost_) {
      if (aim_ == SearchAim::quickest && !has_lock()) dive();
      while (top() != kNone && cost_ < lock_.cost) {
        if (count_ == kNodes) return SearchOutcome::out_of_room;
        const Link index = top();
        if (!follow(index)) top() = node_at(index).next_in_bucket;
        if (aim_ == SearchAim::any && has_lock()) return finish();
      }
    }
    return has_lock() ? finish() : SearchOutcome::unreachable;
  }

  const Route& route() const { return route_; }

 private:
  using Link = std::uint16_t;
  static constexpr Link kNone = 0xFFFF;
  static constexpr int kFreeRows = 5;
  static constexpr std::size_t kSlots = std::bit_ceil(kNodes / 2);
  static constexpr int kHashShift = 33 - std::bit_width(kSlots);
  static constexpr std::uint8_t kUnopened = 0xFF;
  static_assert(kNodes < kNone);

  struct Node {
    PackedPair pair;
    Link parent;
    Link next_in_bucket;
    Link next_in_slot;
    Keys keys;  // that led here
    std::uint8_t frames;
    std::uint8_t order;  // of the keys to try from here
    std::uint8_t tried;  // so many of them
  };

  // The quickest lock found so far: from a node, by keys held for so many frames.
  struct Lock {
    Link node = kNone;
    Keys keys = Keys::none;
    int frames = 0;
    int cost = Route::kMaxFrames + 1;
  };

  Link& top() { return buckets_[static_cast<std::size_t>(cost_)]; }
  bool has_lock() const { return lock_.node != kNone; }

  bool is_in_place(PackedPair pair) const {
    return pair.x() == target_.placement().x && pair.r() == target_.placement().r;
  }

  // The first that comes to mind, followed to its end whatever it costs: a lock beyond which no search has to look.
  void dive() {
    const auto next = std::find_if(buckets_.begin() + cost_, buckets_.end(), [](Link first) { return first != kNone; });
    if (next == buckets_.end()) return;
    for (Link at = *next; count_ < kNodes && follow(at) && !has_lock();) at = static_cast<Link>(count_ - 1);
  }

  // Makes one more successor of the node, or finds a better lock; false: nothing is left to try.
  bool follow(Link index) {
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
      if (is_idle(from, shaft_, keys)) continue;
      FallingPair pair = from;
      if (play_frame(pair, shaft_, keys).locked ? note({index, keys, 1, frames}, pair)
                                                : add(pair, index, keys, frames)) {
        return true;
      }
    }
    return false;
  }

  // Where the pair has just come above its place nothing is quicker, as a rule, than to hold DOWN.
  bool hold_down(Link index) {
    const Node& node = node_at(index);
    if (!is_in_place(node.pair) || (node.parent != kNone && is_in_place(node_at(node.parent).pair))) return false;
    const int so_far = aim_ == SearchAim::any ? 0 : node.frames;
    FallingPair pair = node.pair.pair();
    for (int frames = 1; so_far + frames < lock_.cost; ++frames) {
      if (!play_frame(pair, shaft_, Keys::down).locked) continue;
      return note({index, Keys::down, frames, so_far + frames}, pair);
    }
    return false;
  }

  // Whether it is better than what was found before.
  bool note(Lock lock, const FallingPair& locked) {
    if (!target_.accepts(locked)) return false;
    lock.cost += target_.extra_fall_frames(locked.y);
    if (lock.cost >= lock_.cost) return false;
    lock_ = lock;
    return true;
  }

  // The counters by which a pair can be freer than another that agrees with it in all else. Whatever the other does it
  // can do no later: a key that is not locked need not be pressed yet, high above everything it never hurts to fall
  // earlier, and where time does not matter fewer touches only leave more.
  std::uint32_t freedom_of(const FallingPair& pair) const {
    return PackedPair::kLocks | (pair.y >= free_row_ ? PackedPair::kFallCounter : 0U) |
           (aim_ == SearchAim::any ? PackedPair::kTouches : 0U);
  }

  bool add(const FallingPair& pair, Link parent, Keys keys, int frames) {
    if (useful_ != nullptr && !useful_->contains(pair)) return false;
    const PackedPair packed(pair);
    const std::uint32_t compared = ~freedom_of(pair);
    const std::uint32_t group = packed.bits() & compared;
    Link& slot = slots_[group * 0x9E37'79B1U >> kHashShift];
    for (Link at = slot; at != kNone; at = node_at(at).next_in_slot) {
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
    Link& bucket = buckets_[static_cast<std::size_t>(cost)];
    new (&node_at(count_)) Node{packed, parent, bucket, slot, keys, static_cast<std::uint8_t>(frames), kUnopened, 0};
    bucket = slot = static_cast<Link>(count_++);
    return true;
  }

  Node& node_at(std::size_t index) { return *std::launder(reinterpret_cast<Node*>(room_.data()) + index); }
  const Node& node_at(std::size_t index) const {
    return *std::launder(reinterpret_cast<const Node*>(room_.data()) + index);
  }

  SearchOutcome finish() {
    std::array<Keys, Route::kMaxFrames> backwards;
    int frames = 0;
    for (Link at = lock_.node; node_at(at).parent != kNone; at = node_at(at).parent) {
      if (frames + lock_.frames == Route::kMaxFrames) return SearchOutcome::out_of_room;
      backwards[static_cast<std::size_t>(frames++)] = node_at(at).keys;
    }
    while (frames > 0) route_.push(backwards[static_cast<std::size_t>(--frames)]);
    for (int held = 0; held < lock_.frames; ++held) route_.push(lock_.keys);
    return SearchOutcome::found;
  }

  const Shaft& shaft_;
  const RouteTarget& target_;
  const RouteBound& bound_;
  const PositionSet* useful_;
  SearchAim aim_;
  int free_row_;  // from here upwards nothing can touch the pair
  Route route_;
  Lock lock_;
  int cost_ = 0;  // of the bucket that is worked off
  std::size_t count_ = 0;
  std::array<Link, Route::kMaxFrames + 1> buckets_;
  std::array<Link, kSlots> slots_;
  // Left as it is found: to set what no search may ever reach would cost more than most searches.
  alignas(Node) std::array<std::byte, kNodes * sizeof(Node)> room_;
};

}  // namespace rensa::movement
