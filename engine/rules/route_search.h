#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "engine/rules/position_flood.h"
#include "engine/rules/route.h"
#include "engine/rules/route_bound.h"

namespace rensa::rules {

// The quickest route, or just any: that takes far less room.
enum class SearchAim : std::uint8_t { quickest, any };

enum class SearchOutcome : std::uint8_t { found, unreachable, out_of_room };

// The search behind route.h: best first over whole movement states, ordered by frames so far plus RouteBound, newest
// first among equals. It lives on the stack of its caller and holds kNodes states. Not for other folders.
template <std::size_t kNodes>
class RouteSearch {
 public:
  // `useful`, where there is one, keeps the search out of dead ends.
  RouteSearch(const Shaft& shaft, const RouteTarget& target, const PositionSet* useful, SearchAim aim)
      : shaft_(shaft), target_(target), useful_(useful), aim_(aim), bound_(shaft, target) {
    unsigned filled = 0;
    for (int x = 1; x <= kColumns; ++x) filled |= shaft.columns[static_cast<std::size_t>(x)] & 0x7FFFU;
    free_row_ = static_cast<int>(std::bit_width(filled)) - 1 + kFreeRows;
    buckets_.fill(kNone);
    slots_.fill(kNone);
  }

  SearchOutcome run(const FallingPair& start) {
    add(start, kNone, Keys::none, 0);
    for (; cost_ <= Route::kMaxFrames; ++cost_) {
      while (buckets_[static_cast<std::size_t>(cost_)] != kNone) {
        Link& bucket = buckets_[static_cast<std::size_t>(cost_)];
        const Link index = bucket;
        bucket = node_at(index).next;
        if (node_at(index).locked) return finish(index, 0);
        if (const int frames = frames_straight_down(index); frames > 0) return finish(index, frames);
        if (count_ + kMostSuccessors > kNodes) return SearchOutcome::out_of_room;
        expand(index);
      }
    }
    return SearchOutcome::unreachable;
  }

  const Route& route() const { return route_; }
  std::size_t states() const { return count_; }

 private:
  using Link = std::uint16_t;
  static constexpr Link kNone = 0xFFFF;
  static constexpr int kFreeRows = 5;
  static constexpr std::size_t kMostSuccessors = 12;
  static constexpr std::size_t kSlots = std::bit_ceil(2 * kNodes);
  static constexpr int kHashShift = 33 - std::bit_width(kSlots);
  static_assert(kNodes < kNone);

  struct Node {
    FallingPair pair;
    Keys keys;
    std::uint8_t frames;
    bool locked;
    Link parent;
    Link next;  // of the bucket
    Link next_of_group;
  };

  // Pairs are compared within a group that agrees in all but what dominates() looks at.
  std::uint32_t group_of(const FallingPair& pair) const {
    auto group = static_cast<std::uint32_t>(pair.x);
    group = group << 4 | static_cast<std::uint32_t>(pair.y);
    group = group << 2 | static_cast<std::uint32_t>(pair.r);
    group = group << 5 | pair.quick_turn_window;
    group = group << 5 | (pair.y >= free_row_ ? 0U : pair.fall_counter);
    group = group << 3 | (aim_ == SearchAim::any ? 0U : pair.touches);
    return group << 1 | (pair.touching ? 1U : 0U);
  }

  // Whatever `other` does from here, `node` can do no later: a key that is not locked need not be pressed yet, high
  // above everything it never hurts to fall earlier, and where time does not matter fewer touches only leave more.
  static bool dominates(const Node& node, int frames, const FallingPair& other) {
    return node.frames <= frames && node.pair.turn_lock <= other.turn_lock &&
           node.pair.arrow_lock <= other.arrow_lock && node.pair.fall_counter <= other.fall_counter &&
           node.pair.touches <= other.touches;
  }

  bool is_in_place(const FallingPair& pair) const {
    return pair.x == target_.placement().x && pair.r == target_.placement().r;
  }

  // Where the pair has just come above its place: the frames to lock it by holding DOWN, if nothing can be quicker.
  int frames_straight_down(Link index) const {
    const Node& node = node_at(index);
    if (!is_in_place(node.pair) || (node.parent != kNone && is_in_place(node_at(node.parent).pair))) return 0;
    FallingPair pair = node.pair;
    const int most = aim_ == SearchAim::any ? Route::kMaxFrames : cost_;
    for (int frames = 1; node.frames + frames <= most; ++frames) {
      if (!move_one_frame(pair, shaft_, Keys::down).locked) continue;
      const bool best = target_.accepts(pair) && node.frames + frames + target_.extra_fall_frames(pair.y) <= most;
      return best ? frames : 0;
    }
    return 0;
  }

  // Such a key only locks the arrows: without it the pair is as far, and freer.
  bool runs_into_wall(const FallingPair& pair, Keys arrow) const {
    if (arrow != Keys::left && arrow != Keys::right) return false;
    const int dx = arrow == Keys::right ? 1 : -1;
    return shaft_.blocked(pair.x + dx, pair.y) || shaft_.blocked(pair.child_x() + dx, pair.child_y());
  }

