#include "engine/rules/parsed.h"

#include <string_view>

namespace rensa::rules {

std::string name_of(char character) {
  if (character > ' ' && character <= '~') return std::string("'") + character + "'";
  if (character == ' ') return "a space";
  if (character == '\n') return "a line end";
  constexpr std::string_view kHex = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(character);
  return std::string("byte 0x") + kHex[byte >> 4] + kHex[byte & 15];
}

}  // namespace rensa::rules
