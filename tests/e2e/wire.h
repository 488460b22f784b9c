#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "proto/codec.h"
#include "proto/framing.h"
#include "proto/message.h"

namespace rensa::e2e {

using Clock = std::chrono::steady_clock;

// The transport and the encoding of a connection.
enum class Speech : std::uint8_t { tcp, web_json, web_binary };

// The receive buffer in the kernel.
enum class Buffer : std::uint8_t { usual, small };

// One connection to a server on this machine, which may also send invalid data. Its calls block; use it on one thread.
class Wire {
 public:
  // Throws std::runtime_error with a sentence if the server does not answer.
  Wire(Speech speech, std::uint16_t port, Buffer buffer = Buffer::usual);
  // Connects from one of the addresses of this machine, such as 127.0.0.2.
  Wire(Speech speech, std::uint16_t port, const std::string& address);
  ~Wire();
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  void send(const proto::ClientMessage& message);
  // Sends any bytes, framed as a message.
  void send_bytes(std::string_view bytes);
  // Sends only the length of a message.
  void announce(std::uint32_t bytes);
  // Returns the framed bytes of a message, for send_raw().
  std::string framed(const proto::ClientMessage& message) const;
  // Sends bytes without a frame. Blocks while the server does not read.
  void send_raw(std::string_view bytes);

  // Returns the next message; nullopt when the time is over or the connection has ended.
  std::optional<proto::ServerMessage> next(Clock::time_point until);
  // Limits the bytes of each read.
  void read_at_once(std::size_t bytes) { max_read_ = bytes; }

  // How the connection ended; empty: it is open. WebSocket: the close code.
  const std::string& end() const { return end_; }

 private:
  Wire(Speech speech, std::uint16_t port, int descriptor);

  bool read_more(Clock::time_point until);
  std::optional<std::string> next_bytes();
  std::optional<std::string> next_web_message();
  std::string frame_of(std::string_view bytes) const;
  proto::Encoding encoding() const;
  void finish(std::string how);

  Speech speech_;
  int descriptor_;
  std::string received_;  // used only for a WebSocket
  proto::MessageSplitter frames_;
  std::size_t max_read_ = 64 * 1024;
  std::string end_;
};

}  // namespace rensa::e2e
