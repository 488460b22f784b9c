#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/research/nplayer/values.h"

namespace rensa::nplayer {

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
