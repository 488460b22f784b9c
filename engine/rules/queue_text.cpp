#include "engine/rules/queue_text.h"

#include <algorithm>
#include <vector>

namespace rensa::rules {
namespace {

constexpr std::string_view kLetters = "RBYGP";  // in the order of kColours

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

ParseError error_at(std::size_t index, const std::string& what, std::string_view why) {
  return {what + " at position " + std::to_string(index + 1) + " " + std::string(why), index + 1};
}

}  // namespace

std::string text_of(Pair pair) {
  const auto letter = [](Cell cell) {
    const auto colour = std::find(kColours.begin(), kColours.end(), cell);
    return colour == kColours.end() ? '?' : kLetters[static_cast<std::size_t>(colour - kColours.begin())];
  };
  return {letter(pair.axis), letter(pair.child)};
}

std::string text_of(const PairQueue& queue) {
  std::string text;
  for (const Pair pair : queue.pairs()) {
    if (!text.empty()) text += ' ';
    text += text_of(pair);
  }
  return text;
}

Parsed<PairQueue> queue_of_text(std::string_view text) {
  std::vector<Pair> pairs;
  Cell axis = Cell::empty;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_space(text[i])) {
      if (axis != Cell::empty) return error_at(i, name_of(text[i]), "stands within a pair");
      continue;
    }
    const std::size_t index = kLetters.find(text[i]);
    if (index == std::string_view::npos) return error_at(i, name_of(text[i]), "is not a colour: R, B, Y, G and P are");
    const Cell colour = kColours[index];
    if (axis == Cell::empty) {
      if (pairs.size() == PairQueue::kLength) return error_at(i, name_of(text[i]), "begins a 129th pair");
      axis = colour;
    } else {
      pairs.push_back({axis, colour});
      axis = Cell::empty;
    }
  }
  if (axis != Cell::empty) return error_at(text.size() - 1, name_of(text.back()), "has no child");
  if (pairs.empty()) return ParseError{"a queue needs at least one pair", 0};
  return PairQueue::from_pairs(pairs);
}

}  // namespace rensa::rules
