#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/research/nplayer/cells.h"

namespace rensa::nplayer {

// How large a board is.
struct DiamondSize {
  int point = 3;      // rows of cells in each point of the star: 1 to 4
  int camp_rows = 3;  // rows that hold a player's pieces, from the tip of the point on: at most one more than it has
};

// The star of the diamond game (Japanese Chinese checkers) as each of the three players sees it, who begin in every
// other point and want to get to the one across: the own camp is in front, and cells have numbers, row by row from
// there.
class DiamondBoard {
 public:
  static constexpr std::size_t kPlayers = 3;
  static constexpr std::size_t kDirections = 6;  // two towards the goal, two along the row, two back
  static constexpr std::size_t kNotBack = 4;
  static constexpr std::size_t kMostCells = 121;
  static constexpr std::uint8_t kOutside = 127;

  explicit DiamondBoard(const DiamondSize& size);

  std::size_t cell_count() const { return count_; }
  const Cells& camp() const { return camp_; }
  const Cells& goal() const { return goal_; }
  // All cells but those in the points where others begin or want to go.
  const Cells& open() const { return open_; }
  // kOutside: there is none. Also for kOutside itself.
  std::uint8_t next(std::size_t cell, std::size_t direction) const { return next_[cell][direction]; }
  int steps(std::size_t from, std::size_t to) const { return steps_[from][to]; }
  // Cells of the player that moves so many turns later, as this one sees them.
  Cells turned(const Cells& cells, std::size_t turns) const {
    Cells turned;
    cells.for_each([&](std::size_t cell) { turned.add(turned_[turns][cell]); });
    return turned;
  }

 private:
  void measure_from(std::size_t start);

  std::size_t count_ = 0;
  Cells camp_;
  Cells goal_;
  Cells open_;
  std::array<std::array<std::uint8_t, kDirections>, 128> next_{};
  std::array<std::array<std::uint8_t, kMostCells>, kPlayers> turned_{};
  std::array<std::array<std::uint8_t, kMostCells>, kMostCells> steps_{};
};

}  // namespace rensa::nplayer
