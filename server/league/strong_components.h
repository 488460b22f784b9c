#pragma once

#include <cstddef>
#include <vector>

namespace rensa::league {

// The sets of nodes of a graph, given by what an edge leads to from each, in which each can be reached from each. A set
// comes after all from which it can be reached; the nodes of a set rise.
std::vector<std::vector<std::size_t>> strong_components(const std::vector<std::vector<std::size_t>>& edges);

}  // namespace rensa::league
