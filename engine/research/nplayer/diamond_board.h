#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace rensa::nplayer {

// A set of cells of a board with at most 128.
struct Cells {
  std::array<std::uint64_t, 2> words{};

  static constexpr std::uint64_t bit(std::size_t cell) { return std::uint64_t{1} << (cell & 63); }
  constexpr bool has(std::size_t cell) const { return (words[cell >> 6] & bit(cell)) != 0; }
  constexpr void add(std::size_t cell) { words[cell >> 6] |= bit(cell); }
  constexpr void remove(std::size_t cell) { words[cell >> 6] &= ~bit(cell); }
  constexpr int count() const { return std::popcount(words[0]) + std::popcount(words[1]); }

  // In the order of their numbers.
  template <typename Visit>
  constexpr void for_each(Visit visit) const {
    for (std::size_t half = 0; half < words.size(); ++half) {
      for (std::uint64_t left = words[half]; left != 0; left &= left - 1) {
        visit(64 * half + static_cast<std::size_t>(std::countr_zero(left)));
      }
    }
  }

  friend constexpr Cells operator|(const Cells& a, const Cells& b) {
    return {{a.words[0] | b.words[0], a.words[1] | b.words[1]}};
  }
  friend constexpr Cells operator-(const Cells& a, const Cells& b) {
    return {{a.words[0] & ~b.words[0], a.words[1] & ~b.words[1]}};
  }
  friend constexpr bool operator==(const Cells&, const Cells&) = default;
};

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
