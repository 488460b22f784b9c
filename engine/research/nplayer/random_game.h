#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/research/nplayer/game.h"

namespace rensa::nplayer {

// The rule for the number of moves of a position.
struct MoveCountRule {
  int max_moves = 5;
  bool is_fixed = false;  // false: each position has a random number of moves from 1 to max_moves
  friend bool operator==(const MoveCountRule&, const MoveCountRule&) = default;
};

// Incremental random games for three players (document 001, 4.1). Each move adds a random number to the sum of each
// player: from a large range for the player that moves, from a small range for the others. The value for a player is
// its sum minus the largest sum of another player. Numbers are drawn from the path to a position, so a seed gives one
// tree.
class RandomGame {
 public:
  static constexpr std::size_t kPlayers = 3;
  static constexpr int kPlies = 60;

  struct Position {
    std::uint64_t path = 0;
    Values<kPlayers> sums{};
    std::int32_t ply = 0;
    friend bool operator==(const Position&, const Position&) = default;
  };
  using Move = std::uint16_t;

  explicit RandomGame(const MoveCountRule& move_count_rule, int plies = kPlies)
      : move_count_rule_(move_count_rule), plies_(plies) {}

  static Position start(std::uint64_t seed);

  std::size_t player(const Position& position) const { return static_cast<std::size_t>(position.ply) % kPlayers; }
  bool is_over(const Position& position) const { return position.ply >= plies_; }
  int count_moves(const Position& position) const;
  void list_moves(const Position& position, std::vector<Move>& moves) const;
  Position after(const Position& position, Move move) const;
  Values<kPlayers> values(const Position& position) const;

 private:
  MoveCountRule move_count_rule_;
  int plies_;
};

}  // namespace rensa::nplayer
