#include "server/base/log_line.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace rensa::base {

namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  // 0: the text does not begin with a character of UTF-8
};

std::uint32_t byte_at(std::string_view text, std::size_t index) { return static_cast<unsigned char>(text[index]); }

// Precondition: the text is not empty.
Character first_character(std::string_view text) {
  const std::uint32_t first = byte_at(text, 0);
  if (first < 0x80) return {first, 1};
  const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};  // by bytes; a shorter form must be used below it
  if (first < 0xC2 || first > 0xF4 || text.size() < bytes) return {};
  std::uint32_t code = first & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte_at(text, i) & 0xC0U) != 0x80U) return {};
    code = code << 6 | (byte_at(text, i) & 0x3FU);
  }
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast[bytes] || code > 0x10FFFF || is_surrogate) return {};
  return {code, bytes};
}

// Control characters, line separators, and characters that are invisible or change the direction of writing.
bool is_misleading(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0xAD || code == 0x61C ||
         (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF || (code >= 0xFFF0 && code <= 0xFFFB) || code >= 0xE0000;
}

std::string in_hex(std::uint32_t value, std::size_t digits) {
  std::string text(digits, '0');
  for (std::size_t i = digits; i-- > 0; value >>= 4) text[i] = "0123456789ABCDEF"[value & 15U];
  return text;
}

std::string escape_of(std::uint32_t code) {
  switch (code) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return code > 0xFFFF ? "\\U" + in_hex(code, 8) : "\\u" + in_hex(code, 4);
  }
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-_.:/[]").find(c) != std::string_view::npos;
}

}  // namespace

std::string quoted_for_log(std::string_view text) {
  std::string quoted(1, '"');
  while (!text.empty()) {
    const Character next = first_character(text);
    if (next.bytes == 0) {
      quoted.append("\\x").append(in_hex(byte_at(text, 0), 2));
    } else if (next.code == '"' || next.code == '\\') {
      quoted.append(1, '\\').append(1, text.front());
    } else if (is_misleading(next.code)) {
      quoted.append(escape_of(next.code));
    } else {
      quoted.append(text.substr(0, next.bytes));
    }
    text.remove_prefix(next.bytes == 0 ? 1 : next.bytes);
  }
  return quoted.append(1, '"');
}

LogLine& LogLine::text(std::string_view key, std::string_view value) { return add(key, quoted_for_log(value)); }

LogLine& LogLine::word(std::string_view key, std::string_view value) {
  if (!value.empty() && std::all_of(value.begin(), value.end(), is_plain)) return add(key, value);
  return text(key, value);
}

LogLine& LogLine::add(std::string_view key, std::string_view shown) {
  if (!line_.empty()) line_.push_back(' ');
  line_.append(key).append(1, '=').append(shown);
  return *this;
}

}  // namespace rensa::base
