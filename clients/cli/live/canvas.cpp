#include "clients/cli/live/canvas.h"

#include <algorithm>

namespace rensa::cli {

namespace {

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

int width_of(std::string_view text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(),
                                        [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

Canvas::Canvas(int columns, int rows, Depth depth)
    : columns_(columns),
      rows_(rows),
      depth_(depth),
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

void Canvas::centre(int first_column, int columns, int row, std::string_view text, const Style& style) {
  put(first_column + std::max(0, (columns - width_of(text)) / 2), row, text, style);
}

std::string Canvas::changes() {
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
      if (style == nullptr || !(*style == glyph.style)) out += sequence_of(glyph.style, depth_);
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
