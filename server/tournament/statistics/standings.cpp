#include "server/tournament/statistics/standings.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <tuple>
#include <utility>

#include "server/tournament/statistics/bradley_terry.h"

namespace rensa::tournament {

const PairingResult* GameResults::find(std::size_t one, std::size_t two) const {
  const auto wanted = std::minmax(one, two);
  const auto at = std::lower_bound(pairings.begin(), pairings.end(), wanted, [](const PairingResult& result, auto key) {
    return std::tie(result.first, result.second) < std::tie(key.first, key.second);
  });
  return at != pairings.end() && at->first == wanted.first && at->second == wanted.second ? &*at : nullptr;
}

Sample sample_of(const PairingResult& result) {
  PairCounts all = result.pairs;
  for (std::size_t points = 0; points < all.pairs.size(); ++points) all.pairs[points] += result.audited.pairs[points];
  return all.games() == result.games.games() ? Sample(all) : Sample(result.games);
}

GameCounts reversed(const GameCounts& counts) {
  return {.losses = counts.wins, .draws = counts.draws, .wins = counts.losses};
}

PairCounts reversed(const PairCounts& counts) {
  PairCounts reversed = counts;
  std::reverse(reversed.pairs.begin(), reversed.pairs.end());
  return reversed;
}

namespace {

void add(GameCounts& sum, const GameCounts& counts) {
  sum.losses += counts.losses;
  sum.draws += counts.draws;
  sum.wins += counts.wins;
}

std::vector<HeadToHead> pairings_of(const GameResults& results) {
  std::vector<HeadToHead> pairings;
  for (const PairingResult& result : results.pairings) {
    const double half = static_cast<double>(result.games.draws) / 2;
    pairings.push_back({.first = result.first,
                        .second = result.second,
                        .wins = static_cast<double>(result.games.wins) + half,
                        .losses = static_cast<double>(result.games.losses) + half});
  }
  return pairings;
}

void add_elo(std::vector<PlayerStanding>& standings, const GameResults& results) {
  const std::vector<ComparableGroup> components = fit_bradley_terry(standings.size(), pairings_of(results));
  for (std::size_t number = 0; number < components.size(); ++number) {
    const ComparableGroup& component = components[number];
    for (std::size_t place = 0; place < component.players.size(); ++place) {
      PlayerStanding& standing = standings[component.players[place]];
      standing.component = number;
      if (component.players.size() < 2) continue;
      const double elo = component.elo[place];
      const double error = kNormal95 * std::sqrt(component.covariance[place * component.players.size() + place]);
      standing.elo = Interval{.value = elo, .low = elo - error, .high = elo + error};
    }
  }
}

}  // namespace

std::vector<PlayerStanding> compute_standings(const GameResults& results, std::size_t players) {
  std::vector<PlayerStanding> standings(players);
  for (std::size_t player = 0; player < players; ++player) {
    standings[player].player = player;
    standings[player].lost_by = results.lost_by[player];
    if (player < results.decisions.size()) standings[player].decisions = results.decisions[player];
  }
  for (const PairingResult& result : results.pairings) {
    add(standings[result.first].games, result.games);
    add(standings[result.second].games, reversed(result.games));
  }
  if (players <= kMaxRatedPlayers) add_elo(standings, results);
  const auto key = [](const PlayerStanding& standing) {
    const bool has_games = standing.games.games() > 0;
    return std::tuple(!has_games, has_games ? standing.component : 0, standing.elo ? -standing.elo->value : 0,
                      -standing.points(), standing.player);
  };
  std::sort(standings.begin(), standings.end(),
            [&key](const PlayerStanding& one, const PlayerStanding& two) { return key(one) < key(two); });
  return standings;
}

namespace {

// For each player the opponents against which it scores more than half.
using BeatenPlayers = std::vector<std::vector<std::size_t>>;

BeatenPlayers beaten_players_of(const GameResults& results, std::size_t players, bool certain_ones) {
  BeatenPlayers edges(players);
  for (const PairingResult& result : results.pairings) {
    const Interval score = estimate_score(sample_of(result));
    if (certain_ones ? score.low > 0.5 : score.value > 0.5) edges[result.first].push_back(result.second);
    if (certain_ones ? score.high < 0.5 : score.value < 0.5) edges[result.second].push_back(result.first);
  }
  for (std::vector<std::size_t>& to : edges) std::sort(to.begin(), to.end());
  return edges;
}

// Finds a shortest cycle through the player by a breadth-first search from the player back to itself.
std::optional<std::vector<std::size_t>> shortest_cycle_through(std::size_t player, const BeatenPlayers& edges) {
  std::vector<std::optional<std::size_t>> from(edges.size());
  std::deque<std::size_t> waiting{player};
  while (!waiting.empty()) {
    const std::size_t at = waiting.front();
    waiting.pop_front();
    for (const std::size_t next : edges[at]) {
      if (next == player) {
        std::vector<std::size_t> cycle{at};
        while (cycle.back() != player) cycle.push_back(*from[cycle.back()]);
        std::reverse(cycle.begin(), cycle.end());
        return cycle;
      }
      if (from[next]) continue;
      from[next] = at;
      waiting.push_back(next);
    }
  }
  return std::nullopt;
}

void add_cycles(const BeatenPlayers& edges, bool is_certain, std::vector<Cycle>& cycles) {
  for (std::size_t player = 0; player < edges.size(); ++player) {
    auto cycle = shortest_cycle_through(player, edges);
    if (!cycle) continue;
    std::rotate(cycle->begin(), std::min_element(cycle->begin(), cycle->end()), cycle->end());
    const bool is_known =
        std::any_of(cycles.begin(), cycles.end(), [&cycle](const Cycle& known) { return known.players == *cycle; });
    if (!is_known) cycles.push_back({.players = *std::move(cycle), .is_certain = is_certain});
  }
}

}  // namespace

std::vector<Cycle> find_cycles(const GameResults& results, std::size_t players) {
  std::vector<Cycle> cycles;
  for (const bool is_certain : {true, false})
    add_cycles(beaten_players_of(results, players, is_certain), is_certain, cycles);
  std::sort(cycles.begin(), cycles.end(), [](const Cycle& one, const Cycle& two) {
    const auto key = [](const Cycle& cycle) {
      return std::tuple(!cycle.is_certain, cycle.players.size(), cycle.players);
    };
    return key(one) < key(two);
  });
  return cycles;
}

}  // namespace rensa::tournament
