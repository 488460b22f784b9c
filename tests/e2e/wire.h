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

// The ways to speak to a server.
enum class Speech : std::uint8_t { tcp, web_json, web_binary };

// How much of what arrives waits in the kernel while nobody reads.
enum class Buffer : std::uint8_t { usual, small };

// One connection to a server of this machine, which may say what no honest client would. Blocks; for one thread.
class Wire {
 public:
  // Throws std::runtime_error with a sentence when there is nobody.
  Wire(Speech speech, std::uint16_t port, Buffer buffer = Buffer::usual);
  ~Wire();
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  void send(const proto::ClientMessage& message);
  // Framed as a message, whatever it is.
  void send_bytes(std::string_view bytes);
  // The beginning of a message of so many bytes.
  void announce(std::uint32_t bytes);
  // As it would be sent, to be sent later with send_raw().
  std::string framed(const proto::ClientMessage& message) const;
  // As it is. Blocks while the server does not read.
  void send_raw(std::string_view bytes);

  // The next message; nullopt: the time is over, or the connection is.
  std::optional<proto::ServerMessage> next(Clock::time_point until);
  // At most so much is read at once from now on.
  void read_at_once(std::size_t bytes) { most_read_ = bytes; }

  // How the connection ended; empty: it lives. WebSocket: the code of the close.
  const std::string& end() const { return end_; }

 private:
  bool read_more(Clock::time_point until);
  std::optional<std::string> next_bytes();
  std::optional<std::string> next_web_message();
  std::string frame_of(std::string_view bytes) const;
  proto::Encoding encoding() const;
  void finish(std::string how);

  Speech speech_;
  int descriptor_;
  std::string received_;  // WebSocket
  proto::FrameReader frames_;
  std::size_t most_read_ = 64 * 1024;
  std::string end_;
};

}  // namespace rensa::e2e
