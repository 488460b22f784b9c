#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <sys/epoll.h>

#include "clients/session/connection.h"

namespace rensa::load {

// Connects to HOST:PORT or unix:PATH. The socket does not block. Throws std::runtime_error with a sentence for people.
session::Descriptor connect_to_server(const std::string& server);
// Returns the body of an HTTP GET request. Throws std::runtime_error.
std::string http_get(const std::string& host_and_port, const std::string& path);

// Waits for many connections at once. Each is known by its index in the caller's list.
class ConnectionPoller {
 public:
  // Throws std::runtime_error if the system has no descriptor left.
  ConnectionPoller();

  void add(int descriptor, std::size_t index) { change_registration(EPOLL_CTL_ADD, descriptor, index, EPOLLIN); }
  void wait_for_output_too(int descriptor, std::size_t index, bool on) {
    change_registration(EPOLL_CTL_MOD, descriptor, index, on ? EPOLLIN | EPOLLOUT : EPOLLIN);
  }
  void remove(int descriptor) { change_registration(EPOLL_CTL_DEL, descriptor, 0, 0); }
  // Waits at most this long. Returns the connections that are ready, valid until the next call.
  std::span<const std::size_t> wait(std::chrono::milliseconds time);

 private:
  void change_registration(int operation, int descriptor, std::size_t index, unsigned events);

  session::Descriptor epoll_;
  std::array<epoll_event, 512> events_{};
  std::array<std::size_t, 512> ready_{};
};

// A connection like that of a page: WebSocket with JSON messages. It implements only the part of WebSocket that a
// spectator needs. Only connecting blocks; then an event loop drives it.
class WebSocketStream {
 public:
  // Connects and requests the upgrade. Throws std::runtime_error.
  explicit WebSocketStream(const std::string& server);

  int descriptor() const { return socket_.number(); }
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

  session::Descriptor socket_;
  bool is_open_ = false;
  std::string unsent_;  // frames that wait for the upgrade
  std::string unread_;  // the beginning of an incomplete message
};

}  // namespace rensa::load
