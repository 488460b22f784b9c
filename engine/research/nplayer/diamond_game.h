#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/research/nplayer/diamond_board.h"
#include "engine/research/nplayer/game.h"

namespace rensa::nplayer {

inline constexpr std::size_t kMostAssigned = 15;

// What it costs to give row i column j.
using CostMatrix = std::array<std::array<int, kMostAssigned>, kMostAssigned>;

// The least that it costs to give each of the first `size` rows one of the first `size` columns, no two the same:
// the Hungarian algorithm, in size^3 steps.
int least_cost(const CostMatrix& costs, std::size_t size);

// How often pieces jump in a move: over one that stands beside them, to the free cell right behind it.
enum class Jumps : std::uint8_t { once, in_chains };

// Whether a step or a jump may lead away from the goal.
enum class Retreat : std::uint8_t { allowed, barred };

// Document 001 leaves the rules open. Of those that were tried (docs/experiments.md) these come nearest to the 13 moves
// a position and the 22 moves a player that it gives for naive players: three pieces on 73 cells.
struct DiamondRules {
  DiamondSize size{.point = 3, .camp_rows = 2};
  Jumps jumps = Jumps::once;
  Retreat retreat = Retreat::allowed;
  int most_plies = 300;  // then nobody has won
};

// The diamond game for three (document 001, 5.1): a move is one step, or jumps; who has all pieces in the point across
// has won. Nobody enters the points of others. A position is worth, to each, what the best of the others still has to
// go less what it has itself (5.2): the least steps by which its pieces that are not in their goal could get to the
// cells of it that it does not hold. What sets of pieces have to go is kept, for most come again and again.
class DiamondGame {
 public:
  static constexpr std::size_t kPlayers = DiamondBoard::kPlayers;
  static constexpr std::int32_t kVictory = 10'000;  // less a point a ply: the sooner, the better

  struct Position {
    std::array<Cells, kPlayers> pieces{};  // as their player sees the board
    std::array<std::int16_t, kPlayers> to_go{};
    std::uint16_t ply = 0;
    friend bool operator==(const Position&, const Position&) = default;
  };
  struct Move {
    std::uint8_t from = 0;  // the same cell twice: there is nothing to move
    std::uint8_t to = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit DiamondGame(const DiamondRules& rules);

  Position start();
  // From now on moves are listed in an order that is drawn from this and the position: of moves that are worth the same
  // players take the first, and without it, always the one that lies farthest back.
  void draw_orders(std::uint64_t seed) { order_ = seed; }
  const DiamondBoard& board() const { return board_; }

  std::size_t player(const Position& position) const { return position.ply % kPlayers; }
  bool is_over(const Position& position) const {
    return position.to_go[0] == 0 || position.to_go[1] == 0 || position.to_go[2] == 0 || position.ply >= most_plies_;
  }
  void list_moves(const Position& position, std::vector<Move>& moves) const;
  Position after(const Position& position, Move move);
  Values<kPlayers> values(const Position& position) const;

 private:
  struct Known {
    Cells pieces;
    std::int16_t to_go = 0;
  };

  void shuffle(const Position& position, std::vector<Move>& moves) const;
  std::int16_t to_go(const Cells& pieces);
  std::int16_t measure(const Cells& pieces) const;

  DiamondBoard board_;
  Jumps jumps_;
  std::size_t ways_;  // so many directions are allowed
  int most_plies_;
  std::optional<std::uint64_t> order_;
  std::vector<Known> known_;  // by hash; the last one that came there
};

}  // namespace rensa::nplayer
