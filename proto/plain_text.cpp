#include "proto/plain_text.h"

#include <algorithm>
#include <iterator>

namespace rensa::proto {

namespace {

struct Range {
  char32_t first;
  char32_t last;
};
// Invisible, or of writing from right to left; separators of lines; the byte order mark; tags.
constexpr Range kUnseen[] = {{0x00AD, 0x00AD}, {0x061C, 0x061C}, {0x180E, 0x180E}, {0x200B, 0x200F},  {0x2028, 0x202E},
                             {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};

unsigned byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

// Precondition: it is one character of two bytes or more.
char32_t code_point(std::string_view character) {
  char32_t point = byte_at(character, 0) & (0x7FU >> character.size());
  for (std::size_t i = 1; i < character.size(); ++i) point = point << 6U | (byte_at(character, i) & 0x3FU);
  return point;
}

bool is_shown(char32_t point) {
  return point >= 0xA0 && std::none_of(std::begin(kUnseen), std::end(kUnseen), [point](const Range& range) {
           return point >= range.first && point <= range.last;
         });
}

// Bytes of the character that the text begins with; 0: it begins with none. Precondition: not empty.
std::size_t first_character(std::string_view text) {
  const unsigned first = byte_at(text, 0);
  if (first < 0x80) return 1;
  const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < bytes) return 0;
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte_at(text, i) & 0xC0U) != 0x80U) return 0;
  }
  const unsigned second = byte_at(text, 1);
  const bool is_overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool is_surrogate = first == 0xED && second >= 0xA0;
  const bool is_too_large = first == 0xF4 && second >= 0x90;
  return is_overlong || is_surrogate || is_too_large ? 0 : bytes;
}

// As it is shown: itself, or a question mark.
std::string_view shown(std::string_view character) {
  const unsigned first = byte_at(character, 0);
  const bool is_plain = character.size() == 1 ? first >= 0x20 && first < 0x7F : is_shown(code_point(character));
  return is_plain ? character : "?";
}

}  // namespace

std::string plain_text(std::string_view text, std::size_t most_bytes) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t bytes = std::max<std::size_t>(first_character(text), 1);
    const std::string_view next = shown(text.substr(0, bytes));
    if (plain.size() + next.size() > most_bytes) break;
    plain += next;
    text.remove_prefix(bytes);
  }
  return plain;
}

}  // namespace rensa::proto
