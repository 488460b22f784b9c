#include "engine/research/nplayer/diamond_board.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <vector>

namespace rensa::nplayer {

namespace {

// Three coordinates with the sum 0: the distances of a cell from the middle towards the starting points of the player,
// of the next player, and of the one after it.
using CubeCoordinates = std::array<int, 3>;

constexpr std::array<CubeCoordinates, DiamondBoard::kDirections> kOffsets = {
    {{-1, 1, 0}, {-1, 0, 1}, {0, 1, -1}, {0, -1, 1}, {1, -1, 0}, {1, 0, -1}}};

// The star consists of two triangles, one of them upside down.
bool is_on_board(const CubeCoordinates& coordinates, int point) {
  const auto [least, most] = std::minmax_element(coordinates.begin(), coordinates.end());
  return *least >= -point || *most <= point;
}

std::vector<CubeCoordinates> all_coordinates(int point) {
  std::vector<CubeCoordinates> cells;
  for (int x = 2 * point; x >= -2 * point; --x) {
    for (int y = -2 * point; y <= 2 * point; ++y) {
      if (const CubeCoordinates coordinates{x, y, -x - y}; is_on_board(coordinates, point))
        cells.push_back(coordinates);
    }
  }
  return cells;
}

}  // namespace

DiamondBoard::DiamondBoard(const DiamondSize& size) {
  assert(size.point >= 1 && size.point <= 4 && size.camp_rows >= 1 && size.camp_rows <= size.point + 1);
  const std::vector<CubeCoordinates> cells = all_coordinates(size.point);
  const auto number_of = [&](const CubeCoordinates& coordinates) {
    const auto found = std::find(cells.begin(), cells.end(), coordinates);
    return found == cells.end() ? kOutside : static_cast<std::uint8_t>(found - cells.begin());
  };
  count_ = cells.size();
  const int first_row = 2 * size.point - size.camp_rows + 1;
  for (auto& row : neighbours_) row.fill(kOutside);
  for (std::size_t cell = 0; cell < count_; ++cell) {
    const auto& [x, y, z] = cells[cell];
    const auto [least, most] = std::minmax_element(cells[cell].begin(), cells[cell].end());
    const bool is_in_point = *least < -size.point || *most > size.point;
    // A camp or a goal that reaches into the middle excludes the neighbouring points.
    if (x >= first_row && *least >= -size.point) camp_.add(cell);
    if (x <= -first_row && *most <= size.point) goal_.add(cell);
    if (!is_in_point || std::abs(x) > size.point) open_.add(cell);
    rotated_[0][cell] = static_cast<std::uint8_t>(cell);
    rotated_[1][cell] = number_of({z, x, y});
    rotated_[2][cell] = number_of({y, z, x});
    for (std::size_t direction = 0; direction < kDirections; ++direction) {
      neighbours_[cell][direction] =
          number_of({x + kOffsets[direction][0], y + kOffsets[direction][1], z + kOffsets[direction][2]});
    }
  }
  for (std::size_t cell = 0; cell < count_; ++cell) measure_from(cell);
}

void DiamondBoard::measure_from(std::size_t start) {
  std::vector<std::size_t> reached{start};
  CellSet seen;
  seen.add(start);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const std::uint8_t next : neighbours_[reached[i]]) {
      if (next == kOutside || seen.has(next)) continue;
      seen.add(next);
      steps_[start][next] = static_cast<std::uint8_t>(steps_[start][reached[i]] + 1);
      reached.push_back(next);
    }
  }
}

}  // namespace rensa::nplayer
