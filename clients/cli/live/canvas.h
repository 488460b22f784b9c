#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/live/style.h"

namespace rensa::cli {

// A picture of characters that knows what is on the screen already, so that only what changed has to be sent. Does no
// output itself.
class Canvas {
 public:
  Canvas(int columns, int rows, Depth depth);

  void clear();
  // Draws UTF-8 text in which every character takes one column; what is outside is cut off.
  void put(int column, int row, std::string_view text, const Style& style);
  void centre(int first_column, int columns, int row, std::string_view text, const Style& style);

  // What to send to bring the screen from what was sent last to what is drawn now.
  std::string changes();
  // The screen is blank or unknown: the next changes() are everything.
  void forget_screen();

 private:
  struct Glyph {
    std::string text = " ";
    Style style{};
    friend bool operator==(const Glyph&, const Glyph&) = default;
  };

  Glyph& at(std::vector<Glyph>& glyphs, int column, int row) const;

  int columns_;
  int rows_;
  Depth depth_;
  std::vector<Glyph> drawn_;
  std::vector<Glyph> sent_;
  bool screen_is_known_ = false;
};

// Columns that a text takes where every character takes one.
int width_of(std::string_view text);

}  // namespace rensa::cli
