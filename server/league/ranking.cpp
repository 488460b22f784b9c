#include "server/league/ranking.h"

#include <algorithm>
#include <tuple>

namespace rensa::league {

std::vector<std::size_t> ranking_by_points(const Tournament& tournament, const std::vector<std::size_t>& players,
                                           PairRange pairs, std::span<const int> given) {
  std::vector<std::int64_t> points(tournament.players());
  for (std::size_t player = 0; player < given.size(); ++player) points[player] = given[player];
  std::vector<std::int64_t> buchholz(tournament.players());
  const auto counts = [&](std::size_t pair) {
    return !tournament.is_benched(tournament.pairs()[pair].first) &&
           !tournament.is_benched(tournament.pairs()[pair].second);
  };
  for (std::size_t pair = pairs.begin; pair < pairs.end; ++pair) {
    if (!counts(pair)) continue;
    points[tournament.pairs()[pair].first] += tournament.half_points(pair)[0];
    points[tournament.pairs()[pair].second] += tournament.half_points(pair)[1];
  }
  for (std::size_t pair = pairs.begin; pair < pairs.end; ++pair) {
    if (!counts(pair)) continue;
    const auto& [first, second] = std::tie(tournament.pairs()[pair].first, tournament.pairs()[pair].second);
    buchholz[first] += points[second];
    buchholz[second] += points[first];
  }
  std::vector<std::size_t> places(players.size());
  for (std::size_t place = 0; place < places.size(); ++place) places[place] = place;
  std::sort(places.begin(), places.end(), [&](std::size_t one, std::size_t two) {
    const auto key = [&](std::size_t place) {
      return std::tuple(-points[players[place]], -buchholz[players[place]], place);
    };
    return key(one) < key(two);
  });
  std::vector<std::size_t> ranking;
  for (const std::size_t place : places) ranking.push_back(players[place]);
  return ranking;
}

}  // namespace rensa::league
