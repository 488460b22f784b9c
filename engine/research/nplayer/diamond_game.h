#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/research/nplayer/game.h"

namespace rensa::nplayer {

// A set of cells of a board with at most 128 cells.
struct CellSet {
  std::array<std::uint64_t, 2> words{};

  static constexpr std::uint64_t bit(std::size_t cell) { return std::uint64_t{1} << (cell & 63); }
  constexpr bool has(std::size_t cell) const { return (words[cell >> 6] & bit(cell)) != 0; }
  constexpr void add(std::size_t cell) { words[cell >> 6] |= bit(cell); }
  constexpr void remove(std::size_t cell) { words[cell >> 6] &= ~bit(cell); }
  constexpr int count() const { return std::popcount(words[0]) + std::popcount(words[1]); }

  // Calls visit(cell) for all cells of the set in the order of their numbers.
  template <typename Visit>
  constexpr void for_each(Visit visit) const {
    for (std::size_t half = 0; half < words.size(); ++half) {
      for (std::uint64_t left = words[half]; left != 0; left &= left - 1) {
        visit(64 * half + static_cast<std::size_t>(std::countr_zero(left)));
      }
    }
  }

  friend constexpr CellSet operator|(const CellSet& a, const CellSet& b) {
    return {{a.words[0] | b.words[0], a.words[1] | b.words[1]}};
  }
  friend constexpr CellSet operator-(const CellSet& a, const CellSet& b) {
    return {{a.words[0] & ~b.words[0], a.words[1] & ~b.words[1]}};
  }
  friend constexpr bool operator==(const CellSet&, const CellSet&) = default;
};

// The size of a board.
struct DiamondSize {
  int point = 3;      // rows of cells in each point of the star: 1 to 4
  int camp_rows = 3;  // rows with pieces at the start, from the tip of the point on: at most point + 1
};

// The star-shaped board of the diamond game (Japanese Chinese checkers) for three players. Players start in every
// second point and move to the opposite point. Each player sees the board with its own camp in front, and cells are
// numbered row by row from there.
class DiamondBoard {
 public:
  static constexpr std::size_t kPlayers = 3;
  static constexpr std::size_t kDirections = 6;  // two towards the goal, two along the row, two back
  static constexpr std::size_t kForwardDirections = 4;
  static constexpr std::size_t kMaxCells = 121;
  static constexpr std::uint8_t kOutside = 127;

  explicit DiamondBoard(const DiamondSize& size);

  std::size_t cell_count() const { return count_; }
  const CellSet& camp() const { return camp_; }
  const CellSet& goal() const { return goal_; }
  // Returns all cells except those of the points where other players start or end.
  const CellSet& open() const { return open_; }
  // Returns kOutside if there is no cell, and for kOutside itself.
  std::uint8_t neighbour(std::size_t cell, std::size_t direction) const { return neighbours_[cell][direction]; }
  int steps(std::size_t from, std::size_t to) const { return steps_[from][to]; }
  // Each player has its own numbers of the cells. Converts cells in the numbers of the player that moves `turns` turns
  // later into the numbers of this player.
  CellSet rotated(const CellSet& cells, std::size_t turns) const {
    CellSet rotated;
    cells.for_each([&](std::size_t cell) { rotated.add(rotated_[turns][cell]); });
    return rotated;
  }

 private:
  void measure_from(std::size_t start);

  std::size_t count_ = 0;
  CellSet camp_;
  CellSet goal_;
  CellSet open_;
  std::array<std::array<std::uint8_t, kDirections>, 128> neighbours_{};
  std::array<std::array<std::uint8_t, kMaxCells>, kPlayers> rotated_{};
  std::array<std::array<std::uint8_t, kMaxCells>, kMaxCells> steps_{};
};

inline constexpr std::size_t kMaxAssigned = 15;

// The cost of assigning column j to row i.
using CostMatrix = std::array<std::array<int, kMaxAssigned>, kMaxAssigned>;

// Returns the smallest cost of assigning a different one of the first `size` columns to each of the first `size` rows.
// This is the Hungarian algorithm, in size^3 steps.
int min_assignment_cost(const CostMatrix& costs, std::size_t size);

// The rule for the number of jumps in a move. A piece jumps over a neighbouring piece to the free cell behind it.
enum class JumpRule : std::uint8_t { once, in_chains };

// The rule for steps and jumps away from the goal.
enum class RetreatRule : std::uint8_t { allowed, forbidden };

// The rules of the game. Document 001 does not give them. It only says that in games of naive players a position has 13
// moves on average, and a player makes 22 moves. Of the rules that were tried (docs/experiments.md) these come nearest:
// three pieces on 73 cells.
struct DiamondRules {
  DiamondSize size{.point = 3, .camp_rows = 2};
  JumpRule jumps = JumpRule::once;
  RetreatRule retreat = RetreatRule::allowed;
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
  std::int16_t compute_steps_to_goal(const CellSet& pieces) const;

  DiamondBoard board_;
  JumpRule jumps_;
  std::size_t directions_;  // the number of allowed directions
  int max_plies_;
  std::optional<std::uint64_t> shuffle_seed_;
  std::vector<CachedDistance> cached_distances_;  // by hash; a newer entry replaces an older one
};

}  // namespace rensa::nplayer
