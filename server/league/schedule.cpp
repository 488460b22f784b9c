#include "server/league/schedule.h"

#include <cassert>

namespace rensa::league {

// The circle: the first one stays, the others go round, and who stand opposite each other play.
Schedule round_robin(std::size_t players, int times) {
  Schedule schedule;
  if (players < 2) return schedule;
  const std::size_t places = players + players % 2;  // one of them is nobody where their number is odd
  for (int time = 0; time < times; ++time) {
    for (std::size_t round = 0; round + 1 < places; ++round) {
      const auto at = [&](std::size_t place) { return place == 0 ? 0 : 1 + (place - 1 + round) % (places - 1); };
      for (std::size_t place = 0; place < places / 2; ++place) {
        const PlannedPair pair{.first = at(place), .second = at(places - 1 - place)};
        if (pair.first < players && pair.second < players) schedule.push_back(pair);
      }
    }
  }
  return schedule;
}

Schedule gauntlet(std::size_t players, std::size_t challengers, int times) {
  assert(challengers <= players);
  Schedule schedule;
  for (int time = 0; time < times; ++time) {
    for (std::size_t other = challengers; other < players; ++other) {
      for (std::size_t challenger = 0; challenger < challengers; ++challenger) {
        schedule.push_back({.first = challenger, .second = other});
      }
    }
  }
  return schedule;
}

std::vector<std::vector<std::size_t>> dealt(std::size_t players, std::size_t groups) {
  std::vector<std::vector<std::size_t>> dealt(groups);
  for (std::size_t player = 0; player < players; ++player) {
    const std::size_t at = player % groups;
    dealt[player / groups % 2 == 0 ? at : groups - 1 - at].push_back(player);
  }
  return dealt;
}

}  // namespace rensa::league
