#include "server/league/waiting.h"

namespace rensa::league {

std::vector<std::size_t> waiting_players(const Tournament& tournament, const std::vector<std::size_t>& players,
                                         const std::vector<int>& encounters, int most_encounters) {
  std::vector<std::size_t> waiting;
  std::size_t busy = 0;
  for (const std::size_t player : players) {
    const bool wants_more = encounters[player] < most_encounters && !tournament.is_benched(player);
    if (!wants_more) continue;
    if (tournament.undecided_pairs(player) == 0) {
      waiting.push_back(player);
    } else {
      ++busy;
    }
  }
  const bool is_worth_it = waiting.size() >= busy || tournament.pairs_decided() == tournament.pairs().size();
  return is_worth_it ? waiting : std::vector<std::size_t>();
}

}  // namespace rensa::league
