#pragma once

#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "engine/rules/chain.h"
#include "engine/rules/field.h"

namespace rensa::naive {

// A naive version of the chain rules, cell by cell, for tests of the fast one. They share no code; the numbers of the
// score tables are written out again.

using Cells = std::array<std::array<rules::Cell, 15>, 8>;  // [x][y], columns 1..6, rows 1..14

inline Cells cells_of(const rules::Field& field) {
  Cells cells{};
  for (int x = 1; x <= 6; ++x) {
    for (int y = 1; y <= 14; ++y) cells[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)] = field.at(x, y);
  }
  return cells;
}

using Position = std::pair<std::size_t, std::size_t>;

inline std::vector<Position> visible_neighbours(Position position) {
  std::vector<Position> found;
  const auto [x, y] = position;
  if (x > 1) found.emplace_back(x - 1, y);
  if (x < 6) found.emplace_back(x + 1, y);
  if (y > 1) found.emplace_back(x, y - 1);
  if (y < 12) found.emplace_back(x, y + 1);
  return found;
}

inline std::set<Position> group_of(const Cells& cells, Position start) {
  std::set<Position> group{start};
  std::vector<Position> open{start};
  while (!open.empty()) {
    const Position position = open.back();
    open.pop_back();
    for (const Position& next : visible_neighbours(position)) {
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

// Lets rows 1..13 of each column fall to rest. Returns the rows of the longest fall.
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

// The cells that vanish in a link. No groups means that nothing vanishes.
struct ErasedLink {
  std::map<rules::Cell, std::vector<std::size_t>> groups;  // the sizes of the groups of each colour
  std::size_t garbage = 0;
};

inline ErasedLink erase_groups(Cells& cells) {
  ErasedLink link;
  std::set<Position> erased;
  for (std::size_t x = 1; x <= 6; ++x) {
    for (std::size_t y = 1; y <= 12; ++y) {
      if (!rules::is_colour(cells[x][y]) || erased.contains({x, y})) continue;
      const std::set<Position> group = group_of(cells, {x, y});
      if (group.size() < 4) continue;
      erased.insert(group.begin(), group.end());
      link.groups[cells[x][y]].push_back(group.size());
    }
  }
  std::set<Position> cleared = erased;
  for (const Position& position : erased) {
    for (const Position& next : visible_neighbours(position)) {
      if (cells[next.first][next.second] == rules::Cell::garbage) cleared.insert(next);
    }
  }
  link.garbage = cleared.size() - erased.size();
  for (const auto& [x, y] : cleared) cells[x][y] = rules::Cell::empty;
  return link;
}

inline rules::ChainResult simulate(Cells& cells) {
  rules::ChainResult chain;
  for (;;) {
    const ErasedLink link = erase_groups(cells);
    if (link.groups.empty()) return chain;
    ++chain.links;
    int bonus = chain_bonus(chain.links) + colour_bonus(link.groups.size());
    std::size_t erased = 0;
    for (const auto& [colour, sizes] : link.groups) {
      for (const std::size_t size : sizes) {
        bonus += group_bonus(size);
        erased += size;
      }
    }
    chain.score += 10 * static_cast<int>(erased) * std::max(1, std::min(999, bonus));
    const int rows = let_fall(cells);
    chain.frames += 50 + (rows > 0 ? 2 * rows + 20 : 0);
    chain.quick = rows == 0;
  }
}

}  // namespace rensa::naive
