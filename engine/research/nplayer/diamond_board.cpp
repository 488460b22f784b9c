#include "engine/research/nplayer/diamond_board.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <vector>

namespace rensa::nplayer {

namespace {

// Three coordinates whose sum is 0: how far a cell is from the middle towards the point where the player begins, and
// towards those where the next and the one after it do.
using Place = std::array<int, 3>;

constexpr std::array<Place, DiamondBoard::kDirections> kWays = {
    {{-1, 1, 0}, {-1, 0, 1}, {0, 1, -1}, {0, -1, 1}, {1, -1, 0}, {1, 0, -1}}};

// The star is two triangles, one upside down.
bool is_on_board(const Place& place, int point) {
  const auto [least, most] = std::minmax_element(place.begin(), place.end());
  return *least >= -point || *most <= point;
}

std::vector<Place> places_of(int point) {
  std::vector<Place> places;
  for (int x = 2 * point; x >= -2 * point; --x) {
    for (int y = -2 * point; y <= 2 * point; ++y) {
      if (const Place place{x, y, -x - y}; is_on_board(place, point)) places.push_back(place);
    }
  }
  return places;
}

}  // namespace

DiamondBoard::DiamondBoard(const DiamondSize& size) {
  assert(size.point >= 1 && size.point <= 4 && size.camp_rows >= 1 && size.camp_rows <= size.point + 1);
  const std::vector<Place> places = places_of(size.point);
  const auto number_of = [&](const Place& place) {
    const auto found = std::find(places.begin(), places.end(), place);
    return found == places.end() ? kOutside : static_cast<std::uint8_t>(found - places.begin());
  };
  count_ = places.size();
  const int first_row = 2 * size.point - size.camp_rows + 1;
  for (auto& row : next_) row.fill(kOutside);
  for (std::size_t cell = 0; cell < count_; ++cell) {
    const auto& [x, y, z] = places[cell];
    const auto [least, most] = std::minmax_element(places[cell].begin(), places[cell].end());
    const bool is_in_point = *least < -size.point || *most > size.point;
    // A camp or a goal that reaches into the middle ends where the neighbouring points begin.
    if (x >= first_row && *least >= -size.point) camp_.add(cell);
    if (x <= -first_row && *most <= size.point) goal_.add(cell);
    if (!is_in_point || std::abs(x) > size.point) open_.add(cell);
    turned_[0][cell] = static_cast<std::uint8_t>(cell);
    turned_[1][cell] = number_of({z, x, y});
    turned_[2][cell] = number_of({y, z, x});
    for (std::size_t way = 0; way < kDirections; ++way) {
      next_[cell][way] = number_of({x + kWays[way][0], y + kWays[way][1], z + kWays[way][2]});
    }
  }
  for (std::size_t cell = 0; cell < count_; ++cell) measure_from(cell);
}

void DiamondBoard::measure_from(std::size_t start) {
  std::vector<std::size_t> reached{start};
  Cells seen;
  seen.add(start);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const std::uint8_t next : next_[reached[i]]) {
      if (next == kOutside || seen.has(next)) continue;
      seen.add(next);
      steps_[start][next] = static_cast<std::uint8_t>(steps_[start][reached[i]] + 1);
      reached.push_back(next);
    }
  }
}

}  // namespace rensa::nplayer
