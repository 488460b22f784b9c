#include "proto/framing.h"

#include <cassert>
#include <limits>

namespace rensa::proto {

void append_framed_message(std::string& stream, std::string_view message) {
  assert(message.size() <= std::numeric_limits<std::uint32_t>::max());
  auto left = static_cast<std::uint32_t>(message.size());
  for (std::size_t i = 0; i < kLengthPrefixBytes; ++i, left >>= 8) stream.push_back(static_cast<char>(left & 0xFFU));
  stream.append(message);
}

void MessageSplitter::feed(std::string_view bytes) {
  if (broken_) return;  // a peer that goes on sending must not fill our memory
  buffer_.erase(0, begin_);
  begin_ = 0;
  buffer_.append(bytes);
}

std::optional<std::string_view> MessageSplitter::next() {
  if (broken_ || buffer_.size() - begin_ < kLengthPrefixBytes) return std::nullopt;
  std::size_t length = 0;
  for (std::size_t i = 0; i < kLengthPrefixBytes; ++i) {
    length |= static_cast<std::size_t>(static_cast<unsigned char>(buffer_[begin_ + i])) << 8 * i;
  }
  if (length > max_message_bytes_) {
    broken_ = true;
    return std::nullopt;
  }
  if (buffer_.size() - begin_ - kLengthPrefixBytes < length) return std::nullopt;
  const std::string_view message(buffer_.data() + begin_ + kLengthPrefixBytes, length);
  begin_ += kLengthPrefixBytes + length;
  return message;
}

}  // namespace rensa::proto
