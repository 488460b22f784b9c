#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rensa::cli {

// How something looks on a terminal, and how that is said to terminals of different ability.

enum class Depth : std::uint8_t { letters, colours_256, true_colour };  // letters: no colours at all

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  bool given = false;  // false: the terminal's own
  friend bool operator==(const Colour&, const Colour&) = default;
};

constexpr Colour rgb(unsigned value) {
  return {static_cast<std::uint8_t>(value >> 16 & 255U), static_cast<std::uint8_t>(value >> 8 & 255U),
          static_cast<std::uint8_t>(value & 255U), true};
}

struct Style {
  Colour ink{};
  Colour paper{};
  bool bold = false;
  friend bool operator==(const Style&, const Style&) = default;
};

// What the environment says about the terminal: NO_COLOR, COLORTERM, TERM.
Depth depth_of_environment();
bool environment_has_utf8();  // LC_ALL, LC_CTYPE, LANG

// The escape sequence that sets a style, whatever was set before.
std::string sequence_of(const Style& style, Depth depth);

}  // namespace rensa::cli
