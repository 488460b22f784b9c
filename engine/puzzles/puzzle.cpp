#include "engine/puzzles/puzzle.h"

#include <algorithm>
#include <cassert>
#include <variant>

#include "engine/rules/link.h"

namespace rensa::puzzles {

namespace {

bool is_garbage(const notation::SharedMove& move) { return std::holds_alternative<notation::GarbageDrop>(move); }

bool has_colours(const rules::Pair& pair) { return rules::is_colour(pair.axis) && rules::is_colour(pair.child); }

bool is_playable(const notation::SharedMove& move) {
  if (const auto* placed = std::get_if<notation::PlacedPair>(&move)) return has_colours(placed->pair);
  if (const auto* shown = std::get_if<notation::UpcomingPair>(&move)) return has_colours(shown->pair);
  return true;
}

std::optional<PuzzleFlaw> find_flaw(const notation::Goal& goal) {
  const bool is_zero = goal.count == 0 && goal.kind != notation::GoalKind::clear_all;
  return is_zero ? std::optional(PuzzleFlaw::zero_goal) : std::nullopt;
}

std::optional<PuzzleFlaw> find_flaw(const notation::SharedField& shared) {
  const auto field = notation::playable_field(shared);
  if (!field) return PuzzleFlaw::unknown_cells;
  if (!field->is_at_rest()) return PuzzleFlaw::floating_cells;
  if (!rules::groups_of_four(field->planes()).empty()) return PuzzleFlaw::complete_group;
  if (field->is_choked()) return PuzzleFlaw::choked;
  return std::nullopt;
}

std::optional<PuzzleFlaw> find_flaw(const std::vector<notation::SharedMove>& moves) {
  if (!std::all_of(moves.begin(), moves.end(), is_playable)) return PuzzleFlaw::pair_without_colours;
  const auto pairs = moves.end() - moves.begin() - std::count_if(moves.begin(), moves.end(), is_garbage);
  if (pairs == 0) return PuzzleFlaw::no_pair;
  if (pairs > kMaxHands || moves.size() > 2 * kMaxHands) return PuzzleFlaw::too_long;
  return std::nullopt;
}

}  // namespace

std::optional<PuzzleFlaw> find_flaw(const notation::SharedPosition& shared) {
  if (!shared.goal) return PuzzleFlaw::no_goal;
  if (const auto flaw = find_flaw(*shared.goal)) return flaw;
  if (const auto flaw = find_flaw(shared.field)) return flaw;
  return find_flaw(shared.moves);
}

std::string text_of(PuzzleFlaw flaw) {
  switch (flaw) {
    case PuzzleFlaw::no_goal:
      return "there is no goal in it: a puzzle ends in three letters such as u03, a chain of three";
    case PuzzleFlaw::zero_goal:
      return "its goal is to do something no times";
    case PuzzleFlaw::unknown_cells:
      return "the field has cells that the rules do not know";
    case PuzzleFlaw::floating_cells:
      return "something in the field hangs in the air";
    case PuzzleFlaw::complete_group:
      return "four in the field vanish before anything is placed";
    case PuzzleFlaw::choked:
      return "no pair can appear: column 3 is filled up to row 12";
    case PuzzleFlaw::pair_without_colours:
      return "a pair has no two colours";
    case PuzzleFlaw::no_pair:
      return "there is no pair to be placed";
    case PuzzleFlaw::too_long:
      return "there are more than " + std::to_string(kMaxHands) + " pairs, or garbage without end";
  }
  return "";
}

namespace {

Step step_of(const notation::SharedMove& move) {
  if (const auto* placed = std::get_if<notation::PlacedPair>(&move)) return placed->pair;
  if (const auto* shown = std::get_if<notation::UpcomingPair>(&move)) return shown->pair;
  return std::get<notation::GarbageDrop>(move);
}

}  // namespace

int count_pairs(std::span<const Step> steps) {
  return static_cast<int>(std::count_if(steps.begin(), steps.end(),
                                        [](const Step& step) { return std::holds_alternative<rules::Pair>(step); }));
}

rules::Parsed<Puzzle> puzzle_of(const notation::SharedPosition& shared) {
  const auto field = notation::playable_field(shared.field);
  if (const auto flaw = find_flaw(shared)) {
    // The error of the field names the cell.
    return *flaw == PuzzleFlaw::unknown_cells ? field.error() : rules::ParseError{text_of(*flaw), 0};
  }
  Puzzle puzzle{.field = *field, .steps = {}, .goal = *shared.goal};
  for (const notation::SharedMove& move : shared.moves) puzzle.steps.push_back(step_of(move));
  return puzzle;
}

notation::SharedPosition shared_of(const Puzzle& puzzle) { return shared_of(puzzle, {}); }

notation::SharedPosition shared_of(const Puzzle& puzzle, std::span<const rules::Placement> solution) {
  const auto field = notation::shared_field(puzzle.field);
  assert(field.ok());
  notation::SharedPosition shared{.field = *field, .moves = {}, .goal = puzzle.goal};
  for (const Step& step : puzzle.steps) {
    const auto* pair = std::get_if<rules::Pair>(&step);
    if (pair == nullptr) {
      shared.moves.emplace_back(std::get<notation::GarbageDrop>(step));
    } else if (solution.empty()) {
      shared.moves.emplace_back(notation::UpcomingPair{*pair});
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
