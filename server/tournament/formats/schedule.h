#pragma once

#include <cstddef>
#include <vector>

namespace rensa::tournament {

// Two players that play a pair of games.
struct ScheduledPair {
  std::size_t first = 0;  // indices of players
  std::size_t second = 0;
  friend bool operator==(const ScheduledPair&, const ScheduledPair&) = default;
};
// In the order in which the pairs are played.
using Schedule = std::vector<ScheduledPair>;

// Every player against every other, `times` times, in rounds. In a round each player plays once; one rests if their
// number is odd. So no player waits long, and an interrupted tournament has about as many games of each player.
Schedule round_robin(std::size_t players, int times);

// The first `challengers` players against each of the others, `times` times.
Schedule gauntlet(std::size_t players, std::size_t challengers, int times);

// Deals the players to the groups in serpentine order, so that the groups are about equally strong.
std::vector<std::vector<std::size_t>> deal_into_groups(std::size_t players, std::size_t groups);

}  // namespace rensa::tournament
