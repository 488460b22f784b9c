#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/puzzles/puzzle.h"
#include "engine/rules/drop.h"
#include "tests/tools/naive_chain.h"

namespace rensa::naive {

// A naive puzzle solver for tests. It tries every placement of every pair and counts the vanishing cells one by one. It
// shares only the reachable placements with the real solver.

// Lets a chain run and returns its links.
inline std::vector<ErasedLink> play_chain(Cells& cells) {
  std::vector<ErasedLink> links;
  for (;;) {
    ErasedLink link = erase_groups(cells);
    if (link.groups.empty()) return links;
    let_fall(cells);
    links.push_back(std::move(link));
  }
}

class NaivePuzzleSolver {
 public:
  using Solutions = std::set<std::vector<std::size_t>>;  // indices in kPlacements

  explicit NaivePuzzleSolver(const puzzles::Puzzle& puzzle) : puzzle_(puzzle) { play_step(cells_of(puzzle.field), 0); }

  const Solutions& solutions() const { return solutions_; }
  // The number of solutions that differ in the fields after their pairs.
  std::size_t distinct_solutions() const { return distinct_solutions_.size(); }
  int longest_chain() const { return longest_chain_; }

 private:
  using Fields = std::vector<Cells>;

  void play_step(Cells cells, std::size_t step) {
    if (step == puzzle_.steps.size() || cells[3][12] != rules::Cell::empty) return;
    if (const auto* garbage = std::get_if<notation::GarbageDrop>(&puzzle_.steps[step])) {
      for (std::size_t x = 1; x <= 6; ++x) {
        for (int i = 0; i < garbage->counts[x - 1]; ++i) drop(cells, x, rules::Cell::garbage);
      }
      play_step(cells, step + 1);
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
    const auto chain = play_chain(cells);
    longest_chain_ = std::max(longest_chain_, static_cast<int>(chain.size()));
    all_links_.insert(all_links_.end(), chain.begin(), chain.end());
    if (!chain.empty() && meets_goal(chain, cells)) {
      solutions_.insert(path_);
      distinct_solutions_.insert(fields_);
    } else {
      play_step(cells, step + 1);
    }
    all_links_.resize(all_links_.size() - chain.size());
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

  // Returns true if the goal's colour includes this cell.
  bool is_goal_colour(rules::Cell cell) const {
    using enum notation::GoalColour;
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

  std::size_t goal_cells_in(const ErasedLink& link) const {
    std::size_t count = is_goal_colour(rules::Cell::garbage) ? link.garbage : 0;
    for (const auto& [cell, sizes] : link.groups) {
      for (const std::size_t size : sizes) count += is_goal_colour(cell) ? size : 0;
    }
    return count;
  }

  bool is_cleared(const Cells& cells) const {
    for (std::size_t x = 1; x <= 6; ++x) {
      for (std::size_t y = 1; y <= 13; ++y) {
        if (cells[x][y] != rules::Cell::empty && is_goal_colour(cells[x][y])) return false;
      }
    }
    return true;
  }

  bool meets_bound(std::size_t number) const {
    const auto wanted = static_cast<std::size_t>(puzzle_.goal.count);
    return puzzle_.goal.bound == notation::GoalBound::exactly ? number == wanted : number >= wanted;
  }

  bool meets_goal(const std::vector<ErasedLink>& links, const Cells& after) const {
    using enum notation::GoalKind;
    switch (puzzle_.goal.kind) {
      case clear_all:
        return is_cleared(after);
      case chain:
        return meets_bound(links.size());
      case chain_and_clear:
        return meets_bound(links.size()) && is_cleared(after);
      case colours_vanish: {
        std::set<rules::Cell> colours;
        for (const ErasedLink& link : all_links_) {
          for (const auto& group : link.groups) colours.insert(group.first);
        }
        return meets_bound(colours.size());
      }
      case cells_vanish: {
        std::size_t count = 0;
        for (const ErasedLink& link : all_links_) count += goal_cells_in(link);
        return meets_bound(count);
      }
      case colours_at_once:
      case cells_at_once:
      case groups_at_once:
      case connected:
        break;
    }
    for (const ErasedLink& link : links) {
      if (meets_goal(link)) return true;
    }
    return false;
  }

  bool meets_goal(const ErasedLink& link) const {
    using enum notation::GoalKind;
    if (puzzle_.goal.kind == colours_at_once) return meets_bound(link.groups.size());
    if (puzzle_.goal.kind == cells_at_once) return meets_bound(goal_cells_in(link));
    std::size_t groups = 0;
    std::size_t largest = 0;
    for (const auto& [cell, sizes] : link.groups) {
      if (!is_goal_colour(cell)) continue;
      groups += sizes.size();
      for (const std::size_t size : sizes) largest = std::max(largest, size);
    }
    return meets_bound(puzzle_.goal.kind == groups_at_once ? groups : largest);
  }

  const puzzles::Puzzle& puzzle_;
  Solutions solutions_;
  std::set<Fields> distinct_solutions_;
  std::vector<std::size_t> path_;
  Fields fields_;
  std::vector<ErasedLink> all_links_;  // the links so far
  int longest_chain_ = 0;
};

}  // namespace rensa::naive
