#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace rensa::league {

// Who in a row goes with whom, for the least sum of costs. The caller puts alike ones next to each other, for partners
// stand near each other; who they are and what a pair should cost is its affair (pairing.h).

struct PlacePair {
  std::size_t first = 0;  // places in the row; the first is the lower one
  std::size_t second = 0;
  friend bool operator==(const PlacePair&, const PlacePair&) = default;
};

// Each is asked for at most once. Costs may be negative.
struct MatchingCosts {
  std::function<double(std::size_t, std::size_t)> pair;  // the lower place first; infinite: never
  std::function<double(std::size_t)> alone;              // of who is left out; finite
};

// How far apart partners may stand: as far as a row of so many can be searched in bounded time and memory (8 MB). All
// of it up to 16 places, 15 places up to 256, 9 of 10,000; at least 1.
std::size_t window_for(std::size_t count);

// The least sum of all matchings whose partners stand within that window, by first place. Of equal sums the one in
// which, from the front of the row, each place takes the nearest partner before it, and none only if it must.
std::vector<PlacePair> matching(std::size_t count, const MatchingCosts& costs);
// Within this window; precondition: at most 15.
std::vector<PlacePair> matching_within(std::size_t window, std::size_t count, const MatchingCosts& costs);

}  // namespace rensa::league
