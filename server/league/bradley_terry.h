#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace rensa::league {

// Strengths from the results of all against all: a player's chance against another hangs on the difference of their
// strengths alone. What nobody's results connect cannot be compared, and is not.

// What two of them made of the games between them; a draw is half a win for both.
struct Pairing {
  std::size_t first = 0;
  std::size_t second = 0;
  double wins = 0;  // of the first
  double losses = 0;
};

// Players each of which can be reached from each by wins: only such have strengths that are known on one scale.
struct Component {
  std::vector<std::size_t> players;  // rising
  // In Elo, by place in `players`; they add up to 0.
  std::vector<double> elo;
  std::vector<double> covariance;  // of these, row by row; a row of the whole adds up to 0

  double variance_of_difference(std::size_t a, std::size_t b) const;  // by place
};

// The components, each after all that wins against it from outside come from. A player that has won or lost all its
// games is one alone: its strength has no bound.
std::vector<Component> bradley_terry(std::size_t players, std::span<const Pairing> pairings);

}  // namespace rensa::league
