#include "engine/puzzles/puzzle.h"

#include <algorithm>
#include <cassert>
#include <variant>

#include "engine/rules/groups.h"

namespace rensa::puzzles {

namespace {

bool is_garbage(const notation::SharedMove& move) { return std::holds_alternative<notation::GarbageDrop>(move); }

bool has_colours(const rules::Pair& pair) { return rules::is_colour(pair.axis) && rules::is_colour(pair.child); }

bool is_playable(const notation::SharedMove& move) {
  if (const auto* placed = std::get_if<notation::PlacedPair>(&move)) return has_colours(placed->pair);
  if (const auto* shown = std::get_if<notation::ShownPair>(&move)) return has_colours(shown->pair);
  return true;
}

std::optional<Flaw> flaw_of(const notation::Goal& goal) {
  const bool is_of_nothing = goal.count == 0 && goal.kind != notation::GoalKind::clear_all;
  return is_of_nothing ? std::optional(Flaw::goal_of_nothing) : std::nullopt;
}

std::optional<Flaw> flaw_of(const notation::SharedField& shared) {
  const auto field = notation::field_of(shared);
  if (!field) return Flaw::strange_cells;
  if (!field->is_at_rest()) return Flaw::hangs;
  if (!rules::groups_of_four(field->planes()).empty()) return Flaw::vanishes;
  if (field->is_choked()) return Flaw::choked;
  return std::nullopt;
}

std::optional<Flaw> flaw_of(const std::vector<notation::SharedMove>& moves) {
  if (!std::all_of(moves.begin(), moves.end(), is_playable)) return Flaw::colourless;
  const auto pairs = moves.end() - moves.begin() - std::count_if(moves.begin(), moves.end(), is_garbage);
  if (pairs == 0) return Flaw::no_pair;
  if (pairs > kMostHands || moves.size() > 2 * kMostHands) return Flaw::endless;
  return std::nullopt;
}

}  // namespace

std::optional<Flaw> flaw_of(const notation::Shared& shared) {
  if (!shared.goal) return Flaw::no_goal;
  if (const auto flaw = flaw_of(*shared.goal)) return flaw;
  if (const auto flaw = flaw_of(shared.field)) return flaw;
  return flaw_of(shared.moves);
}

std::string text_of(Flaw flaw) {
  switch (flaw) {
    case Flaw::no_goal:
      return "there is no goal in it: a puzzle ends in three letters such as u03, a chain of three";
    case Flaw::goal_of_nothing:
      return "its goal is to do something no times";
    case Flaw::strange_cells:
      return "the field has cells that the rules do not know";
    case Flaw::hangs:
      return "something in the field hangs in the air";
    case Flaw::vanishes:
      return "four in the field vanish before anything is placed";
    case Flaw::choked:
      return "no pair can appear: column 3 is filled up to row 12";
    case Flaw::colourless:
      return "a pair has no two colours";
    case Flaw::no_pair:
      return "there is no pair to be placed";
    case Flaw::endless:
      return "there are more than " + std::to_string(kMostHands) + " pairs, or garbage without end";
  }
  return "";
}

namespace {

Step step_of(const notation::SharedMove& move) {
  if (const auto* placed = std::get_if<notation::PlacedPair>(&move)) return placed->pair;
  if (const auto* shown = std::get_if<notation::ShownPair>(&move)) return shown->pair;
  return std::get<notation::GarbageDrop>(move);
}

}  // namespace

int hands_of(std::span<const Step> steps) {
  return static_cast<int>(std::count_if(steps.begin(), steps.end(),
                                        [](const Step& step) { return std::holds_alternative<rules::Pair>(step); }));
}

rules::Parsed<Puzzle> puzzle_of(const notation::Shared& shared) {
  const auto field = notation::field_of(shared.field);
  if (const auto flaw = flaw_of(shared)) {
    // The field can say which cell it is.
    return *flaw == Flaw::strange_cells ? field.error() : rules::ParseError{text_of(*flaw), 0};
  }
  Puzzle puzzle{.field = *field, .steps = {}, .goal = *shared.goal};
  for (const notation::SharedMove& move : shared.moves) puzzle.steps.push_back(step_of(move));
  return puzzle;
}

notation::Shared shared_of(const Puzzle& puzzle) { return shared_of(puzzle, {}); }

notation::Shared shared_of(const Puzzle& puzzle, std::span<const rules::Placement> solution) {
  const auto field = notation::shared_field_of(puzzle.field);
  assert(field.ok());
  notation::Shared shared{.field = *field, .moves = {}, .goal = puzzle.goal};
  for (const Step& step : puzzle.steps) {
    const auto* pair = std::get_if<rules::Pair>(&step);
    if (pair == nullptr) {
      shared.moves.emplace_back(std::get<notation::GarbageDrop>(step));
    } else if (solution.empty()) {
      shared.moves.emplace_back(notation::ShownPair{*pair});
    } else {
      shared.moves.emplace_back(notation::PlacedPair{.pair = *pair, .placement = solution.front()});
      solution = solution.subspan(1);
    }
  }
  return shared;
}

void drop_garbage(rules::Field& field, const notation::GarbageDrop& drop) {
  const rules::Heights heights = field.heights();
  for (int x = 1; x <= rules::kColumns; ++x) {
    const int height = heights[static_cast<std::size_t>(x)];
    const int top = std::min(height + drop.counts[static_cast<std::size_t>(x - 1)], rules::kHiddenRow);
    for (int y = height + 1; y <= top; ++y) field.put(x, y, rules::Cell::garbage);
  }
}

}  // namespace rensa::puzzles
