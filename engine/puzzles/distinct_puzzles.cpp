#include "engine/puzzles/distinct_puzzles.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace rensa::puzzles {

namespace {

// The letter of each colour, in the order of rules::kColours.
using Letters = std::array<char, rules::kMaxColours>;

char letter_of(rules::Cell cell, const Letters& letters) {
  if (cell == rules::Cell::garbage) return 'O';
  const auto* found = std::find(rules::kColours.begin(), rules::kColours.end(), cell);
  return letters[static_cast<std::size_t>(found - rules::kColours.begin())];
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

// Colours get letters in the order of ColourOrder. Colours that only pairs have are tried in all orders, because the
// puyos of a pair can be swapped.
std::string least_text(const Puzzle& puzzle) {
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
  const std::string least = std::min(least_text(puzzle), least_text(mirror_image_of(puzzle)));
  const notation::Goal& goal = puzzle.goal;
  return least + ' ' + std::to_string(static_cast<int>(goal.kind)) + ' ' +
         std::to_string(static_cast<int>(goal.bound)) + ' ' + std::to_string(static_cast<int>(goal.colour)) + ' ' +
         std::to_string(goal.count);
}

}  // namespace rensa::puzzles
