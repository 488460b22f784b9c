#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace rensa::nplayer {

// The values of a position, one for each player. A player prefers a larger value.
template <std::size_t N>
using Values = std::array<std::int32_t, N>;

// Compares two positions as compare_for() does. Precondition: the player's own value is the same in both.
template <std::size_t N>
constexpr std::strong_ordering compare_others(std::size_t player, const Values<N>& a, const Values<N>& b) {
  std::array<std::int32_t, N - 1> others_a{};
  std::array<std::int32_t, N - 1> others_b{};
  for (std::size_t i = 0; i + 1 < N; ++i) {
    const std::size_t other = (player + 1 + i) % N;
    others_a[i] = a[other];
    others_b[i] = b[other];
  }
  if (others_a == others_b) return std::strong_ordering::equal;
  auto sorted_a = others_a;
  auto sorted_b = others_b;
  std::sort(sorted_a.begin(), sorted_a.end(), std::greater<>());
  std::sort(sorted_b.begin(), sorted_b.end(), std::greater<>());
  if (sorted_a != sorted_b) return sorted_b <=> sorted_a;
  return others_b <=> others_a;
}

// Returns `greater` if the player prefers the first position, `equal` only for equal values. The player's own value
// counts first. Only one player can win, so next counts that the largest value of the others is low, then the second
// largest. Last counts that the value of the next player is low, then of the one after it.
template <std::size_t N>
constexpr std::strong_ordering compare_for(std::size_t player, const Values<N>& a, const Values<N>& b) {
  if (a[player] != b[player]) return a[player] <=> b[player];
  return compare_others(player, a, b);
}

// A game with complete information and N players, as searches need it. A game may have caches, so it is not const, but
// equal calls return equal results.
template <typename G>
concept Game = requires(G& game, const typename G::Position& position, const typename G::Move& move,
                        std::vector<typename G::Move>& moves) {
  { G::kPlayers } -> std::convertible_to<std::size_t>;
  { game.player(position) } -> std::same_as<std::size_t>;  // the player to move, from 0 on
  { game.is_over(position) } -> std::same_as<bool>;
  game.list_moves(position, moves);  // replaces the list; at least one move unless the game is over
  { game.after(position, move) } -> std::same_as<typename G::Position>;
  { game.values(position) } -> std::same_as<Values<G::kPlayers>>;  // an estimate; exact once the game is over
};

// The result of a search.
template <Game G>
struct Decision {
  typename G::Move move{};
  Values<G::kPlayers> values{};
  std::int64_t expanded = 0;  // positions whose moves were listed
  int depth = 0;              // moves to the farthest position that was evaluated
  int variation = 0;          // moves of the principal variation
};

}  // namespace rensa::nplayer
