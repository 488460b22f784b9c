#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace rensa::rules {

// Reads a number from a whole text. Returns nullopt if the text is anything else, or the number does not fit. A
// negative number has a minus sign, and no number has a plus sign. `format` is the base of a whole number.
template <typename Number, typename... Format>
std::optional<Number> parse_number(std::string_view text, Format... format) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, format...);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Reads the number of a port that a program can connect to.
inline std::optional<std::uint16_t> parse_port(std::string_view text) {
  const auto port = parse_number<std::uint16_t>(text);
  return port && *port > 0 ? port : std::nullopt;
}

}  // namespace rensa::rules
