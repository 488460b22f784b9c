#include "engine/notation/picture.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

namespace rensa::notation {
namespace {

constexpr std::string_view kCells = ".OP RBYG";  // by the value of Cell; no cell has the value 3
constexpr std::string_view kSpaces = " \t\r";

struct Line {
  std::string_view text;  // without the spaces around it
  std::size_t number;     // both counted from 1
  std::size_t position;   // of its first character in the whole
};

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  std::size_t begin = 0;
  for (std::size_t number = 1; begin <= text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view whole = text.substr(begin, end - begin);
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

rules::ParseError error_at(const Line& line, std::size_t index, const std::string& why) {
  return {"line " + std::to_string(line.number) + ", character " + std::to_string(index + 1) + ": " + why,
          line.position + index};
}

std::optional<rules::ParseError> read_row(rules::Field& field, int y, const Line& line) {
  for (std::size_t i = 0; i < line.text.size(); ++i) {
    const std::size_t cell = kCells.find(line.text[i]);
    if (cell == std::string_view::npos || !rules::is_cell(static_cast<unsigned>(cell)))
      return error_at(line, i, rules::name_of(line.text[i]) + " is not a cell");
    if (i == rules::kColumns)
      return error_at(line, i, rules::name_of(line.text[i]) + " stands beyond the sixth column");
    field.put(static_cast<int>(i) + 1, y, static_cast<rules::Cell>(cell));
  }
  if (line.text.size() < rules::kColumns)
    return error_at(line, line.text.size(), "the row ends before the sixth column");
  return std::nullopt;
}

}  // namespace

char picture_of(rules::Cell cell) { return kCells[static_cast<std::size_t>(cell)]; }

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
  const std::vector<Line> lines = lines_of(text);
  if (lines.size() > rules::kTrapRow) {
    const Line& extra = lines[rules::kTrapRow];
    return rules::ParseError{"line " + std::to_string(extra.number) + ": a field has 14 rows at most", extra.position};
  }
  rules::Field field;
  int y = static_cast<int>(lines.size());
  for (const Line& line : lines) {
    if (std::optional<rules::ParseError> error = read_row(field, y--, line)) return *std::move(error);
  }
  return field;
}

rules::Field field_of_picture(std::string_view text) {
  const rules::Parsed<rules::Field> field = parse_picture(text);
  if (!field) std::abort();
  return *field;
}

}  // namespace rensa::notation
