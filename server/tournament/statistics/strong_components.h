#pragma once

#include <cstddef>
#include <vector>

namespace rensa::tournament {

// The strongly connected components of a directed graph: `edges[node]` lists the nodes that an edge leads to. A
// component comes after all components from which it can be reached. Its nodes are in rising order.
std::vector<std::vector<std::size_t>> strong_components(const std::vector<std::vector<std::size_t>>& edges);

}  // namespace rensa::tournament
