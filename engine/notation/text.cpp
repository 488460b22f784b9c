#include "engine/notation/text.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>
#include <vector>

namespace rensa::notation {

namespace {

constexpr std::string_view kCellLetters = ".OP RBYG";  // by the value of Cell; no cell has the value 3
constexpr std::string_view kSpaces = " \t\r\n";

// The digit of a cell is its value in Cell. Purple has no digit.
std::optional<rules::Cell> cell_of_digit(char digit) {
  if (digit < '0' || digit > '7' || !rules::is_cell(static_cast<unsigned>(digit - '0'))) return std::nullopt;
  const auto cell = static_cast<rules::Cell>(digit - '0');
  return cell == rules::Cell::purple ? std::nullopt : std::optional(cell);
}

char digit_of(rules::Cell cell) { return static_cast<char>('0' + static_cast<int>(cell)); }

rules::ParseError character_error(std::string_view text, std::size_t index, std::string_view why) {
  return {rules::name_of(text[index]) + " at position " + std::to_string(index + 1) + " " + std::string(why),
          index + 1};
}

rules::ParseError no_pairs_error() { return {"a queue needs at least one pair", 0}; }

// A line of a picture.
struct PictureLine {
  std::string_view text;  // without the spaces around it
  std::size_t number;     // counted from 1
  std::size_t position;   // of its first character in the picture, counted from 1
};

std::vector<PictureLine> lines_of(std::string_view picture) {
  std::vector<PictureLine> lines;
  std::size_t begin = 0;
  for (std::size_t number = 1; begin <= picture.size(); ++number) {
    const std::size_t end = std::min(picture.find('\n', begin), picture.size());
    const std::string_view whole = picture.substr(begin, end - begin);
    const std::size_t first = std::min(whole.find_first_not_of(kSpaces), whole.size());
    const std::size_t last = whole.find_last_not_of(kSpaces);
    const std::size_t length = first == whole.size() ? 0 : last + 1 - first;
    lines.push_back({whole.substr(first, length), number, begin + first + 1});
    begin = end + 1;
  }
  while (!lines.empty() && lines.back().text.empty()) lines.pop_back();
  while (!lines.empty() && lines.front().text.empty()) lines.erase(lines.begin());
  return lines;
}

rules::ParseError picture_error(const PictureLine& line, std::size_t index, const std::string& why) {
  return {"line " + std::to_string(line.number) + ", character " + std::to_string(index + 1) + ": " + why,
          line.position + index};
}

std::optional<rules::ParseError> read_row(rules::Field& field, int y, const PictureLine& line) {
  for (std::size_t i = 0; i < line.text.size(); ++i) {
    const std::string letter = rules::name_of(line.text[i]);
    const std::size_t cell = kCellLetters.find(line.text[i]);
    if (cell == std::string_view::npos || !rules::is_cell(static_cast<unsigned>(cell)))
      return picture_error(line, i, letter + " is not a cell");
    if (i == rules::kColumns) return picture_error(line, i, letter + " stands beyond the sixth column");
    field.put(static_cast<int>(i) + 1, y, static_cast<rules::Cell>(cell));
  }
  if (line.text.size() < rules::kColumns) {
    return picture_error(line, line.text.size(), "the row ends before the sixth column");
  }
  return std::nullopt;
}

std::string position_of(int x, int y) { return "column " + std::to_string(x) + ", row " + std::to_string(y); }

}  // namespace

char picture_of(rules::Cell cell) { return kCellLetters[static_cast<std::size_t>(cell)]; }

std::string picture_of(const rules::Field& field) {
  int top = rules::kTrapRow;
  const auto is_empty = [&field](int y) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      if (field.at(x, y) != rules::Cell::empty) return false;
    }
    return true;
  };
  while (top > 1 && is_empty(top)) --top;
  std::string picture;
  for (int y = top; y >= 1; --y) {
    for (int x = 1; x <= rules::kColumns; ++x) picture += picture_of(field.at(x, y));
    picture += '\n';
  }
  return picture;
}

