#include "engine/puzzles/goal.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "engine/rules/link.h"

namespace rensa::puzzles {

namespace {

VanishedLink vanished_link_of(const rules::Planes& planes, rules::Board erased) {
  VanishedLink link;
  for (std::size_t colour = 0; colour < rules::kColours.size(); ++colour) {
    rules::Board left = erased & planes.holding(rules::kColours[colour]);
    link.cells[colour] = left.count();
    while (!left.empty()) {
      const rules::Board group = rules::group_around(rules::pick_cell(left), left);
      ++link.groups[colour];
      link.largest[colour] = std::max(link.largest[colour], group.count());
      left = left.without(group);
    }
  }
  return link;
}

}  // namespace

int count_colours(const CountByColour& cells) {
  return static_cast<int>(std::count_if(cells.begin(), cells.end(), [](int count) { return count > 0; }));
}

std::vector<VanishedLink> play_chain(rules::Field& field) {
  std::vector<VanishedLink> links;
  for (;;) {
    const rules::Planes before = field.planes();
    const rules::Board erased = rules::groups_of_four(before);
    if (erased.empty()) return links;
    links.push_back(vanished_link_of(before, erased));
    links.back().garbage = rules::erase_groups(field).garbage;
    rules::settle(field);
  }
}

PuyoCounts count_puyos(const rules::Field& field) {
  PuyoCounts contents;
  for (std::size_t colour = 0; colour < rules::kColours.size(); ++colour) {
    contents.cells[colour] = field.planes().holding(rules::kColours[colour]).count();
  }
  contents.garbage = field.planes().garbage().count();
  return contents;
}

namespace {

using notation::Goal;
using notation::GoalBound;
using notation::GoalColour;
using notation::GoalKind;

constexpr std::array<rules::Cell, 6> kCellOfColour = {rules::Cell::empty, rules::Cell::red,    rules::Cell::green,
                                                      rules::Cell::blue,  rules::Cell::yellow, rules::Cell::purple};

bool counts_garbage(GoalColour colour) { return colour == GoalColour::any || colour == GoalColour::garbage; }

bool includes_colour(GoalColour colour, std::size_t index) {
  if (colour == GoalColour::any || colour == GoalColour::coloured) return true;
  return colour != GoalColour::garbage && kCellOfColour[static_cast<std::size_t>(colour)] == rules::kColours[index];
}

int sum_of(const CountByColour& values, GoalColour colour) {
  int sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += includes_colour(colour, i) ? values[i] : 0;
  return sum;
}

int greatest_of(const CountByColour& values, GoalColour colour) {
  int most = 0;
  for (std::size_t i = 0; i < values.size(); ++i) most = std::max(most, includes_colour(colour, i) ? values[i] : 0);
  return most;
}

bool meets_bound(const Goal& goal, int number) {
  return goal.bound == GoalBound::exactly ? number == goal.count : number >= goal.count;
}

bool is_cleared(GoalColour colour, const rules::Field& field) {
  if (colour == GoalColour::any) return field.is_all_clear();
  if (colour == GoalColour::coloured) return field.planes().coloured().empty();
  if (colour == GoalColour::garbage) return field.planes().garbage().empty();
  return field.planes().holding(kCellOfColour[static_cast<std::size_t>(colour)]).empty();
}

bool is_met_by(const Goal& goal, const VanishedLink& link) {
  const int garbage = counts_garbage(goal.colour) ? link.garbage : 0;
  switch (goal.kind) {
    case GoalKind::colours_at_once:
      return meets_bound(goal, count_colours(link.cells));
    case GoalKind::cells_at_once:
      return meets_bound(goal, sum_of(link.cells, goal.colour) + garbage);
    case GoalKind::groups_at_once:
      return meets_bound(goal, sum_of(link.groups, goal.colour));
    case GoalKind::connected:
    case GoalKind::clear_all:
    case GoalKind::colours_vanish:
    case GoalKind::cells_vanish:
    case GoalKind::chain:
    case GoalKind::chain_and_clear:
      break;
  }
  return meets_bound(goal, greatest_of(link.largest, goal.colour));
}

// Counts the cells of each colour that could vanish, in the field and in the pairs to come. If a colour has fewer than
// four cells in all, none of them can vanish.
CountByColour count_vanishable(const PuyoCounts& in_field, const PuyoCounts& to_come) {
  CountByColour cells{};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const int all = in_field.cells[i] + to_come.cells[i];
    cells[i] = all < 4 ? 0 : all;
  }
  return cells;
}

CountByColour max_groups_of(CountByColour cells) {
  for (int& count : cells) count /= 4;
  return cells;
}

// Returns false if the field has cells of a colour that cannot vanish. Garbage vanishes with coloured cells.
bool can_be_cleared(GoalColour colour, const PuyoCounts& in_field, const CountByColour& could) {
  for (std::size_t i = 0; i < could.size(); ++i) {
    if (includes_colour(colour, i) && in_field.cells[i] > 0 && could[i] == 0) return false;
  }
  return true;
}

}  // namespace

bool needs_link_details(const Goal& goal) {
  return goal.kind != GoalKind::clear_all && goal.kind != GoalKind::chain && goal.kind != GoalKind::chain_and_clear;
}

