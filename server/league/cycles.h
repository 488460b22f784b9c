#pragma once

#include <cstddef>
#include <vector>

#include "server/league/results.h"

namespace rensa::league {

// Players each of whom does better than the next, and the last better than the first: strength is no single number
// among them.
struct Cycle {
  std::vector<std::size_t> players;  // the lowest number first
  bool is_certain = false;           // all intervals of 95 % agree
  friend bool operator==(const Cycle&, const Cycle&) = default;
};

// Through each player that is in any, one of the shortest; certain ones first, short ones before long ones.
std::vector<Cycle> cycles_of(const Results& results, std::size_t players);

}  // namespace rensa::league
