#include "engine/puzzle/puzzle.h"

#include <algorithm>
#include <cassert>
#include <string>

#include "engine/rules/groups.h"

namespace rensa::puzzle {

namespace {

rules::ParseError wrong(std::string what) { return {std::move(what), 0}; }

Step step_of(const rules::SharedMove& move) {
  if (const auto* placed = std::get_if<rules::PlacedPair>(&move)) return placed->pair;
  if (const auto* shown = std::get_if<rules::ShownPair>(&move)) return shown->pair;
  return std::get<rules::GarbageDrop>(move);
}

bool is_playable(const Step& step) {
  const auto* pair = std::get_if<rules::Pair>(&step);
  return pair == nullptr || (rules::is_colour(pair->axis) && rules::is_colour(pair->child));
}

}  // namespace

int hands_of(std::span<const Step> steps) {
  return static_cast<int>(std::count_if(steps.begin(), steps.end(),
                                        [](const Step& step) { return std::holds_alternative<rules::Pair>(step); }));
}

rules::Parsed<Puzzle> puzzle_of(const rules::Shared& shared) {
  if (!shared.goal)
    return wrong("there is no goal in it: a puzzle ends in three letters such as u03, a chain of three");
  if (shared.goal->count == 0 && shared.goal->kind != rules::GoalKind::clear_all) {
    return wrong("its goal is to do something no times");
  }
  const auto field = rules::field_of(shared.field);
  if (!field) return field.error();
  if (!field->is_at_rest()) return wrong("something in the field hangs in the air");
  if (!rules::groups_of_four(field->planes()).empty())
    return wrong("four in the field vanish before anything is placed");
  if (field->is_choked()) return wrong("no pair can appear: column 3 is filled up to row 12");

  Puzzle puzzle{.field = *field, .steps = {}, .goal = *shared.goal};
  for (const rules::SharedMove& move : shared.moves) puzzle.steps.push_back(step_of(move));
  if (!std::all_of(puzzle.steps.begin(), puzzle.steps.end(), is_playable)) {
    return wrong("a pair has no two colours");
  }
  const int hands = hands_of(puzzle.steps);
  if (hands == 0) return wrong("there is no pair to be placed");
  if (hands > kMostHands || puzzle.steps.size() > 2 * kMostHands) {
    return wrong("there are more than " + std::to_string(kMostHands) + " pairs, or garbage without end");
  }
  return puzzle;
}

rules::Shared shared_of(const Puzzle& puzzle) { return shared_of(puzzle, {}); }

rules::Shared shared_of(const Puzzle& puzzle, std::span<const rules::Placement> solution) {
  const auto field = rules::shared_field_of(puzzle.field);
  assert(field.ok());
  rules::Shared shared{.field = *field, .moves = {}, .goal = puzzle.goal};
  for (const Step& step : puzzle.steps) {
    const auto* pair = std::get_if<rules::Pair>(&step);
    if (pair == nullptr) {
      shared.moves.emplace_back(std::get<rules::GarbageDrop>(step));
    } else if (solution.empty()) {
      shared.moves.emplace_back(rules::ShownPair{*pair});
    } else {
      shared.moves.emplace_back(rules::PlacedPair{.pair = *pair, .placement = solution.front()});
      solution = solution.subspan(1);
    }
  }
  return shared;
}

void drop_garbage(rules::Field& field, const rules::GarbageDrop& drop) {
  const rules::Heights heights = field.heights();
  for (int x = 1; x <= rules::kColumns; ++x) {
    const int height = heights[static_cast<std::size_t>(x)];
    const int top = std::min(height + drop.counts[static_cast<std::size_t>(x - 1)], rules::kHiddenRow);
    for (int y = height + 1; y <= top; ++y) field.put(x, y, rules::Cell::garbage);
  }
}

}  // namespace rensa::puzzle
