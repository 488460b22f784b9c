#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/research/nplayer/diamond_board.h"
#include "engine/research/nplayer/game.h"

namespace rensa::nplayer {

inline constexpr std::size_t kMaxAssigned = 15;

// The cost of assigning column j to row i.
using CostMatrix = std::array<std::array<int, kMaxAssigned>, kMaxAssigned>;

// Returns the smallest cost of assigning a different one of the first `size` columns to each of the first `size` rows.
// This is the Hungarian algorithm, in size^3 steps.
int min_assignment_cost(const CostMatrix& costs, std::size_t size);

// The number of jumps in a move. A piece jumps over a neighbouring piece to the free cell behind it.
enum class Jumps : std::uint8_t { once, in_chains };

// The rule for steps and jumps away from the goal.
enum class Retreat : std::uint8_t { allowed, forbidden };

// Document 001 does not give the rules, only 13 moves in a position and 22 moves for a player in games of naive
// players. Among the rules that were tried (docs/experiments.md) these come nearest: three pieces on 73 cells.
struct DiamondRules {
  DiamondSize size{.point = 3, .camp_rows = 2};
  Jumps jumps = Jumps::once;
  Retreat retreat = Retreat::allowed;
  int max_plies = 300;  // then the game ends without a winner
};

// The diamond game for three players (document 001, 5.1). A move is one step, or jumps. The player with all pieces in
// the opposite point wins. Pieces may not enter the points of other players.
//
// The value for a player is the smallest distance left of another player minus its own (5.2). The distance left is the
// smallest number of steps that bring all pieces onto free cells of the goal. Distances are cached, as most sets of
// pieces occur again.
class DiamondGame {
 public:
  static constexpr std::size_t kPlayers = DiamondBoard::kPlayers;
  static constexpr std::int32_t kWinValue = 10'000;  // minus one for each ply

  struct Position {
    std::array<CellSet, kPlayers> pieces{};  // in the numbers of their own player
    std::array<std::int16_t, kPlayers> steps_to_goal{};
    std::uint16_t ply = 0;
    friend bool operator==(const Position&, const Position&) = default;
  };
  struct Move {
    std::uint8_t from = 0;  // equal to `to` if no piece can move
    std::uint8_t to = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit DiamondGame(const DiamondRules& rules);

  Position start();
  // From now on moves are listed in a random order that depends on the seed and the position. Players take the first of
  // equal moves, which otherwise is always the one of the piece farthest back.
  void shuffle_moves_by(std::uint64_t seed) { shuffle_seed_ = seed; }
  const DiamondBoard& board() const { return board_; }

  std::size_t player(const Position& position) const { return position.ply % kPlayers; }
  bool is_over(const Position& position) const {
    return position.steps_to_goal[0] == 0 || position.steps_to_goal[1] == 0 || position.steps_to_goal[2] == 0 ||
           position.ply >= max_plies_;
  }
  void list_moves(const Position& position, std::vector<Move>& moves) const;
  Position after(const Position& position, Move move);
  Values<kPlayers> values(const Position& position) const;

 private:
  struct CachedDistance {
    CellSet pieces;
    std::int16_t steps_to_goal = 0;
  };

  void shuffle(const Position& position, std::vector<Move>& moves) const;
  std::int16_t steps_to_goal(const CellSet& pieces);
  std::int16_t measure(const CellSet& pieces) const;

  DiamondBoard board_;
  Jumps jumps_;
  std::size_t directions_;  // the number of allowed directions
  int max_plies_;
  std::optional<std::uint64_t> shuffle_seed_;
  std::vector<CachedDistance> cached_distances_;  // by hash; a newer entry replaces an older one
};

}  // namespace rensa::nplayer
