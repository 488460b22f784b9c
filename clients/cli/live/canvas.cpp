#include "clients/cli/live/canvas.h"

#include <algorithm>
#include <cstdlib>

namespace rensa::cli {

namespace {

std::string_view environment_variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

// Returns the step, from 0 to 5, in the 6 x 6 x 6 cube of the 256 colours. The levels of the steps are 0, 95, 135, 175,
// 215 and 255.
int cube_step(int level) { return level < 48 ? 0 : level < 115 ? 1 : (level - 35) / 40; }

int colour_256(Colour colour) {
  return 16 + 36 * cube_step(colour.red) + 6 * cube_step(colour.green) + cube_step(colour.blue);
}

void add_colour(std::string& out, Colour colour, int what, ColourDepth depth) {
  if (!colour.is_set) return;
  out.append(";").append(std::to_string(what));
  if (depth == ColourDepth::true_colour) {
    out.append(";2");
    for (const int part : {colour.red, colour.green, colour.blue}) out.append(";").append(std::to_string(part));
  } else {
    out.append(";5;").append(std::to_string(colour_256(colour)));
  }
}

std::size_t bytes_of_character(std::string_view text) {
  std::size_t size = 1;
  while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) ++size;
  return size;
}

std::string move_to(int column, int row) {
  std::string out = "\x1b[";
  return out.append(std::to_string(row + 1)).append(";").append(std::to_string(column + 1)).append("H");
}

}  // namespace

ColourDepth colour_depth_from_environment() {
  const std::string_view terminal = environment_variable("TERM");
  if (!environment_variable("NO_COLOR").empty() || terminal == "dumb" || terminal.starts_with("vt"))
    return ColourDepth::no_colours;
  const std::string_view colours = environment_variable("COLORTERM");
  const bool all = colours == "truecolor" || colours == "24bit";
  return all ? ColourDepth::true_colour : ColourDepth::colours_256;
}

bool environment_has_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view value = environment_variable(name);
    if (value.empty()) continue;
    return value.find("UTF-8") != value.npos || value.find("utf8") != value.npos || value.find("UTF8") != value.npos ||
           value.find("utf-8") != value.npos;
  }
  return false;
}

std::string style_sequence(const Style& style, ColourDepth depth) {
  constexpr int kForeground = 38;
  constexpr int kBackground = 48;
  std::string out = "\x1b[0";
  if (style.bold) out += ";1";
  if (depth != ColourDepth::no_colours) {
    add_colour(out, style.foreground, kForeground, depth);
    add_colour(out, style.background, kBackground, depth);
  }
  return out += 'm';
}

int display_width(std::string_view text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(),
                                        [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

Canvas::Canvas(int columns, int rows, ColourDepth depth)
    : columns_(columns),
      rows_(rows),
      colour_depth_(depth),
      drawn_(static_cast<std::size_t>(columns * rows)),
      sent_(drawn_.size()) {}

Canvas::Glyph& Canvas::at(std::vector<Glyph>& glyphs, int column, int row) const {
  return glyphs[static_cast<std::size_t>(row * columns_ + column)];
}

void Canvas::clear() { std::fill(drawn_.begin(), drawn_.end(), Glyph{}); }

void Canvas::put(int column, int row, std::string_view text, const Style& style) {
  if (row < 0 || row >= rows_) return;
  while (!text.empty()) {
    const std::size_t bytes = bytes_of_character(text);
    if (column >= 0 && column < columns_) at(drawn_, column, row) = {std::string(text.substr(0, bytes)), style};
    text.remove_prefix(bytes);
    ++column;
  }
}

void Canvas::put_centred(int first_column, int columns, int row, std::string_view text, const Style& style) {
  put(first_column + std::max(0, (columns - display_width(text)) / 2), row, text, style);
}

std::string Canvas::take_changes() {
  std::string out;
  if (!screen_is_known_) out = "\x1b[0m\x1b[2J";
  if (!screen_is_known_) std::fill(sent_.begin(), sent_.end(), Glyph{});
  screen_is_known_ = true;
  const Style* style = nullptr;
  for (int row = 0; row < rows_; ++row) {
    int cursor = -1;
    for (int column = 0; column < columns_; ++column) {
      const Glyph& glyph = at(drawn_, column, row);
      if (glyph == at(sent_, column, row)) continue;
      if (cursor != column) out += move_to(column, row);
      if (style == nullptr || !(*style == glyph.style)) out += style_sequence(glyph.style, colour_depth_);
      style = &glyph.style;
      out += glyph.text;
      cursor = column + 1;
    }
  }
  sent_ = drawn_;
  return out;
}

void Canvas::forget_screen() { screen_is_known_ = false; }

}  // namespace rensa::cli
