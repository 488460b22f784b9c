#include "server/base/log_line.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "server/base/plain_text.h"

namespace rensa::base {

namespace {

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
      quoted.append("\\x").append(in_hex(static_cast<unsigned char>(text[0]), 2));
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
