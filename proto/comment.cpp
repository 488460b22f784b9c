#include "proto/comment.h"

#include <cstddef>

#include "proto/message.h"

namespace rensa::proto {

namespace {

unsigned byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

// Bytes of the character that the text begins with; 0: it begins with none that can be shown. Precondition: not empty.
std::size_t first_character(std::string_view text) {
  const unsigned first = byte_at(text, 0);
  if (first < 0x80) return first >= 0x20 && first != 0x7F ? 1 : 0;
  const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < bytes) return 0;
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte_at(text, i) & 0xC0U) != 0x80U) return 0;
  }
  const unsigned second = byte_at(text, 1);
  const bool is_overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool is_surrogate = first == 0xED && second >= 0xA0;
  const bool is_too_large = first == 0xF4 && second >= 0x90;
  const bool is_control = first == 0xC2 && second < 0xA0;
  return is_overlong || is_surrogate || is_too_large || is_control ? 0 : bytes;
}

}  // namespace

std::string comment_of(std::string_view text) {
  std::string comment;
  while (!text.empty()) {
    const std::size_t bytes = first_character(text);
    if (comment.size() + (bytes == 0 ? 1 : bytes) > kMaxCommentBytes) break;
    comment += bytes == 0 ? std::string_view("?") : text.substr(0, bytes);
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return comment;
}

}  // namespace rensa::proto
