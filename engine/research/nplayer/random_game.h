#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/research/nplayer/game.h"

namespace rensa::nplayer {

// How many moves a position has.
struct Branching {
  int most = 5;
  bool is_fixed = false;  // else each position has its own number, 1 to `most` alike
  friend bool operator==(const Branching&, const Branching&) = default;
};

// Incremental random games for three (document 001, 4.1): each move adds a random number to what each player has, many
// to who makes it and few to the others. A position is worth, to each, what it has less the most that another has. What
// comes below a position is drawn from the path to it, so a seed stands for one whole tree.
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

  explicit RandomGame(const Branching& branching, int plies = kPlies) : branching_(branching), plies_(plies) {}

  static Position start(std::uint64_t seed);

  std::size_t player(const Position& position) const { return static_cast<std::size_t>(position.ply) % kPlayers; }
  bool is_over(const Position& position) const { return position.ply >= plies_; }
  int moves_at(const Position& position) const;
  void list_moves(const Position& position, std::vector<Move>& moves) const;
  Position after(const Position& position, Move move) const;
  Values<kPlayers> values(const Position& position) const;

 private:
  Branching branching_;
  int plies_;
};

}  // namespace rensa::nplayer
