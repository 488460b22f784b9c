#include "server/tournament/formats/schedule.h"

#include <cassert>

namespace rensa::tournament {

// The circle method: the first player stays, the others rotate, and opposite players meet.
Schedule round_robin(std::size_t players, int times) {
  Schedule schedule;
  if (players < 2) return schedule;
  const std::size_t places = players + players % 2;  // an odd number gets one empty place
  for (int time = 0; time < times; ++time) {
    for (std::size_t round = 0; round + 1 < places; ++round) {
      const auto at = [&](std::size_t place) { return place == 0 ? 0 : 1 + (place - 1 + round) % (places - 1); };
      for (std::size_t place = 0; place < places / 2; ++place) {
        const ScheduledPair pair{.first = at(place), .second = at(places - 1 - place)};
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

std::vector<std::vector<std::size_t>> deal_into_groups(std::size_t players, std::size_t groups) {
  std::vector<std::vector<std::size_t>> deal_into_groups(groups);
  for (std::size_t player = 0; player < players; ++player) {
    const std::size_t at = player % groups;
    deal_into_groups[player / groups % 2 == 0 ? at : groups - 1 - at].push_back(player);
  }
  return deal_into_groups;
}

}  // namespace rensa::tournament
