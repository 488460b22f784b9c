#include "server/base/plain_text.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "server/base/types.h"

namespace rensa::base {

namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
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

bool is_in(std::span<const Range> ranges, std::uint32_t point) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [point](const Range& range) { return point >= range.first && point <= range.last; });
}

// Returns true if the character is shown as itself, and false if a question mark takes its place.
bool is_shown(const Character& character) {
  if (character.code < 0x80) return character.code >= 0x20 && character.code < 0x7F;
  return character.code >= 0xA0 && !is_in(kInvisible, character.code);
}

}  // namespace

Character first_character(std::string_view text) {
  const auto byte_at = [&text](std::size_t at) -> std::uint32_t { return static_cast<unsigned char>(text[at]); };
  const std::uint32_t first = byte_at(0);
  if (first < 0x80) return {first, 1};
  const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};  // by bytes; a shorter form must be used below it
  if (first < 0xC2 || first > 0xF4 || text.size() < bytes) return {};
  std::uint32_t code = first & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte_at(i) & 0xC0U) != 0x80U) return {};
    code = code << 6 | (byte_at(i) & 0x3FU);
  }
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast[bytes] || code > 0x10FFFF || is_surrogate) return {};
  return {code, bytes};
}

std::string plain_text(std::string_view text, std::size_t max_bytes) {
  std::string plain;
  while (!text.empty()) {
    const Character next = first_character(text);
    const std::string_view shown = next.bytes > 0 && is_shown(next) ? text.substr(0, next.bytes) : "?";
    if (plain.size() + shown.size() > max_bytes) break;
    plain += shown;
    text.remove_prefix(std::max<std::size_t>(next.bytes, 1));
  }
  return plain;
}

std::string plain_lines(std::string_view text) {
  std::string plain;
  for (;;) {
    const std::string_view line = text.substr(0, text.find('\n'));
    plain.append(plain_text(line, line.size()));
    if (line.size() == text.size()) return plain;
    plain.push_back('\n');
    text.remove_prefix(line.size() + 1);
  }
}

bool is_plain_text(std::string_view text) { return plain_text(text, text.size()) == text; }

bool is_plain_name(std::string_view text) {
  if (text.empty() || text.size() > kMaxNameBytes || !is_plain_text(text)) return false;
  if (text.starts_with(' ') || text.ends_with(' ') || text.find("  ") != std::string_view::npos) return false;
  while (!text.empty()) {
    const Character next = first_character(text);
    if (is_in(kBlank, next.code)) return false;
    text.remove_prefix(next.bytes);
  }
  return true;
}

bool is_blank(std::string_view text) { return text.find_first_not_of(' ') == std::string_view::npos; }

}  // namespace rensa::base
