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

// What a position is worth, a number a player; the more, the better.
template <std::size_t N>
using Values = std::array<std::int32_t, N>;

// compare_for() where the player's own values are the same.
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

// Which of two the player likes better, `greater` if the first. Its own value comes first. Only one player can win, so
// of equals it takes that in which the highest of the others' values is lower, then the next highest; then that in
// which the next player's value is lower, then the one's after it. Equal are only the same values.
template <std::size_t N>
constexpr std::strong_ordering compare_for(std::size_t player, const Values<N>& a, const Values<N>& b) {
  if (a[player] != b[player]) return a[player] <=> b[player];
  return compare_others(player, a, b);
}

// What a search asks of a game with complete information and N players. A game may keep what it has worked out
// (caches), so it is not const; equal questions have equal answers all the same.
template <typename G>
concept Game = requires(G& game, const typename G::Position& position, const typename G::Move& move,
                        std::vector<typename G::Move>& moves) {
  { G::kPlayers } -> std::convertible_to<std::size_t>;
  { game.player(position) } -> std::same_as<std::size_t>;  // who is to move, from 0 on
  { game.is_over(position) } -> std::same_as<bool>;
  game.list_moves(position, moves);  // instead of what the list holds; at least one unless the game is over
  { game.after(position, move) } -> std::same_as<typename G::Position>;
  { game.values(position) } -> std::same_as<Values<G::kPlayers>>;  // an estimate, but the truth once it is over
};

// What a search has found.
template <Game G>
struct Decision {
  typename G::Move move{};
  Values<G::kPlayers> values{};
  std::int64_t expanded = 0;  // positions whose moves were listed
  int depth = 0;              // moves to the farthest position that was valued
  int line = 0;               // moves to the end of the line that decided
};

}  // namespace rensa::nplayer
