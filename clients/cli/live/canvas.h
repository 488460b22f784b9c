#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rensa::cli {

enum class ColourDepth : std::uint8_t { no_colours, colours_256, true_colour };

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  bool is_set = false;  // false: the default colour of the terminal
  friend bool operator==(const Colour&, const Colour&) = default;
};

constexpr Colour rgb(unsigned value) {
  return {static_cast<std::uint8_t>(value >> 16 & 255U), static_cast<std::uint8_t>(value >> 8 & 255U),
          static_cast<std::uint8_t>(value & 255U), true};
}

struct Style {
  Colour foreground{};
  Colour background{};
  bool bold = false;
  friend bool operator==(const Style&, const Style&) = default;
};

// Reads NO_COLOR, COLORTERM and TERM.
ColourDepth colour_depth_from_environment();
// Reads LC_ALL, LC_CTYPE and LANG.
bool environment_has_utf8();

// Returns the escape sequence that sets a style, whatever style was set before.
std::string style_sequence(const Style& style, ColourDepth depth);

// A picture of characters that remembers what is on the screen, so that only changes have to be sent. It does no output
// itself.
class Canvas {
 public:
  Canvas(int columns, int rows, ColourDepth depth);

  void clear();
  // Draws UTF-8 text in which every character takes one column. Text outside the canvas is cut off.
  void put(int column, int row, std::string_view text, const Style& style);
  void put_centred(int first_column, int columns, int row, std::string_view text, const Style& style);

  // Returns the bytes that change the screen from the last picture sent to the present one.
  std::string take_changes();
  // Call this if the screen is blank or unknown: the next take_changes() returns the whole picture.
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
  ColourDepth colour_depth_;
  std::vector<Glyph> drawn_;
  std::vector<Glyph> sent_;
  bool screen_is_known_ = false;
};

// Returns the columns of a text in which every character takes one.
int display_width(std::string_view text);

}  // namespace rensa::cli
