#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rensa::proto {

// Messages on a stream: a length of four bytes, little-endian, then so many bytes.

inline constexpr std::size_t kFrameHeaderBytes = 4;
inline constexpr std::size_t kMaxPersonMessageBytes = 4 * 1024;
inline constexpr std::size_t kMaxWorkerMessageBytes = 64 * 1024;

// Precondition: the message is shorter than 4 GiB.
void append_frame(std::string& stream, std::string_view message);

// Cuts a stream, fed piece by piece, into messages.
class FrameReader {
 public:
  explicit FrameReader(std::size_t max_message_bytes) : max_message_bytes_(max_message_bytes) {}

  void feed(std::string_view bytes);
  // The next whole message, valid until the next call of either; nullopt: none yet, or the stream is broken.
  std::optional<std::string_view> next();
  // A length beyond the limit was announced: nothing that follows can be read. Known before its bytes arrive.
  bool is_broken() const { return broken_; }

 private:
  std::size_t max_message_bytes_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of what has not been given out
  bool broken_ = false;
};

}  // namespace rensa::proto
