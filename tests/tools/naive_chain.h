#pragma once

#include <array>
#include <set>
#include <utility>
#include <vector>

#include "engine/rules/chain.h"
#include "engine/rules/field.h"

namespace rensa::naive {

// The rules of chains once more, cell by cell and as the words say, for the fast ones to be held against. Nothing here
// is shared with them but the score tables' numbers, which are written out again.

using Cells = std::array<std::array<rules::Cell, 15>, 8>;  // [x][y], columns 1..6, rows 1..14

inline Cells cells_of(const rules::Field& field) {
  Cells cells{};
  for (int x = 1; x <= 6; ++x) {
    for (int y = 1; y <= 14; ++y) cells[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)] = field.at(x, y);
  }
  return cells;
}

using Place = std::pair<std::size_t, std::size_t>;

inline std::vector<Place> neighbours_in_view(Place place) {
  std::vector<Place> found;
  const auto [x, y] = place;
  if (x > 1) found.emplace_back(x - 1, y);
  if (x < 6) found.emplace_back(x + 1, y);
  if (y > 1) found.emplace_back(x, y - 1);
  if (y < 12) found.emplace_back(x, y + 1);
  return found;
}

inline std::set<Place> group_of(const Cells& cells, Place start) {
  std::set<Place> group{start};
  std::vector<Place> open{start};
  while (!open.empty()) {
    const Place place = open.back();
    open.pop_back();
    for (const Place& next : neighbours_in_view(place)) {
      if (cells[next.first][next.second] != cells[start.first][start.second]) continue;
      if (group.insert(next).second) open.push_back(next);
    }
  }
  return group;
}

inline int group_bonus(std::size_t size) {
  constexpr std::array<int, 12> bonus = {0, 0, 0, 0, 0, 2, 3, 4, 5, 6, 7, 10};
  return bonus[size < 11 ? size : 11];
}

inline int colour_bonus(std::size_t colours) {
  constexpr std::array<int, 6> bonus = {0, 0, 3, 6, 12, 24};
  return bonus[colours];
}

inline int chain_bonus(int link) { return link == 1 ? 0 : link < 4 ? 4 << (link - 1) : 32 * (link - 3); }

// Rows 1..13 of a column come to rest; the rows of the longest fall.
inline int let_fall(Cells& cells) {
  int longest = 0;
  for (std::size_t x = 1; x <= 6; ++x) {
    std::size_t rest = 1;
    for (std::size_t y = 1; y <= 13; ++y) {
      if (cells[x][y] == rules::Cell::empty) continue;
      if (y != rest) {
        cells[x][rest] = cells[x][y];
        cells[x][y] = rules::Cell::empty;
        longest = std::max(longest, static_cast<int>(y - rest));
      }
      ++rest;
    }
  }
  return longest;
}

inline rules::ChainResult simulate(Cells& cells) {
  rules::ChainResult chain;
  for (;;) {
    std::set<Place> erased;
    std::set<rules::Cell> colours;
    int bonus = 0;
    for (std::size_t x = 1; x <= 6; ++x) {
      for (std::size_t y = 1; y <= 12; ++y) {
        if (!rules::is_colour(cells[x][y]) || erased.contains({x, y})) continue;
        const std::set<Place> group = group_of(cells, {x, y});
        if (group.size() < 4) continue;
        erased.insert(group.begin(), group.end());
        colours.insert(cells[x][y]);
        bonus += group_bonus(group.size());
      }
    }
    if (erased.empty()) return chain;
    ++chain.links;
    bonus += chain_bonus(chain.links) + colour_bonus(colours.size());
    chain.score += 10 * static_cast<int>(erased.size()) * std::max(1, std::min(999, bonus));

    std::set<Place> gone = erased;
    for (const Place& place : erased) {
      for (const Place& next : neighbours_in_view(place)) {
        if (cells[next.first][next.second] == rules::Cell::garbage) gone.insert(next);
      }
    }
    for (const auto& [x, y] : gone) cells[x][y] = rules::Cell::empty;
    const int rows = let_fall(cells);
    chain.frames += 50 + (rows > 0 ? 2 * rows + 20 : 0);
    chain.quick = rows == 0;
  }
}

}  // namespace rensa::naive
