#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/rules/field.h"
#include "engine/rules/parsed.h"

namespace rensa::tests {

// Fields from pictures, as notation::picture_of() writes them: a line of six characters for each row, from the top row
// down to row 1. '.' is empty, R B Y G P are the colours, and O is garbage. Rows above the first line are empty.

namespace picture {

inline constexpr std::string_view kCellLetters = ".OP RBYG";  // by the value of Cell; no cell has the value 3
inline constexpr std::string_view kBlanks = " \t\r\n";

// A line of a picture.
struct Line {
  std::string_view text;  // without the spaces around it
  std::size_t number;     // counted from 1
  std::size_t position;   // of its first character in the picture, counted from 1
};

inline std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  std::size_t begin = 0;
  for (std::size_t number = 1; begin <= text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view whole = text.substr(begin, end - begin);
    const std::size_t first = std::min(whole.find_first_not_of(kBlanks), whole.size());
    const std::size_t last = whole.find_last_not_of(kBlanks);
    const std::size_t length = first == whole.size() ? 0 : last + 1 - first;
    lines.push_back({whole.substr(first, length), number, begin + first + 1});
    begin = end + 1;
  }
  while (!lines.empty() && lines.back().text.empty()) lines.pop_back();
  while (!lines.empty() && lines.front().text.empty()) lines.erase(lines.begin());
  return lines;
}

inline rules::ParseError picture_error(const Line& line, std::size_t index, const std::string& why) {
  return {"line " + std::to_string(line.number) + ", character " + std::to_string(index + 1) + ": " + why,
          line.position + index};
}

inline std::optional<rules::ParseError> read_row(rules::Field& field, int y, const Line& line) {
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

}  // namespace picture

// Reads a picture of up to 14 lines. Spaces around a line, and blank lines before the first and after the last line,
// are ignored.
inline rules::Parsed<rules::Field> parse_picture(std::string_view text) {
  const std::vector<picture::Line> lines = picture::lines_of(text);
  if (lines.size() > rules::kTrapRow) {
    const picture::Line& extra = lines[rules::kTrapRow];
    return rules::ParseError{"line " + std::to_string(extra.number) + ": a field has 14 rows at most", extra.position};
  }
  rules::Field field;
  int y = static_cast<int>(lines.size());
  for (const picture::Line& line : lines) {
    if (std::optional<rules::ParseError> error = picture::read_row(field, y--, line)) return *std::move(error);
  }
  return field;
}

// Reads a picture that stands in a test. An invalid picture is a mistake of the test and ends it.
inline rules::Field field_from_picture(std::string_view text) {
  const rules::Parsed<rules::Field> field = parse_picture(text);
  if (!field) std::abort();
  return *field;
}

}  // namespace rensa::tests
