#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/puzzles/puzzle.h"
#include "engine/rules/droppable.h"
#include "tests/tools/naive_chain.h"

namespace rensa::naive {

// Puzzles by trying every placement of every pair and counting cell by cell what vanishes: nothing is shared with the
// solver but what can be reached, and nothing is left out.

// What vanishes in a link, by the cell that it was; groups as sets of places.
struct WatchedLink {
  std::map<rules::Cell, std::vector<std::size_t>> groups;  // their sizes
  std::size_t garbage = 0;
};

inline std::vector<WatchedLink> watch(Cells& cells) {
  std::vector<WatchedLink> links;
  for (;;) {
    WatchedLink link;
    std::set<Place> erased;
    for (std::size_t x = 1; x <= 6; ++x) {
      for (std::size_t y = 1; y <= 12; ++y) {
        if (!rules::is_colour(cells[x][y]) || erased.contains({x, y})) continue;
        const std::set<Place> group = group_of(cells, {x, y});
        if (group.size() < 4) continue;
        erased.insert(group.begin(), group.end());
        link.groups[cells[x][y]].push_back(group.size());
      }
    }
    if (erased.empty()) return links;
    std::set<Place> gone = erased;
    for (const Place& place : erased) {
      for (const Place& next : neighbours_in_view(place)) {
        if (cells[next.first][next.second] == rules::Cell::garbage) gone.insert(next);
      }
    }
    link.garbage = gone.size() - erased.size();
    for (const auto& [x, y] : gone) cells[x][y] = rules::Cell::empty;
    let_fall(cells);
    links.push_back(link);
  }
}

class PuzzleTwin {
 public:
  using Solutions = std::set<std::vector<std::size_t>>;  // places in kPlacements

  explicit PuzzleTwin(const puzzles::Puzzle& puzzle) : puzzle_(puzzle) { go(cells_of(puzzle.field), 0); }

  const Solutions& solutions() const { return solutions_; }
  // By the fields with each pair where it landed.
  std::size_t different() const { return different_.size(); }
  int longest() const { return longest_; }

 private:
  using Fields = std::vector<Cells>;

  void go(Cells cells, std::size_t step) {
    if (step == puzzle_.steps.size() || cells[3][12] != rules::Cell::empty) return;
    if (const auto* garbage = std::get_if<rules::GarbageDrop>(&puzzle_.steps[step])) {
      for (std::size_t x = 1; x <= 6; ++x) {
        for (int i = 0; i < garbage->counts[x - 1]; ++i) drop(cells, x, rules::Cell::garbage);
      }
      go(cells, step + 1);
      return;
    }
    const auto pair = std::get<rules::Pair>(puzzle_.steps[step]);
    rules::Heights heights{};
    for (std::size_t x = 1; x <= 6; ++x) heights[x] = height(cells, x);
    const std::uint32_t droppable = rules::droppable_placements(heights);
    for (std::size_t i = 0; i < rules::kPlacements.size(); ++i) {
      if ((droppable >> i & 1U) != 0) place(cells, pair, i, step);
    }
  }

  void place(Cells cells, rules::Pair pair, std::size_t index, std::size_t step) {
    const rules::Placement placement = rules::kPlacements[index];
    const auto axis = static_cast<std::size_t>(placement.x);
    const auto child = static_cast<std::size_t>(placement.child_x());
    if (placement.r == rules::Rotation::down) {
      drop(cells, child, pair.child);
      drop(cells, axis, pair.axis);
    } else {
      drop(cells, axis, pair.axis);
      drop(cells, child, pair.child);
    }
    path_.push_back(index);
    fields_.push_back(cells);
    const auto watched = watch(cells);
    longest_ = std::max(longest_, static_cast<int>(watched.size()));
    all_.insert(all_.end(), watched.begin(), watched.end());
    if (!watched.empty() && meets(watched, cells)) {
      solutions_.insert(path_);
      different_.insert(fields_);
    } else {
      go(cells, step + 1);
    }
    all_.resize(all_.size() - watched.size());
    fields_.pop_back();
    path_.pop_back();
  }

