#pragma once

#include <array>
#include <cstdint>

#include "engine/rules/cell.h"

namespace rensa::rules {

// The direction from the axis to the child.
enum class Rotation : std::uint8_t { up, right, down, left };

// The values are 0 1 0 -1 and 1 0 -1 0, without a branch, because searches need them at every node.
constexpr int child_dx(Rotation r) { return (static_cast<int>(r) & 1) * (2 - static_cast<int>(r)); }
constexpr int child_dy(Rotation r) { return (~static_cast<int>(r) & 1) * (1 - static_cast<int>(r)); }

struct Pair {
  Cell axis = Cell::empty;
  Cell child = Cell::empty;
  constexpr bool has_colours() const { return is_colour(axis) && is_colour(child); }
  friend bool operator==(const Pair&, const Pair&) = default;
};

// The most pairs of a queue that a ruleset may show to a player, the current pair included.
inline constexpr int kMaxVisiblePairs = 5;

// The column of the axis and the rotation in which a pair is placed.
struct Placement {
  std::int8_t x = 0;
  Rotation r = Rotation::up;

  constexpr int child_x() const { return x + child_dx(r); }
  constexpr bool is_on_field() const { return x >= 1 && x <= 6 && child_x() >= 1 && child_x() <= 6; }
  friend bool operator==(const Placement&, const Placement&) = default;
};

inline constexpr int kPlacementCount = 22;

// All placements, by rotation and then from the left. The order is part of the signatures, so it never changes.
inline constexpr std::array<Placement, kPlacementCount> kPlacements = [] {
  std::array<Placement, kPlacementCount> all{};
  std::size_t count = 0;
  for (int r = 0; r < 4; ++r) {
    for (int x = 1; x <= 6; ++x) {
      const Placement placement{static_cast<std::int8_t>(x), static_cast<Rotation>(r)};
      if (placement.is_on_field()) all[count++] = placement;
    }
  }
  return all;
}();

// Returns the index of the placement in kPlacements, or kPlacementCount if it is not one of them.
constexpr std::size_t index_of(Placement placement) {
  if (placement.r > Rotation::left || !placement.is_on_field()) return kPlacementCount;
  // By rotation: six upright, five to the right, six upside down, five to the left.
  constexpr std::array<int, 4> kFirst = {-1, 5, 10, 15};
  return static_cast<std::size_t>(kFirst[static_cast<std::size_t>(placement.r)] + placement.x);
}

// All of them as a set: bit i is kPlacements[i].
inline constexpr std::uint32_t kAllPlacements = (1U << kPlacementCount) - 1;

}  // namespace rensa::rules