  // Of successors that look equally good the last one is followed first, so the order of keys is that of a tidy player:
  // turn and step as early as possible, and nothing that is not needed.
  void expand(Link index) {
    const FallingPair from = node_at(index).pair;
    const int frames = aim_ == SearchAim::any ? 0 : node_at(index).frames + 1;
    if (frames > Route::kMaxFrames) return;

    std::array<Keys, 4> arrows = {Keys::left, Keys::right, Keys::none, Keys::down};
    if (from.arrow_lock > 0) {
      arrows[3] = Keys::none;
    } else if (from.x != target_.placement().x) {
      const bool rightwards = from.x < target_.placement().x;
      arrows = {rightwards ? Keys::left : Keys::right, Keys::none, Keys::down, rightwards ? Keys::right : Keys::left};
    }
    std::array<Keys, 3> turns = {Keys::turn_a, Keys::turn_b, Keys::none};
    if (from.r != target_.placement().r) {
      const unsigned away = (static_cast<unsigned>(target_.placement().r) - static_cast<unsigned>(from.r)) & 3U;
      turns = {away == 3 ? Keys::turn_a : Keys::turn_b, Keys::none, away == 3 ? Keys::turn_b : Keys::turn_a};
    }
    if (from.turn_lock > 0) turns[2] = Keys::none;

    for (std::size_t turn = from.turn_lock > 0 ? 2 : 0; turn < turns.size(); ++turn) {
      for (std::size_t arrow = from.arrow_lock > 0 ? 3 : 0; arrow < arrows.size(); ++arrow) {
        if (arrows[arrow] == Keys::down && from.fall_counter == 0) continue;  // does not count, see movement.cpp
        if (turns[turn] == Keys::none && runs_into_wall(from, arrows[arrow])) continue;
        const Keys keys = turns[turn] | arrows[arrow];
        FallingPair pair = from;
        if (!move_one_frame(pair, shaft_, keys).locked) {
          add(pair, index, keys, frames);
        } else if (target_.accepts(pair)) {
          const int cost = frames + target_.extra_fall_frames(pair.y);
          if (cost < cheapest_lock_) {
            cheapest_lock_ = cost;
            push({pair, keys, static_cast<std::uint8_t>(frames), true, index, kNone, kNone}, cost);
          }
        }
      }
    }
  }

  void add(const FallingPair& pair, Link parent, Keys keys, int frames) {
    const int cost = frames + bound_.frames(pair);
    if (cost >= cheapest_lock_ || (useful_ != nullptr && !useful_->contains(pair))) return;
    const std::uint32_t group = group_of(pair);
    std::size_t slot = group * 0x9E37'79B1U >> kHashShift;
    while (slots_[slot] != kNone && group_of(node_at(slots_[slot]).pair) != group) slot = (slot + 1) & (kSlots - 1);
    for (Link at = slots_[slot]; at != kNone; at = node_at(at).next_of_group) {
      if (dominates(node_at(at), frames, pair)) return;
    }
    const Link head = slots_[slot];
    if (push({pair, keys, static_cast<std::uint8_t>(frames), false, parent, kNone, head}, cost)) {
      slots_[slot] = static_cast<Link>(count_ - 1);
    }
  }

  Node& node_at(std::size_t index) { return *std::launder(reinterpret_cast<Node*>(room_.data()) + index); }
  const Node& node_at(std::size_t index) const {
    return *std::launder(reinterpret_cast<const Node*>(room_.data()) + index);
  }

  bool push(Node node, int cost) {
    if (cost < cost_) {  // the bound may loosen on the way
      if (aim_ == SearchAim::any) cost_ = cost;
      cost = cost_;
    }
    if (cost > Route::kMaxFrames) return false;
    assert(count_ < kNodes);
    Link& bucket = buckets_[static_cast<std::size_t>(cost)];
    node.next = bucket;
    bucket = static_cast<Link>(count_);
    std::construct_at(reinterpret_cast<Node*>(room_.data()) + count_++, node);
    return true;
  }

  SearchOutcome finish(Link last, int frames_down) {
    std::array<Keys, Route::kMaxFrames> backwards;
    int frames = 0;
    for (Link at = last; node_at(at).parent != kNone; at = node_at(at).parent) {
      if (frames + frames_down == Route::kMaxFrames) return SearchOutcome::out_of_room;
      backwards[static_cast<std::size_t>(frames++)] = node_at(at).keys;
    }
    while (frames > 0) route_.push(backwards[static_cast<std::size_t>(--frames)]);
    for (int down = 0; down < frames_down; ++down) route_.push(Keys::down);
    return SearchOutcome::found;
  }

  const Shaft& shaft_;
  const RouteTarget& target_;
  const PositionSet* useful_;
  SearchAim aim_;
  RouteBound bound_;
  int free_row_;  // from here upwards nothing can touch the pair
  Route route_;
  int cost_ = 0;  // of the bucket that is worked off
  int cheapest_lock_ = 256;
  std::size_t count_ = 0;
  std::array<Link, Route::kMaxFrames + 1> buckets_;
  std::array<Link, kSlots> slots_;
  // Left as it is found: to set what no search may ever reach would cost more than most searches.
  alignas(Node) std::array<std::byte, kNodes * sizeof(Node)> room_;
};

}  // namespace rensa::rules
