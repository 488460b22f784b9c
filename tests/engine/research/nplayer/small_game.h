#pragma once

#include <cstdint>
#include <vector>

#include "engine/research/nplayer/game.h"
#include "engine/rules/hash.h"

namespace rensa::nplayer::test {

// Random trees with difficult cases: many equal values, games that end early, positions with one move, and optionally
// turns in a random order.
struct SmallGame {
  static constexpr std::size_t kPlayers = 3;
  struct Position {
    std::uint64_t path = 0;
    int depth = 0;
  };
  using Move = int;

  int depth = 6;
  std::uint64_t spread = 5;  // values are -2 to 2
  bool in_turn = true;

  static std::uint64_t word(const Position& position, std::uint64_t what) {
    return rules::Hash(position.path).add(what).add(position.path).value() >> 20;
  }
  Position start(std::uint64_t seed) const { return {rules::Hash().add(seed).add(1).value(), 0}; }

  std::size_t player(const Position& position) const {
    return (in_turn ? static_cast<std::size_t>(position.depth) : word(position, 1)) % kPlayers;
  }
  bool is_over(const Position& position) const {
    return position.depth >= depth || (position.depth > 0 && word(position, 2) % 12 == 0);
  }
  void list_moves(const Position& position, std::vector<Move>& moves) const {
    moves.resize(1 + word(position, 3) % 4);
    for (std::size_t i = 0; i < moves.size(); ++i) moves[i] = static_cast<int>(i);
  }
  Position after(const Position& position, Move move) const {
    return {word(position, 10 + static_cast<std::uint64_t>(move)), position.depth + 1};
  }
  Values<kPlayers> values(const Position& position) const {
    Values<kPlayers> values{};
    for (std::size_t i = 0; i < kPlayers; ++i) {
      values[i] = static_cast<std::int32_t>(word(position, 4 + i) % spread) - static_cast<std::int32_t>(spread / 2);
    }
    return values;
  }
};

}  // namespace rensa::nplayer::test
