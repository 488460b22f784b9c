#include "engine/notation/digits.h"

#include <array>
#include <cassert>
#include <optional>
#include <vector>

namespace rensa::notation {
namespace {

// The digits are the values of Cell, but for purple's, which the reference does not have.
std::optional<rules::Cell> cell_of(char digit) {
  if (digit < '0' || digit > '7' || !rules::is_cell(static_cast<unsigned>(digit - '0'))) return std::nullopt;
  const auto cell = static_cast<rules::Cell>(digit - '0');
  return cell == rules::Cell::purple ? std::nullopt : std::optional(cell);
}

char digit_of(rules::Cell cell) { return static_cast<char>('0' + static_cast<int>(cell)); }

rules::ParseError error_at(std::string_view text, std::size_t index, std::string_view why) {
  return {rules::name_of(text[index]) + " at position " + std::to_string(index + 1) + " " + std::string(why),
          index + 1};
}

std::string place_of(int x, int y) { return "column " + std::to_string(x) + ", row " + std::to_string(y); }

}  // namespace

rules::Parsed<rules::Field> field_of_digits(std::string_view text) {
  // A strange character explains more than a wrong length, so it is looked for first.
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!cell_of(text[i])) return error_at(text, i, "is not a cell: 0, 1, 4, 5, 6 and 7 are");
  }
  if (text.size() != 72 && text.size() != 78 && text.size() != 84) {
    return rules::ParseError{"a field has 72, 78 or 84 digits, not " + std::to_string(text.size()), 0};
  }
  rules::Field field;
  int y = static_cast<int>(text.size()) / rules::kColumns;
  int x = 1;
  for (const char digit : text) {
    field.put(x, y, *cell_of(digit));
    if (++x > rules::kColumns) {
      x = 1;
      --y;
    }
  }
  return field;
}

rules::Parsed<std::string> digits_of(const rules::Field& field, int rows) {
  assert(rows >= rules::kVisibleRows && rows <= rules::kTrapRow);
  std::string text;
  for (int y = rules::kTrapRow; y >= 1; --y) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      const rules::Cell cell = field.at(x, y);
      if (cell == rules::Cell::purple) return rules::ParseError{place_of(x, y) + ": there is no digit for purple", 0};
      if (y <= rows) {
        text += digit_of(cell);
      } else if (cell != rules::Cell::empty) {
        return rules::ParseError{place_of(x, y) + " is filled, but only " + std::to_string(rows) + " rows are written",
                                 0};
      }
    }
  }
  return text;
}

rules::Parsed<rules::PairQueue> queue_of_digits(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::optional<rules::Cell> cell = cell_of(text[i]);
    if (!cell || !rules::is_colour(*cell)) return error_at(text, i, "is not a colour: 4, 5, 6 and 7 are");
  }
  if (text.empty()) return rules::ParseError{"a queue needs at least one pair", 0};
  if (text.size() % 2 != 0) {
    return rules::ParseError{"the text ends at position " + std::to_string(text.size()) + " in the middle of a pair",
                             text.size()};
  }
  if (text.size() > 2 * rules::PairQueue::kLength)
    return error_at(text, 2 * rules::PairQueue::kLength, "begins a 129th pair");
  std::vector<rules::Pair> pairs;
  for (std::size_t i = 0; i < text.size(); i += 2) pairs.push_back({*cell_of(text[i]), *cell_of(text[i + 1])});
  return rules::PairQueue::from_pairs(pairs);
}

rules::Parsed<std::string> digits_of(const rules::PairQueue& queue) {
  std::string text;
  for (const rules::Pair pair : queue.pairs()) {
    for (const rules::Cell cell : {pair.axis, pair.child}) {
      if (cell == rules::Cell::purple) {
        return rules::ParseError{"pair " + std::to_string(text.size() / 2 + 1) + ": there is no digit for purple", 0};
      }
      text += digit_of(cell);
    }
  }
  return text;
}

}  // namespace rensa::notation
