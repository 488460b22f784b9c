#include "server/league/standings.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "server/league/bradley_terry.h"

namespace rensa::league {

namespace {

template <typename Visit>
void for_each_game(const Tournament& tournament, Visit visit) {
  for (std::size_t pair = 0; pair < tournament.schedule().size(); ++pair) {
    for (std::size_t leg = 0; leg < Tournament::kLegs; ++leg) {
      if (const auto ended = tournament.ended(pair, leg)) visit(tournament.schedule()[pair], *ended);
    }
  }
}

void count(GameCounts& counts, bool is_drawn, bool is_won) {
  if (is_drawn) ++counts.draws;
  if (!is_drawn && is_won) ++counts.wins;
  if (!is_drawn && !is_won) ++counts.losses;
}

std::vector<Pairing> pairings_of(const std::vector<GameCounts>& table, std::size_t players) {
  std::vector<Pairing> pairings;
  for (std::size_t one = 0; one < players; ++one) {
    for (std::size_t two = one + 1; two < players; ++two) {
      const GameCounts& counts = table[one * players + two];
      if (counts.games() == 0) continue;
      const double half = static_cast<double>(counts.draws) / 2;
      pairings.push_back({.first = one,
                          .second = two,
                          .wins = static_cast<double>(counts.wins) + half,
                          .losses = static_cast<double>(counts.losses) + half});
    }
  }
  return pairings;
}

void rate(std::vector<Standing>& standings, const std::vector<GameCounts>& table) {
  const std::size_t players = standings.size();
  const std::vector<Component> components = bradley_terry(players, pairings_of(table, players));
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

std::vector<GameCounts> crosstable_of(const Tournament& tournament, std::size_t players) {
  std::vector<GameCounts> table(players * players);
  for_each_game(tournament, [&](const PlannedPair& pair, const GameEnded& ended) {
    count(table[pair.first * players + pair.second], !ended.winner, ended.winner == 0);
    count(table[pair.second * players + pair.first], !ended.winner, ended.winner == 1);
  });
  return table;
}

std::vector<Standing> standings_of(const Tournament& tournament, std::size_t players) {
  const std::vector<GameCounts> table = crosstable_of(tournament, players);
  std::vector<Standing> standings(players);
  for (std::size_t player = 0; player < players; ++player) {
    standings[player].player = player;
    for (std::size_t other = 0; other < players; ++other) {
      const GameCounts& counts = table[player * players + other];
      standings[player].games.losses += counts.losses;
      standings[player].games.draws += counts.draws;
      standings[player].games.wins += counts.wins;
    }
  }
  for_each_game(tournament, [&](const PlannedPair& pair, const GameEnded& ended) {
    if (!ended.winner) return;
    const std::size_t loser = *ended.winner == 0 ? pair.second : pair.first;
    ++standings[loser].lost_by[static_cast<std::size_t>(ended.cause)];
  });
  rate(standings, table);
  const auto key = [](const Standing& standing) {
    return std::tuple(standing.component, standing.elo ? -standing.elo->value : 0, -standing.points(), standing.player);
  };
  std::sort(standings.begin(), standings.end(),
            [&key](const Standing& one, const Standing& two) { return key(one) < key(two); });
  return standings;
}

}  // namespace rensa::league