rules::Parsed<rules::Field> parse_picture(std::string_view text) {
  const std::vector<PictureLine> lines = lines_of(text);
  if (lines.size() > rules::kTrapRow) {
    const PictureLine& extra = lines[rules::kTrapRow];
    return rules::ParseError{"line " + std::to_string(extra.number) + ": a field has 14 rows at most", extra.position};
  }
  rules::Field field;
  int y = static_cast<int>(lines.size());
  for (const PictureLine& line : lines) {
    if (std::optional<rules::ParseError> error = read_row(field, y--, line)) return *std::move(error);
  }
  return field;
}

std::string letters_of(rules::Pair pair) {
  const auto letter = [](rules::Cell cell) { return rules::is_colour(cell) ? picture_of(cell) : '?'; };
  return {letter(pair.axis), letter(pair.child)};
}

std::string letters_of(const rules::PairQueue& queue) {
  std::string text;
  for (const rules::Pair pair : queue.pairs()) {
    if (!text.empty()) text += ' ';
    text += letters_of(pair);
  }
  return text;
}

rules::Parsed<rules::PairQueue> parse_queue_letters(std::string_view text) {
  std::vector<rules::Pair> pairs;
  rules::Cell axis = rules::Cell::empty;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (kSpaces.find(text[i]) != std::string_view::npos) {
      if (axis != rules::Cell::empty) return character_error(text, i, "stands within a pair");
      continue;
    }
    const auto colour = std::find_if(rules::kColours.begin(), rules::kColours.end(),
                                     [letter = text[i]](rules::Cell cell) { return picture_of(cell) == letter; });
    if (colour == rules::kColours.end()) return character_error(text, i, "is not a colour: R, B, Y, G and P are");
    if (axis == rules::Cell::empty) {
      if (pairs.size() == rules::PairQueue::kLength) return character_error(text, i, "begins a 129th pair");
      axis = *colour;
    } else {
      pairs.push_back({axis, *colour});
      axis = rules::Cell::empty;
    }
  }
  if (axis != rules::Cell::empty) return character_error(text, text.size() - 1, "has no child");
  if (pairs.empty()) return no_pairs_error();
  return rules::PairQueue::from_pairs(pairs);
}

rules::Parsed<rules::Field> parse_field_digits(std::string_view text) {
  // If a character is wrong, this is reported instead of a wrong length, because it explains more.
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!cell_of_digit(text[i])) return character_error(text, i, "is not a cell: 0, 1, 4, 5, 6 and 7 are");
  }
  if (text.size() != 72 && text.size() != 78 && text.size() != 84) {
    return rules::ParseError{"a field has 72, 78 or 84 digits, not " + std::to_string(text.size()), 0};
  }
  rules::Field field;
  int y = static_cast<int>(text.size()) / rules::kColumns;
  int x = 1;
  for (const char digit : text) {
    field.put(x, y, *cell_of_digit(digit));
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
      if (cell == rules::Cell::purple) {
        return rules::ParseError{position_of(x, y) + ": there is no digit for purple", 0};
      }
      if (y <= rows) {
        text += digit_of(cell);
      } else if (cell != rules::Cell::empty) {
        return rules::ParseError{
            position_of(x, y) + " is filled, but only " + std::to_string(rows) + " rows are written", 0};
      }
    }
  }
  return text;
}

rules::Parsed<rules::PairQueue> parse_queue_digits(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::optional<rules::Cell> cell = cell_of_digit(text[i]);
    if (!cell || !rules::is_colour(*cell)) return character_error(text, i, "is not a colour: 4, 5, 6 and 7 are");
  }
  if (text.empty()) return no_pairs_error();
  if (text.size() % 2 != 0) {
    return rules::ParseError{"the text ends at position " + std::to_string(text.size()) + " in the middle of a pair",
                             text.size()};
  }
  constexpr std::size_t kMostDigits = 2 * rules::PairQueue::kLength;
  if (text.size() > kMostDigits) return character_error(text, kMostDigits, "begins a 129th pair");
  std::vector<rules::Pair> pairs;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    pairs.push_back({*cell_of_digit(text[i]), *cell_of_digit(text[i + 1])});
  }
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