bool is_met(const Goal& goal, int links, const rules::Field& after) {
  if (goal.kind != GoalKind::clear_all && !meets_bound(goal, links)) return false;
  return goal.kind == GoalKind::chain || is_cleared(goal.colour, after);
}

bool is_met(const Goal& goal, std::span<const VanishedLink> links, const PuyoCounts& vanished,
            const rules::Field& after) {
  if (!needs_link_details(goal)) return is_met(goal, static_cast<int>(links.size()), after);
  if (goal.kind == GoalKind::colours_vanish) return meets_bound(goal, count_colours(vanished.cells));
  if (goal.kind == GoalKind::cells_vanish) {
    const int garbage = counts_garbage(goal.colour) ? vanished.garbage : 0;
    return meets_bound(goal, sum_of(vanished.cells, goal.colour) + garbage);
  }
  return std::any_of(links.begin(), links.end(), [&goal](const VanishedLink& link) { return is_met_by(goal, link); });
}

void add(PuyoCounts& vanished, std::span<const VanishedLink> links) {
  for (const VanishedLink& link : links) {
    for (std::size_t i = 0; i < link.cells.size(); ++i) vanished.cells[i] += link.cells[i];
    vanished.garbage += link.garbage;
  }
}

bool can_be_met(const Goal& goal, const PuyoCounts& in_field, const PuyoCounts& to_come, const PuyoCounts& vanished) {
  const CountByColour could = count_vanishable(in_field, to_come);
  const CountByColour groups = max_groups_of(could);
  const int garbage = counts_garbage(goal.colour) ? in_field.garbage + to_come.garbage : 0;
  switch (goal.kind) {
    case GoalKind::clear_all:
      return can_be_cleared(goal.colour, in_field, could);
    case GoalKind::chain:
      return sum_of(groups, GoalColour::any) >= goal.count;
    case GoalKind::chain_and_clear:
      return sum_of(groups, GoalColour::any) >= goal.count && can_be_cleared(goal.colour, in_field, could);
    case GoalKind::colours_vanish: {
      CountByColour all = could;
      for (std::size_t i = 0; i < all.size(); ++i) all[i] += vanished.cells[i];
      return count_colours(all) >= goal.count;
    }
    case GoalKind::cells_vanish: {
      const int before = sum_of(vanished.cells, goal.colour) + (counts_garbage(goal.colour) ? vanished.garbage : 0);
      if (goal.bound == GoalBound::exactly && before > goal.count) return false;
      return before + sum_of(could, goal.colour) + garbage >= goal.count;
    }
    case GoalKind::colours_at_once:
      return count_colours(could) >= goal.count;
    case GoalKind::cells_at_once:
      return sum_of(could, goal.colour) + garbage >= goal.count;
    case GoalKind::groups_at_once:
      return sum_of(groups, goal.colour) >= goal.count;
    case GoalKind::connected:
      break;
  }
  return greatest_of(could, goal.colour) >= goal.count;
}

PuyoCounts count_puyos(std::span<const Step> steps) {
  PuyoCounts contents;
  for (const Step& step : steps) {
    const auto* pair = std::get_if<rules::Pair>(&step);
    if (pair == nullptr) {
      const auto& counts = std::get<notation::GarbageDrop>(step).counts;
      contents.garbage += std::accumulate(counts.begin(), counts.end(), 0);
      continue;
    }
    for (std::size_t i = 0; i < rules::kColours.size(); ++i) {
      contents.cells[i] += (pair->axis == rules::kColours[i] ? 1 : 0) + (pair->child == rules::kColours[i] ? 1 : 0);
    }
  }
  return contents;
}

std::string text_of(const Goal& goal) {
  constexpr std::array<std::string_view, 8> kNames = {"",        " red",    " green",   " blue",
                                                      " yellow", " purple", " garbage", " coloured"};
  const std::string colour(kNames[static_cast<std::size_t>(goal.colour)]);
  const std::string all = goal.colour == GoalColour::any ? " everything" : " all" + colour;
  const auto number_of = [&goal](const std::string& noun) {
    return (goal.bound == GoalBound::at_least ? "at least " : "") + std::to_string(goal.count) + noun +
           (goal.count == 1 ? "" : "s");
  };
  switch (goal.kind) {
    case GoalKind::clear_all:
      return "clear" + all;
    case GoalKind::colours_vanish:
      return "let " + number_of(" colour") + " vanish";
    case GoalKind::cells_vanish:
      return "let " + number_of(colour + " puyo") + " vanish";
    case GoalKind::chain:
      return "a chain of " + number_of(" link");
    case GoalKind::chain_and_clear:
      return "a chain of " + number_of(" link") + " that clears" + all;
    case GoalKind::colours_at_once:
      return number_of(" colour") + " at once";
    case GoalKind::cells_at_once:
      return number_of(colour + " puyo") + " at once";
    case GoalKind::groups_at_once:
      return number_of(colour + " group") + " at once";
    case GoalKind::connected:
      break;
  }
  return "let " + number_of(colour + " puyo") + " in one group vanish";
}

}  // namespace rensa::puzzles
