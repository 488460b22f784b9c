#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace rensa::tournament {

// The Bradley-Terry model: the chance of a player against another depends only on the difference of their strengths.
// The strengths are fitted to the results of all players. Players that no results connect cannot be compared.

// The results of the games between two players. A draw is half a win for both.
struct HeadToHead {
  std::size_t first = 0;
  std::size_t second = 0;
  double wins = 0;  // of the first
  double losses = 0;
};

// A group of players in which a chain of wins leads from each player to each other. Only the strengths of such players
// are on one scale.
struct ComparableGroup {
  std::vector<std::size_t> players;  // in rising order
  // Strengths in Elo, by index in `players`. Their sum is 0.
  std::vector<double> elo;
  std::vector<double> covariance;  // of these strengths, row by row; each row adds up to 0
};

// Fits the strengths within each group. A group comes after all groups that have won against it. A player with only
// wins or only losses is a group alone, because its strength has no bound.
std::vector<ComparableGroup> fit_bradley_terry(std::size_t players, std::span<const HeadToHead> pairings);

// Returns the strongly connected components of a directed graph: `edges[node]` lists the nodes that an edge leads to. A
// component comes after all components from which it can be reached. Its nodes are in rising order.
std::vector<std::vector<std::size_t>> strong_components(const std::vector<std::vector<std::size_t>>& edges);

}  // namespace rensa::tournament
