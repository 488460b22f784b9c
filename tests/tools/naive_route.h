#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "engine/movement/movement.h"
#include "engine/rules/timing.h"

namespace rensa::tests {

// A naive version of route.h for tests: breadth first over whole movement states, with every key in every frame,
// without a bound or a table. It finds the frames of the quickest routes to all 22 placements, including the fall after
// the lock.
class NaiveRoutes {
 public:
  NaiveRoutes(const rules::Field& field, const movement::FallingPair& start) : obstacles_(field) {
    for (int x = 1; x <= rules::kColumns; ++x) heights_[static_cast<std::size_t>(x)] = height(x);
    cost_.fill(kNever);
    search_from(start);
  }

  // Returns the frames until the pair locks and until the fall after it has ended; nullopt if no route exists.
  std::optional<int> cost(std::size_t placement) const {
    return cost_[placement] == kNever ? std::nullopt : std::optional(cost_[placement]);
  }
  std::size_t states() const { return seen_.size(); }

  // Returns the frames of the fall after the pair has locked here; nullopt if it would not come to rest as a dropped
  // pair.
  std::optional<int> fall_frames(const movement::FallingPair& pair) const {
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
    while (obstacles_.is_blocked(x, rows + 1) && rows < rules::kHiddenRow) ++rows;
    return rows;
  }

  static std::uint64_t identity(const movement::FallingPair& pair) {
    std::uint64_t id = 0;
    for (const int part :
         {int{pair.x}, int{pair.y}, static_cast<int>(pair.r), int{pair.turn_lock}, int{pair.arrow_lock},
          int{pair.quick_turn_window}, int{pair.fall_counter}, int{pair.touches}, pair.touching ? 1 : 0}) {
      id = id << 6 | static_cast<std::uint64_t>(part);
    }
    return id;
  }

  void search_from(const movement::FallingPair& start) {
    std::vector<movement::FallingPair> now = {start};
    seen_.insert(identity(start));
    for (int frames = 1; !now.empty() && frames < greatest_cost(); ++frames) {
      std::vector<movement::FallingPair> next;
      for (const movement::FallingPair& from : now) {
        for (unsigned keys = 0; keys <= movement::kAllKeys; ++keys) {
          if ((keys & 3U) == 3U || (keys & 24U) == 24U) continue;  // of two opposite keys only one counts
          movement::FallingPair pair = from;
          if (movement::move_one_frame(pair, obstacles_, static_cast<movement::Keys>(keys)).locked) {
            note_frames(pair, frames);
          } else if (seen_.insert(identity(pair)).second) {
            next.push_back(pair);
          }
        }
      }
      now = std::move(next);
    }
  }

  int greatest_cost() const { return *std::max_element(cost_.begin(), cost_.end()); }

  void note_frames(const movement::FallingPair& pair, int frames) {
    const auto fall = fall_frames(pair);
    if (!fall) return;
    for (std::size_t index = 0; index < rules::kPlacements.size(); ++index) {
      if (rules::kPlacements[index] != rules::Placement{pair.x, pair.r}) continue;
      cost_[index] = std::min(cost_[index], frames + *fall);
    }
  }

  movement::ObstacleMap obstacles_;
  std::array<int, rules::kColumns + 2> heights_{};
  std::array<int, rules::kPlacementCount> cost_{};
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace rensa::tests
