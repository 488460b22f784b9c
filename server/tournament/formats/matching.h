#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace rensa::tournament {

// Finds the matching with the least total cost in a row of elements. Partners must stand near each other in the row, so
// the caller puts similar elements next to each other. The caller also defines the costs (pairing.h).

struct IndexPair {
  std::size_t first = 0;  // positions in the row; the first is the lower one
  std::size_t second = 0;
  friend bool operator==(const IndexPair&, const IndexPair&) = default;
};

// Each cost is asked for at most once. Costs may be negative.
struct MatchingCosts {
  std::function<double(std::size_t, std::size_t)> pair;  // the lower position first; infinite: never pair them
  std::function<double(std::size_t)> unpaired;           // of leaving a position unpaired; finite
};

// The largest distance of partners, chosen so that time and memory are bounded (8 MB). It is the whole row up to 16
// positions, 15 up to 256 positions, and 9 for 10,000; at least 1.
std::size_t window_for(std::size_t count);

// The cheapest matching within that distance, sorted by first position. Among equal sums it prefers, from the front of
// the row, the nearest partner before each position, and a partner over none.
std::vector<IndexPair> find_matching(std::size_t count, const MatchingCosts& costs);
// The same with a given distance. Precondition: window <= 15.
std::vector<IndexPair> find_matching_within(std::size_t window, std::size_t count, const MatchingCosts& costs);

}  // namespace rensa::tournament
