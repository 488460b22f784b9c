#include "engine/notation/queue_text.h"

#include <algorithm>
#include <vector>

namespace rensa::notation {
namespace {

constexpr std::string_view kLetters = "RBYGP";  // in the order of kColours

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

rules::ParseError error_at(std::size_t index, const std::string& what, std::string_view why) {
  return {what + " at position " + std::to_string(index + 1) + " " + std::string(why), index + 1};
}

}  // namespace

std::string text_of(rules::Pair pair) {
  const auto letter = [](rules::Cell cell) {
    const auto colour = std::find(rules::kColours.begin(), rules::kColours.end(), cell);
    return colour == rules::kColours.end() ? '?' : kLetters[static_cast<std::size_t>(colour - rules::kColours.begin())];
  };
  return {letter(pair.axis), letter(pair.child)};
}

std::string text_of(const rules::PairQueue& queue) {
  std::string text;
  for (const rules::Pair pair : queue.pairs()) {
    if (!text.empty()) text += ' ';
    text += text_of(pair);
  }
  return text;
}

rules::Parsed<rules::PairQueue> queue_of_text(std::string_view text) {
  std::vector<rules::Pair> pairs;
  rules::Cell axis = rules::Cell::empty;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_space(text[i])) {
      if (axis != rules::Cell::empty) return error_at(i, rules::name_of(text[i]), "stands within a pair");
      continue;
    }
    const std::size_t index = kLetters.find(text[i]);
    if (index == std::string_view::npos)
      return error_at(i, rules::name_of(text[i]), "is not a colour: R, B, Y, G and P are");
    const rules::Cell colour = rules::kColours[index];
    if (axis == rules::Cell::empty) {
      if (pairs.size() == rules::PairQueue::kLength) return error_at(i, rules::name_of(text[i]), "begins a 129th pair");
      axis = colour;
    } else {
      pairs.push_back({axis, colour});
      axis = rules::Cell::empty;
    }
  }
  if (axis != rules::Cell::empty) return error_at(text.size() - 1, rules::name_of(text.back()), "has no child");
  if (pairs.empty()) return rules::ParseError{"a queue needs at least one pair", 0};
  return rules::PairQueue::from_pairs(pairs);
}

}  // namespace rensa::notation
