#include "server/league/results.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace rensa::league {

namespace {

void count(GameCounts& counts, std::optional<Side> winner, Side side) {
  if (!winner) {
    ++counts.draws;
  } else if (*winner == side) {
    ++counts.wins;
  } else {
    ++counts.losses;
  }
}

// Of two games that both have been played.
std::optional<int> half_points_of_two(const Tournament& tournament, std::size_t pair, std::size_t leg) {
  if (leg + 1 >= tournament.legs(pair)) return std::nullopt;
  int points = 0;
  for (const std::size_t one : {leg, leg + 1}) {
    const auto ended = tournament.ended(pair, one);
    if (!ended) return std::nullopt;
    points += !ended->winner ? 1 : *ended->winner == 0 ? 2 : 0;
  }
  return points;
}

}  // namespace

const PairingResult* Results::find(std::size_t one, std::size_t two) const {
  const auto wanted = std::minmax(one, two);
  const auto at = std::lower_bound(pairings.begin(), pairings.end(), wanted, [](const PairingResult& result, auto key) {
    return std::tie(result.first, result.second) < std::tie(key.first, key.second);
  });
  return at != pairings.end() && at->first == wanted.first && at->second == wanted.second ? &*at : nullptr;
}

Results results_of(const Tournament& tournament, std::span<const PairRange> ranges) {
  Results results;
  results.lost_by.resize(tournament.players());
  std::map<std::pair<std::size_t, std::size_t>, PairingResult> pairings;
  for (const auto& [begin, end] : ranges) {
    for (std::size_t number = begin; number < end; ++number) {
      const Pair& pair = tournament.pairs()[number];
      const Side lower = pair.first < pair.second ? 0 : 1;
      PairingResult& result = pairings[std::minmax(pair.first, pair.second)];
      for (std::size_t leg = 0; leg < tournament.legs(number); ++leg) {
        if (const auto ended = tournament.ended(number, leg)) {
          count(result.games, ended->winner, lower);
          if (pair.is_audit) count(results.audited_games, ended->winner, 0);
          if (!ended->winner) continue;
          const std::size_t loser = *ended->winner == 0 ? pair.second : pair.first;
          ++results.lost_by[loser][static_cast<std::size_t>(ended->cause)];
        }
      }
      if (pair.is_best_of) continue;  // who is behind has one more chance: its games are no sample of two
      for (std::size_t leg = 0; leg < tournament.legs(number); leg += 2) {
        const auto points = half_points_of_two(tournament, number, leg);
        if (!points) continue;
        if (pair.is_audit) ++results.audited.pairs[static_cast<std::size_t>(*points)];
        PairCounts& counts = pair.is_audit ? result.audited : result.pairs;
        ++counts.pairs[static_cast<std::size_t>(lower == 0 ? *points : 4 - *points)];
      }
    }
  }
  for (auto& [players, result] : pairings) {
    if (result.games.games() == 0) continue;
    std::tie(result.first, result.second) = players;
    results.pairings.push_back(result);
  }
  return results;
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

}  // namespace rensa::league
