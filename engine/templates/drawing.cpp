#include "engine/templates/drawing.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace rensa::templates {
namespace {

struct Line {
  std::string_view text;  // without comment and trailing spaces
  std::size_t number;     // of the line, counted from 1
  std::size_t position;   // of its first character in the whole text, counted from 1
};

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  std::size_t begin = 0;
  for (std::size_t number = 1; begin <= text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    const bool has_comment = line.find('#') != std::string_view::npos;
    line = line.substr(0, line.find('#'));
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    if (!has_comment || !line.empty()) lines.push_back({line, number, begin + 1});
    begin = end + 1;
  }
  return lines;
}

rules::ParseError error_at(const Line& line, std::size_t index, const std::string& why) {
  return {"line " + std::to_string(line.number) + ", character " + std::to_string(index + 1) + ": " + why,
          line.position + index};
}

// Returns the drawing with its name and kind, or the error of the heading.
rules::Parsed<Drawing> heading_of(const Line& line) {
  Drawing drawing;
  const std::size_t space = line.text.find(' ');
  drawing.name = line.text.substr(0, space);
  if (drawing.name.empty()) return error_at(line, 0, "a drawing begins with its name and 'fires' or 'stands'");
  const std::string_view kind = space == std::string_view::npos ? "" : line.text.substr(space + 1);
  if (kind == "stands") {
    drawing.kind = Drawing::Kind::stands;
  } else if (kind != "fires") {
    return error_at(line, std::min(space, line.text.size()), "a drawing begins with its name and 'fires' or 'stands'");
  }
  return drawing;
}

std::optional<rules::ParseError> read_row(Drawing& drawing, int y, const Line& line) {
  for (std::size_t i = 0; i < line.text.size(); ++i) {
    const char letter = line.text[i];
    if (i == rules::kColumns) return error_at(line, i, rules::name_of(letter) + " stands beyond the sixth column");
    if (letter == '.') continue;
    if (letter < 'A' || letter > 'Z') return error_at(line, i, rules::name_of(letter) + " is no capital and no '.'");
    const auto link = static_cast<std::uint8_t>(letter - 'A' + 1);
    drawing.links.set(static_cast<int>(i) + 1, y, link);
    drawing.link_count = std::max<int>(drawing.link_count, link);
  }
  if (line.text.size() < rules::kColumns) {
    return error_at(line, line.text.size(), "the row ends before the sixth column");
  }
  return std::nullopt;
}

// Returns the first capital that is missing, or 0.
char missing_link(const Drawing& drawing) {
  std::uint32_t seen = 0;
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= rules::kHiddenRow; ++y) seen |= 1U << drawing.links.at(x, y);
  }
  for (int link = 1; link <= drawing.link_count; ++link) {
    if ((seen >> link & 1U) == 0) return static_cast<char>('A' + link - 1);
  }
  return drawing.link_count == 0 ? 'A' : '\0';
}

}  // namespace

rules::Parsed<std::vector<Drawing>> parse_drawings(std::string_view text) {
  const std::vector<Line> lines = lines_of(text);
  std::vector<Drawing> drawings;
  for (auto at = lines.begin(); at != lines.end();) {
    if (at->text.empty()) {
      ++at;
      continue;
    }
    const auto end = std::find_if(at, lines.end(), [](const Line& line) { return line.text.empty(); });
    auto heading = heading_of(*at);
    if (!heading) return heading.error();
    Drawing drawing = std::move(heading).value();
    const auto rows = end - at - 1;
    if (rows > rules::kHiddenRow) return error_at(at[rules::kHiddenRow + 1], 0, "a drawing has at most 13 rows");
    for (auto row = at + 1; row != end; ++row) {
      if (const auto error = read_row(drawing, static_cast<int>(end - row), *row)) return *error;
    }
    if (const char letter = missing_link(drawing)) {
      return error_at(*at, 0, "the drawing " + drawing.name + " has no " + letter);
    }
    drawings.push_back(std::move(drawing));
    at = end;
  }
  if (drawings.empty()) return rules::ParseError{"there is no drawing", 0};
  return drawings;
}

std::vector<Drawing> parse_trusted_drawings(std::string_view text) {
  auto drawings = parse_drawings(text);
  if (!drawings) std::abort();
  return std::move(drawings).value();
}

}  // namespace rensa::templates
