#include "engine/notation/utf8.h"

#include <array>

namespace rensa::notation {

bool is_utf8(std::string_view text) {
  constexpr std::array<std::uint32_t, 5> kLeastOfLength = {0, 0, 0x80, 0x800, 0x10000};
  for (std::size_t at = 0; at < text.size();) {
    const unsigned lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
    if (length == 0 || length > text.size() - at) return false;
    std::uint32_t point = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
      const unsigned next = static_cast<unsigned char>(text[at + i]);
      if (next >> 6 != 2) return false;
      point = point << 6 | (next & 0x3FU);
    }
    const bool is_surrogate = point >= 0xD800 && point <= 0xDFFF;
    if (point < kLeastOfLength[length] || point > 0x10FFFF || is_surrogate) return false;
    at += length;
  }
  return true;
}

void append_utf8(std::uint32_t point, std::string& text) {
  const auto add = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (point < 0x80) return add(point);
  if (point < 0x800) {
    add(0xC0 | point >> 6);
  } else if (point < 0x10000) {
    add(0xE0 | point >> 12);
    add(0x80 | (point >> 6 & 0x3F));
  } else {
    add(0xF0 | point >> 18);
    add(0x80 | (point >> 12 & 0x3F));
    add(0x80 | (point >> 6 & 0x3F));
  }
  add(0x80 | (point & 0x3F));
}

}  // namespace rensa::notation
