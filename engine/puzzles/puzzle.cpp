#include "engine/puzzles/puzzle.h"

#include <algorithm>
#include <cassert>

#include "engine/puzzles/flaw.h"

namespace rensa::puzzles {

namespace {

Step step_of(const rules::SharedMove& move) {
  if (const auto* placed = std::get_if<rules::PlacedPair>(&move)) return placed->pair;
  if (const auto* shown = std::get_if<rules::ShownPair>(&move)) return shown->pair;
  return std::get<rules::GarbageDrop>(move);
}

}  // namespace

int hands_of(std::span<const Step> steps) {
  return static_cast<int>(std::count_if(steps.begin(), steps.end(),
                                        [](const Step& step) { return std::holds_alternative<rules::Pair>(step); }));
}

rules::Parsed<Puzzle> puzzle_of(const rules::Shared& shared) {
  const auto field = rules::field_of(shared.field);
  if (const auto flaw = flaw_of(shared)) {
    // The field can say which cell it is.
    return *flaw == Flaw::strange_cells ? field.error() : rules::ParseError{text_of(*flaw), 0};
  }
  Puzzle puzzle{.field = *field, .steps = {}, .goal = *shared.goal};
  for (const rules::SharedMove& move : shared.moves) puzzle.steps.push_back(step_of(move));
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

}  // namespace rensa::puzzles
