#include "engine/duel/record.h"

#include <array>

#include "engine/rules/hash.h"

namespace rensa::duel {

std::uint16_t input_tag(std::uint16_t previous, const RecordedInput& entry, std::uint64_t state_hash) {
  rules::Hash hash(previous);
  hash.add(static_cast<std::uint64_t>(entry.clock) << 16 | static_cast<std::uint64_t>(entry.seat) << 8 |
           packed(entry.input).value_or(0xFF));
  hash.add(state_hash).add(0);
  return static_cast<std::uint16_t>(hash.value() >> 16);
}

bool is_name(std::string_view text) {
  if (text.size() > kMaxNameBytes) return false;
  std::size_t i = 0;
  while (i < text.size()) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const unsigned lead = byte(i);
    const std::size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
    if (length == 0 || i + length > text.size()) return false;
    char32_t point = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t k = 1; k < length; ++k) {
      if (byte(i + k) >> 6 != 2) return false;
      point = point << 6 | (byte(i + k) & 0x3FU);
    }
    constexpr std::array<char32_t, 5> kLeast = {0, 0x20, 0x80, 0x800, 0x10000};  // no control characters
    if (point < kLeast[length] || point == 0x7F || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) {
      return false;
    }
    i += length;
  }
  return true;
}

}  // namespace rensa::duel
