#pragma once

#include <array>

#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/rules/timing.h"

namespace rensa::rules {

// The implementations behind chain.h; which of them a machine can run is decided there. Not for other folders.

// They are alike but for the instructions that they need.

ChainResult simulate_portable(const Field& before, Field& after);
ChainResult place_and_simulate_portable(const Field& before, const Heights& heights, Pair pair, Placement placement,
                                        Field& after);
void expand_portable(const Field& before, const Heights& heights, Pair pair, std::uint32_t placements, Child* children);

#if defined(__x86_64__)
ChainResult simulate_avx2(const Field& before, Field& after);
ChainResult place_and_simulate_avx2(const Field& before, const Heights& heights, Pair pair, Placement placement,
                                    Field& after);
void expand_avx2(const Field& before, const Heights& heights, Pair pair, std::uint32_t placements, Child* children);
ChainResult simulate_avx512(const Field& before, Field& after);
ChainResult place_and_simulate_avx512(const Field& before, const Heights& heights, Pair pair, Placement placement,
                                      Field& after);
void expand_avx512(const Field& before, const Heights& heights, Pair pair, std::uint32_t placements, Child* children);
#endif

// The one cell (x, y) as a set, looked up instead of shifted into place.
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

// Where the cells of each of kPlacements come to rest: on an empty field, and from there so many cells further as the
// column is high.
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

// For each cell value the planes full where its bit is set.
inline constexpr std::array<Planes, 8> kPlaneMasks = [] {
  std::array<Planes, 8> masks{};
  for (unsigned code = 0; code < masks.size(); ++code) {
    for (unsigned i = 0; i < 3; ++i) masks[code].bits[i] = (code >> i & 1U) != 0 ? kFallingCells : Board{};
  }
  return masks;
}();

constexpr int estimated_link_frames(int fallen_rows) {
  return kVanishFrames + (fallen_rows > 0 ? 2 * fallen_rows + kGroundingFrames : 0);
}

}  // namespace rensa::rules
