#pragma once

#include <array>
#include <cstdio>
#include <string>

namespace rensa::base {

// Formats values as printf() does. A longer text is cut off after 255 bytes.
template <typename... Values>
std::string formatted(const char* format, Values... values) {
  std::array<char, 256> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, values...);
  return buffer.data();
}

}  // namespace rensa::base
