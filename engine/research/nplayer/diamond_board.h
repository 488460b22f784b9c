#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace rensa::nplayer {

// A set of cells of a board with at most 128 cells.
struct CellSet {
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
  // All cells except the points where other players start or end.
  const CellSet& open() const { return open_; }
  // Returns kOutside if there is no cell, and for kOutside itself.
  std::uint8_t neighbour(std::size_t cell, std::size_t direction) const { return neighbours_[cell][direction]; }
  int steps(std::size_t from, std::size_t to) const { return steps_[from][to]; }
  // Converts cells that the player `turns` turns later sees into cells that this player sees.
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

}  // namespace rensa::nplayer
