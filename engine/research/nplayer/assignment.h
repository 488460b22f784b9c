#pragma once

#include <array>
#include <cstddef>

namespace rensa::nplayer {

inline constexpr std::size_t kMostAssigned = 15;

// What it costs to give row i column j.
using CostMatrix = std::array<std::array<int, kMostAssigned>, kMostAssigned>;

// The least that it costs to give each of the first `size` rows one of the first `size` columns, no two the same:
// the Hungarian algorithm, in size^3 steps.
int least_cost(const CostMatrix& costs, std::size_t size);

}  // namespace rensa::nplayer
