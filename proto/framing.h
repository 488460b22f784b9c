#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rensa::proto {

// Messages on a stream: each is its length in four bytes, little-endian, then its bytes.

inline constexpr std::size_t kLengthPrefixBytes = 4;
inline constexpr std::size_t kMaxPersonMessageBytes = 4 * 1024;
inline constexpr std::size_t kMaxWorkerMessageBytes = 64 * 1024;

// Precondition: the message is shorter than 4 GiB.
void append_framed_message(std::string& stream, std::string_view message);

// Splits a stream, which arrives in pieces, into messages.
class MessageSplitter {
 public:
  explicit MessageSplitter(std::size_t max_message_bytes) : max_message_bytes_(max_message_bytes) {}

  void feed(std::string_view bytes);
  // Returns the next whole message, valid until the next call of feed() or next(). Returns nothing if there is none yet
  // or if the stream is broken.
  std::optional<std::string_view> next();
  // Returns true after a length beyond the limit. Nothing that follows can be read.
  bool is_broken() const { return broken_; }
  // Returns the bytes that next() has not returned yet. If the stream is broken, they begin with that length.
  std::string_view unread() const { return std::string_view(buffer_).substr(begin_); }

 private:
  std::size_t max_message_bytes_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of the bytes that next() has not returned yet
  bool broken_ = false;
};

}  // namespace rensa::proto
