#include "server/league/cycles.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <tuple>

#include "server/league/elo.h"

namespace rensa::league {

namespace {

// To whom each does better against.
using Edges = std::vector<std::vector<std::size_t>>;

Edges edges_of(const Results& results, std::size_t players, bool certain_ones) {
  Edges edges(players);
  for (const PairingResult& result : results.pairings) {
    const Interval score = score_from(sample_of(result));
    if (certain_ones ? score.low > 0.5 : score.value > 0.5) edges[result.first].push_back(result.second);
    if (certain_ones ? score.high < 0.5 : score.value < 0.5) edges[result.second].push_back(result.first);
  }
  for (std::vector<std::size_t>& to : edges) std::sort(to.begin(), to.end());
  return edges;
}

// From the player back to itself, breadth first.
std::optional<std::vector<std::size_t>> shortest_through(std::size_t player, const Edges& edges) {
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

void add_cycles(const Edges& edges, bool is_certain, std::vector<Cycle>& cycles) {
  for (std::size_t player = 0; player < edges.size(); ++player) {
    auto cycle = shortest_through(player, edges);
    if (!cycle) continue;
    std::rotate(cycle->begin(), std::min_element(cycle->begin(), cycle->end()), cycle->end());
    const bool is_known =
        std::any_of(cycles.begin(), cycles.end(), [&cycle](const Cycle& known) { return known.players == *cycle; });
    if (!is_known) cycles.push_back({.players = *std::move(cycle), .is_certain = is_certain});
  }
}

}  // namespace

std::vector<Cycle> cycles_of(const Results& results, std::size_t players) {
  std::vector<Cycle> cycles;
  for (const bool is_certain : {true, false}) add_cycles(edges_of(results, players, is_certain), is_certain, cycles);
  std::sort(cycles.begin(), cycles.end(), [](const Cycle& one, const Cycle& two) {
    const auto key = [](const Cycle& cycle) {
      return std::tuple(!cycle.is_certain, cycle.players.size(), cycle.players);
    };
    return key(one) < key(two);
  });
  return cycles;
}

}  // namespace rensa::league
