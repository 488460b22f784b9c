#pragma once

#include <array>
#include <cstdint>

#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/rules/instruction_set.h"
#include "engine/rules/link.h"
#include "engine/rules/timing.h"
#include "engine/rules/trigger.h"

namespace rensa::rules {

// The implementations behind chain.h and trigger.h, which choose one that the machine can run. They differ only in the
// instructions that they need. Only files of this folder may include this header.

#if defined(__x86_64__)
ChainKernel avx2_kernel();
ChainKernel avx512_kernel();
TriggerKernel avx2_triggers();
TriggerKernel avx512_triggers();

// Returns true if this machine can run these kernels.
inline bool has_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"); }
inline bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512bitalg");
}
#endif

// A table of sets with only the cell (x, y). Reading it is quicker than a shift.
struct CellSets {
  std::array<Board, 128> sets;
  constexpr const Board& at(int x, int y) const { return sets[static_cast<std::size_t>(16 * x + y)]; }
};
inline constexpr CellSets kCellSets = [] {
  CellSets cells{};
  for (int x = 0; x < 8; ++x) {
    for (int y = 0; y < 16; ++y) cells.sets[static_cast<std::size_t>(16 * x + y)] = Board::cell(x, y);
  }
  return cells;
}();

// The cells of each of kPlacements on an empty field, in kCellSets. On other fields the cells come to rest higher by
// the height of the column, so the height is added to the pointer.
struct PlacementCells {
  const Board* axis_on_floor;
  const Board* child_on_floor;
  std::size_t axis_x;
  std::size_t child_x;
};
inline constexpr std::array<PlacementCells, kPlacementCount> kPlacementCells = [] {
  std::array<PlacementCells, kPlacementCount> cells{};
  for (std::size_t i = 0; i < kPlacements.size(); ++i) {
    const Landing floor = landing({}, kPlacements[i]);
    const int x = kPlacements[i].x;
    const int child_x = kPlacements[i].child_x();
    cells[i] = {&kCellSets.at(x, floor.axis_y), &kCellSets.at(child_x, floor.child_y), static_cast<std::size_t>(x),
                static_cast<std::size_t>(child_x)};
  }
  return cells;
}();

// The masks of the planes by cell value: all bits for a plane whose bit is set in the value, else none.
inline constexpr std::array<Planes, 8> kPlaneMasks = [] {
  std::array<Planes, 8> masks{};
  for (unsigned code = 0; code < masks.size(); ++code) {
    for (unsigned i = 0; i < 3; ++i) masks[code].bits[i] = (code >> i & 1U) != 0 ? kFallingCells : Board{};
  }
  return masks;
}();

// A link of fewer than eight cells is one group of one colour, so its size gives its bonus. The table by size is zero
// from eight cells on.
struct SmallLink {
  std::int8_t erased = 0;
  std::int8_t bonus = 0;
};

inline constexpr int kSmallLink = 8;
inline constexpr std::size_t kMaxLinks = 20;  // 78 cells make at most 19 links
inline constexpr std::array<SmallLink, 80> kSmallLinks = [] {
  std::array<SmallLink, 80> links{};
  for (std::int8_t size = 0; size < kSmallLink; ++size) {
    links[static_cast<std::size_t>(size)] = {size, static_cast<std::int8_t>(group_bonus(size))};
  }
  return links;
}();

constexpr int estimated_link_frames(int fallen_rows) {
  return kVanishFrames + (fallen_rows > 0 ? 2 * fallen_rows + kGroundingFrames : 0);
}

}  // namespace rensa::rules
