#pragma once

#include <cstddef>

namespace rensa::league {

// Two players who meet for some games, called legs; seats change from one to the next.
struct Pair {
  std::size_t first = 0;  // players by number
  std::size_t second = 0;
  int stage = 0;
  int place = 0;  // in its stage: which round, which match of a bracket; the format says
  int legs = 2;
  // One leg after the other, until the rest cannot change who has more points; then, if they are level, as many more,
  // until one of them is ahead.
  bool is_best_of = false;
  // Both games of two have one queue: between players that do the same every time the second is the first in a mirror,
  // and what is not shows that a seat is better or that somebody is not the same every time.
  bool is_audit = false;
  friend bool operator==(const Pair&, const Pair&) = default;
};

inline constexpr int kMostLegs = 1'000;

}  // namespace rensa::league
