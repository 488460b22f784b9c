#include "engine/puzzles/puzzle.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

#include "engine/rules/link.h"

namespace rensa::puzzles {

namespace {

bool is_garbage(const notation::SharedMove& move) { return std::holds_alternative<notation::GarbageDrop>(move); }

bool is_playable(const notation::SharedMove& move) {
  if (const auto* placed = std::get_if<notation::PlacedPair>(&move)) return placed->pair.has_colours();
  if (const auto* shown = std::get_if<notation::UpcomingPair>(&move)) return shown->pair.has_colours();
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
    // For an unknown cell, the error of playable_field() is returned, because it names the cell.
    return *flaw == PuzzleFlaw::unknown_cells ? field.error() : rules::ParseError{text_of(*flaw), 0};
  }
  Puzzle puzzle{.field = *field, .steps = {}, .goal = *shared.goal};
  for (const notation::SharedMove& move : shared.moves) puzzle.steps.push_back(step_of(move));
  return puzzle;
}

notation::SharedPosition shared_position_of(const Puzzle& puzzle) { return shared_position_of(puzzle, {}); }

notation::SharedPosition shared_position_of(const Puzzle& puzzle, std::span<const rules::Placement> solution) {
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

namespace {

// The letter of each colour, in the order of rules::kColours.
using Letters = std::array<char, rules::kMaxColours>;

char letter_of(rules::Cell cell, const Letters& letters) {
  if (cell == rules::Cell::garbage) return 'O';
  return letters[rules::index_of(cell)];
}

void add_column(std::string& text, const rules::Field& field, int x, const Letters& letters) {
  for (int y = 1; field.at(x, y) != rules::Cell::empty; ++y) text += letter_of(field.at(x, y), letters);
  text += '/';
}

void add_pair(std::string& text, rules::Pair pair, const Letters& letters) {
  const char axis = letter_of(pair.axis, letters);
  const char child = letter_of(pair.child, letters);
  text += std::min(axis, child);
  text += std::max(axis, child);
}

std::string text_of(const Puzzle& puzzle, const Letters& letters) {
  std::string text;
  for (int x = 1; x <= rules::kColumns; ++x) add_column(text, puzzle.field, x, letters);
  for (const Step& step : puzzle.steps) {
    if (const auto* pair = std::get_if<rules::Pair>(&step)) {
      add_pair(text, *pair, letters);
      continue;
    }
    for (const int count : std::get<notation::GarbageDrop>(step).counts) text += std::to_string(count) + ',';
  }
  return text;
}

// Indices into rules::kColours: first the colours of the field in the order of their first cell, then the others.
struct ColourOrder {
  std::array<std::size_t, rules::kMaxColours> colours{};
  std::size_t in_field = 0;
};

ColourOrder colour_order_of(const rules::Field& field) {
  ColourOrder order;
  std::iota(order.colours.begin(), order.colours.end(), std::size_t{0});
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; field.at(x, y) != rules::Cell::empty; ++y) {
      const auto rest =
          std::find_if(order.colours.begin() + static_cast<std::ptrdiff_t>(order.in_field), order.colours.end(),
                       [&](std::size_t i) { return rules::kColours[i] == field.at(x, y); });
      if (rest != order.colours.end()) std::swap(order.colours[order.in_field++], *rest);
    }
  }
  std::sort(order.colours.begin() + static_cast<std::ptrdiff_t>(order.in_field), order.colours.end());
  return order;
}

// Returns the alphabetically first text of a puzzle over all ways to name its colours by letters. The colours of the
// field get letters in the order of ColourOrder. Colours that only pairs have are tried in all orders, because the
// puyos of a pair can be swapped.
std::string smallest_text_of(const Puzzle& puzzle) {
  ColourOrder order = colour_order_of(puzzle.field);
  std::string least;
  do {
    Letters letters{};
    for (std::size_t i = 0; i < letters.size(); ++i) letters[order.colours[i]] = static_cast<char>('a' + i);
    std::string text = text_of(puzzle, letters);
    if (least.empty() || text < least) least = std::move(text);
  } while (
      std::next_permutation(order.colours.begin() + static_cast<std::ptrdiff_t>(order.in_field), order.colours.end()));
  return least;
}

Puzzle mirror_image_of(const Puzzle& puzzle) {
  Puzzle image = puzzle;
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= rules::kHiddenRow; ++y) image.field.put(rules::kColumns + 1 - x, y, puzzle.field.at(x, y));
  }
  for (Step& step : image.steps) {
    if (auto* garbage = std::get_if<notation::GarbageDrop>(&step)) {
      std::reverse(garbage->counts.begin(), garbage->counts.end());
    }
  }
  return image;
}

}  // namespace

std::string canonical_text_of(const Puzzle& puzzle) {
  const std::string least = std::min(smallest_text_of(puzzle), smallest_text_of(mirror_image_of(puzzle)));
  const notation::Goal& goal = puzzle.goal;
  return least + ' ' + std::to_string(static_cast<int>(goal.kind)) + ' ' +
         std::to_string(static_cast<int>(goal.bound)) + ' ' + std::to_string(static_cast<int>(goal.colour)) + ' ' +
         std::to_string(goal.count);
}

}  // namespace rensa::puzzles
