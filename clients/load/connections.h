#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "proto/framing.h"

namespace rensa::load {

// Connections to the server that is measured. Constructors throw std::runtime_error with a sentence for people if they
// cannot connect.

// A socket that is connected to HOST:PORT or unix:PATH.
class Socket {
 public:
  explicit Socket(const std::string& server);
  ~Socket();
  Socket(Socket&& from) noexcept;
  Socket& operator=(Socket&&) = delete;

  int descriptor() const { return descriptor_; }
  void set_non_blocking() const;
  // Returns false if not all bytes could be sent at once.
  bool send_all(std::string_view bytes) const;

 private:
  int descriptor_ = -1;
};

// A connection that carries frames of binary messages. It does not block; an event loop drives it.
class BinaryStream {
 public:
  explicit BinaryStream(const std::string& server);

  int descriptor() const { return socket_.descriptor(); }
  // Reads the available bytes into frames(). Returns false if the server has closed the connection.
  bool read();
  proto::MessageSplitter& frames() { return frames_; }
  void queue(std::string_view message) { proto::append_framed_message(out_, message); }
  // Writes as much of the queue as possible. Returns false if the connection is broken.
  bool write();
  bool has_output() const { return !out_.empty(); }

 private:
  Socket socket_;
  proto::MessageSplitter frames_;
  std::string out_;
};

// A connection like that of a page: WebSocket with JSON messages. It implements only the part of WebSocket that a
// spectator needs. Only connecting blocks; then an event loop drives it.
class WebSocketStream {
 public:
  // Connects and requests the upgrade.
  explicit WebSocketStream(const std::string& server);

  int descriptor() const { return socket_.descriptor(); }
  // Reads the available bytes, calls `on_message` for each complete message, and answers pings. Returns false if the
  // server has closed the connection or has sent bytes that are not WebSocket.
  using OnMessage = std::function<void(std::string_view message)>;
  bool read(const OnMessage& on_message);
  // Sends the message now, or right after the upgrade. Returns false if the connection is broken.
  bool send(std::string_view message);

 private:
  bool read_upgrade_response();
  bool read_frames(std::string_view& bytes, const OnMessage& on_message);
  bool send_frame(unsigned char opcode, std::string_view payload);

  Socket socket_;
  bool is_open_ = false;
  std::string unsent_;  // frames that wait for the upgrade
  std::string unread_;  // the begin of an incomplete message
};

}  // namespace rensa::load
