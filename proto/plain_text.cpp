#include "proto/plain_text.h"

#include <algorithm>
#include <span>

#include "proto/message.h"

namespace rensa::proto {

namespace {

struct Range {
  char32_t first;
  char32_t last;
};
// Invisible characters, writing from right to left, line separators, the byte order mark, and tags.
constexpr Range kInvisible[] = {{0x00AD, 0x00AD}, {0x061C, 0x061C}, {0x180E, 0x180E},
                                {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},
                                {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};

// These characters show nothing or a gap, but texts may need them: spaces, fillers of syllables, joiners of characters
// and selectors of shapes. They are Unicode's Default_Ignorable_Code_Point and White_Space without those above, and
// blanks that Unicode puts in neither group.
constexpr Range kBlank[] = {{0x00A0, 0x00A0},   {0x034F, 0x034F},   {0x115F, 0x1160},   {0x1680, 0x1680},
                            {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x2000, 0x200A},   {0x202F, 0x202F},
                            {0x205F, 0x205F},   {0x2800, 0x2800},   {0x3000, 0x3000},   {0x3164, 0x3164},
                            {0xFE00, 0xFE0F},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFF8},   {0xFFFC, 0xFFFC},
                            {0x13430, 0x13440}, {0x16FE4, 0x16FE4}, {0x1BCA0, 0x1BCA3}, {0x1D159, 0x1D159},
                            {0x1D173, 0x1D17A}, {0xE0080, 0xE0FFF}};

unsigned byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

// Precondition: the text is one character of two bytes or more.
char32_t code_point(std::string_view character) {
  char32_t point = byte_at(character, 0) & (0x7FU >> character.size());
  for (std::size_t i = 1; i < character.size(); ++i) point = point << 6U | (byte_at(character, i) & 0x3FU);
  return point;
}

bool is_in(std::span<const Range> ranges, char32_t point) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [point](const Range& range) { return point >= range.first && point <= range.last; });
}

bool is_shown(char32_t point) { return point >= 0xA0 && !is_in(kInvisible, point); }

// Returns the number of bytes of the text's first character; 0 if it is invalid. Precondition: the text is not empty.
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

// Returns the character itself, or a question mark in its place.
std::string_view shown(std::string_view character) {
  const unsigned first = byte_at(character, 0);
  const bool is_plain = character.size() == 1 ? first >= 0x20 && first < 0x7F : is_shown(code_point(character));
  return is_plain ? character : "?";
}

}  // namespace

std::string plain_text(std::string_view text, std::size_t max_bytes) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t bytes = std::max<std::size_t>(first_character(text), 1);
    const std::string_view next = shown(text.substr(0, bytes));
    if (plain.size() + next.size() > max_bytes) break;
    plain += next;
    text.remove_prefix(bytes);
  }
  return plain;
}

bool is_plain_name(std::string_view text) {
  if (text.empty() || plain_text(text, kMaxNameBytes) != text) return false;
  if (text.starts_with(' ') || text.ends_with(' ') || text.find("  ") != std::string_view::npos) return false;
  while (!text.empty()) {
    const std::size_t bytes = first_character(text);
    if (bytes > 1 && is_in(kBlank, code_point(text.substr(0, bytes)))) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

}  // namespace rensa::proto
