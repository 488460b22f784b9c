#include "server/league/standings.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "server/league/bradley_terry.h"

namespace rensa::league {

namespace {

void add(GameCounts& sum, const GameCounts& counts) {
  sum.losses += counts.losses;
  sum.draws += counts.draws;
  sum.wins += counts.wins;
}

std::vector<Pairing> pairings_of(const Results& results) {
  std::vector<Pairing> pairings;
  for (const PairingResult& result : results.pairings) {
    const double half = static_cast<double>(result.games.draws) / 2;
    pairings.push_back({.first = result.first,
                        .second = result.second,
                        .wins = static_cast<double>(result.games.wins) + half,
                        .losses = static_cast<double>(result.games.losses) + half});
  }
  return pairings;
}

void rate(std::vector<Standing>& standings, const Results& results) {
  const std::vector<Component> components = bradley_terry(standings.size(), pairings_of(results));
  for (std::size_t number = 0; number < components.size(); ++number) {
    const Component& component = components[number];
    for (std::size_t place = 0; place < component.players.size(); ++place) {
      Standing& standing = standings[component.players[place]];
      standing.component = number;
      if (component.players.size() < 2) continue;
      const double elo = component.elo[place];
      const double error = kNormal95 * std::sqrt(component.covariance[place * component.players.size() + place]);
      standing.elo = Interval{.value = elo, .low = elo - error, .high = elo + error};
    }
  }
}

}  // namespace

std::vector<Standing> standings_of(const Results& results, std::size_t players) {
  std::vector<Standing> standings(players);
  for (std::size_t player = 0; player < players; ++player) {
    standings[player].player = player;
    standings[player].lost_by = results.lost_by[player];
  }
  for (const PairingResult& result : results.pairings) {
    add(standings[result.first].games, result.games);
    add(standings[result.second].games, reversed(result.games));
  }
  if (players <= kMostFitted) rate(standings, results);
  const auto key = [](const Standing& standing) {
    return std::tuple(standing.component, standing.elo ? -standing.elo->value : 0, -standing.points(), standing.player);
  };
  std::sort(standings.begin(), standings.end(),
            [&key](const Standing& one, const Standing& two) { return key(one) < key(two); });
  return standings;
}

}  // namespace rensa::league
