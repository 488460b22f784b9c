#pragma once

#include <cstddef>
#include <vector>

namespace rensa::league {

// Who plays whom, as pairs of games, in the order in which they are to be played.
struct PlannedPair {
  std::size_t first = 0;  // players by number
  std::size_t second = 0;
  friend bool operator==(const PlannedPair&, const PlannedPair&) = default;
};
using Schedule = std::vector<PlannedPair>;

// All against all, so many times: round by round, in each of which everybody plays once, or rests where their number
// is odd. Nobody waits long for its next game, and what is stopped in the middle has asked everybody about as much.
Schedule round_robin(std::size_t players, int times);

// The first so many against each of the others, so many times.
Schedule gauntlet(std::size_t players, std::size_t challengers, int times);

// Players by group: dealt out to and fro, so that each group gets as much strength.
std::vector<std::vector<std::size_t>> dealt(std::size_t players, std::size_t groups);

}  // namespace rensa::league