  static int height(const Cells& cells, std::size_t x) {
    int height = 0;
    for (std::size_t y = 1; y <= 13; ++y) height += cells[x][y] != rules::Cell::empty ? 1 : 0;
    return height;
  }

  static void drop(Cells& cells, std::size_t x, rules::Cell cell) {
    const auto y = static_cast<std::size_t>(height(cells, x)) + 1;
    if (y <= 13) cells[x][y] = cell;
  }

  // Whether the goal's colour means this cell.
  bool meant(rules::Cell cell) const {
    using enum rules::GoalColour;
    switch (puzzle_.goal.colour) {
      case any:
        return true;
      case red:
        return cell == rules::Cell::red;
      case green:
        return cell == rules::Cell::green;
      case blue:
        return cell == rules::Cell::blue;
      case yellow:
        return cell == rules::Cell::yellow;
      case purple:
        return cell == rules::Cell::purple;
      case garbage:
        return cell == rules::Cell::garbage;
      case coloured:
        break;
    }
    return cell != rules::Cell::garbage;
  }

  std::size_t cells_in(const WatchedLink& link) const {
    std::size_t count = meant(rules::Cell::garbage) ? link.garbage : 0;
    for (const auto& [cell, sizes] : link.groups) {
      for (const std::size_t size : sizes) count += meant(cell) ? size : 0;
    }
    return count;
  }

  bool cleared(const Cells& cells) const {
    for (std::size_t x = 1; x <= 6; ++x) {
      for (std::size_t y = 1; y <= 13; ++y) {
        if (cells[x][y] != rules::Cell::empty && meant(cells[x][y])) return false;
      }
    }
    return true;
  }

  bool enough(std::size_t number) const {
    const auto wanted = static_cast<std::size_t>(puzzle_.goal.count);
    return puzzle_.goal.bound == rules::GoalBound::exactly ? number == wanted : number >= wanted;
  }

  bool meets(const std::vector<WatchedLink>& links, const Cells& after) const {
    using enum rules::GoalKind;
    switch (puzzle_.goal.kind) {
      case clear_all:
        return cleared(after);
      case chain:
        return enough(links.size());
      case chain_and_clear:
        return enough(links.size()) && cleared(after);
      case colours_vanish: {
        std::set<rules::Cell> colours;
        for (const WatchedLink& link : all_) {
          for (const auto& group : link.groups) colours.insert(group.first);
        }
        return enough(colours.size());
      }
      case cells_vanish: {
        std::size_t count = 0;
        for (const WatchedLink& link : all_) count += cells_in(link);
        return enough(count);
      }
      case colours_at_once:
      case cells_at_once:
      case groups_at_once:
      case connected:
        break;
    }
    for (const WatchedLink& link : links) {
      if (meets(link)) return true;
    }
    return false;
  }

  bool meets(const WatchedLink& link) const {
    using enum rules::GoalKind;
    if (puzzle_.goal.kind == colours_at_once) return enough(link.groups.size());
    if (puzzle_.goal.kind == cells_at_once) return enough(cells_in(link));
    std::size_t groups = 0;
    std::size_t largest = 0;
    for (const auto& [cell, sizes] : link.groups) {
      if (!meant(cell)) continue;
      groups += sizes.size();
      for (const std::size_t size : sizes) largest = std::max(largest, size);
    }
    return enough(puzzle_.goal.kind == groups_at_once ? groups : largest);
  }

  const puzzles::Puzzle& puzzle_;
  Solutions solutions_;
  std::set<Fields> different_;
  std::vector<std::size_t> path_;
  Fields fields_;
  std::vector<WatchedLink> all_;  // what has vanished so far
  int longest_ = 0;
};

}  // namespace rensa::naive
