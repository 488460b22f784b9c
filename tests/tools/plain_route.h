#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "engine/rules/movement.h"
#include "engine/rules/timing.h"

namespace rensa::tests {

// The twin of route.h: breadth first over whole movement states, frame by frame, with every key in every frame. No
// bound, no order, no table. It says how many frames the quickest route takes to all 22 placements, falling included.
class PlainRoutes {
 public:
  PlainRoutes(const rules::Field& field, const rules::FallingPair& start) : shaft_(field) {
    for (int x = 1; x <= rules::kColumns; ++x) heights_[static_cast<std::size_t>(x)] = height(x);
    cost_.fill(kNever);
    walk(start);
  }

  // Frames to the lock and through the fall after it.
  std::optional<int> cost(std::size_t placement) const {
    return cost_[placement] == kNever ? std::nullopt : std::optional(cost_[placement]);
  }
  std::size_t states() const { return seen_.size(); }

  // What falls after a lock there; nullopt: it does not come to rest as a dropped pair would.
  std::optional<int> fall_frames(const rules::FallingPair& pair) const {
    const int axis_rest = heights_[at(pair.x)] + (pair.r == rules::Rotation::down ? 2 : 1);
    const int child_rest = heights_[at(pair.child_x())] + (pair.r == rules::Rotation::up ? 2 : 1);
    const bool trapped = pair.child_y() == rules::kTrapRow;
    if (trapped && child_rest < rules::kTrapRow) return std::nullopt;
    const int child_rows = trapped ? 0 : pair.child_y() - child_rest;
    const int rows = std::max(pair.y - axis_rest, child_rows);
    return rules::slow_fall_frames(rows);
  }

 private:
  static constexpr int kNever = 1 << 20;
  static std::size_t at(int x) { return static_cast<std::size_t>(x); }

  int height(int x) const {
    int rows = 0;
    while (shaft_.blocked(x, rows + 1) && rows < rules::kHiddenRow) ++rows;
    return rows;
  }

  static std::uint64_t identity(const rules::FallingPair& pair) {
    std::uint64_t id = 0;
    for (const int part :
         {int{pair.x}, int{pair.y}, static_cast<int>(pair.r), int{pair.turn_lock}, int{pair.arrow_lock},
          int{pair.quick_turn_window}, int{pair.fall_counter}, int{pair.touches}, pair.touching ? 1 : 0}) {
      id = id << 6 | static_cast<std::uint64_t>(part);
    }
    return id;
  }

  void walk(const rules::FallingPair& start) {
    std::vector<rules::FallingPair> now = {start};
    seen_.insert(identity(start));
    for (int frames = 1; !now.empty() && frames < worst(); ++frames) {
      std::vector<rules::FallingPair> next;
      for (const rules::FallingPair& from : now) {
        for (unsigned keys = 0; keys <= rules::kAllKeys; ++keys) {
          if ((keys & 3U) == 3U || (keys & 24U) == 24U) continue;  // one of two wins: nothing new
          rules::FallingPair pair = from;
          if (rules::move_one_frame(pair, shaft_, static_cast<rules::Keys>(keys)).locked) {
            note(pair, frames);
          } else if (seen_.insert(identity(pair)).second) {
            next.push_back(pair);
          }
        }
      }
      now = std::move(next);
    }
  }

  int worst() const { return *std::max_element(cost_.begin(), cost_.end()); }

  void note(const rules::FallingPair& pair, int frames) {
    const auto fall = fall_frames(pair);
    if (!fall) return;
    for (std::size_t index = 0; index < rules::kPlacements.size(); ++index) {
      if (rules::kPlacements[index] != rules::Placement{pair.x, pair.r}) continue;
      cost_[index] = std::min(cost_[index], frames + *fall);
    }
  }

  rules::Shaft shaft_;
  std::array<int, rules::kColumns + 2> heights_{};
  std::array<int, rules::kPlacementCount> cost_{};
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace rensa::tests
