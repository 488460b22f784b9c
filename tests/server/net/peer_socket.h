#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rensa::net {

// The other end of a connection: a plain socket that never blocks.
class PeerSocket {
 public:
  static PeerSocket to_port(std::uint16_t port);
  // Connects from one IPv4 address of this machine to another one, for example from 127.0.0.2 to 127.0.0.1.
  static PeerSocket between(const std::string& from, const std::string& to, std::uint16_t port);
  static PeerSocket to_path(const std::string& path);
  // Like to_port(), with such a small receive buffer that a sender soon has to wait.
  static PeerSocket slow_to_port(std::uint16_t port);
  static PeerSocket slow_to_path(const std::string& path);
  PeerSocket(PeerSocket&& other) noexcept;
  PeerSocket& operator=(PeerSocket&&) = delete;
  ~PeerSocket();

  // Precondition: the bytes fit into the buffers of the kernel; the rest is lost.
  void write(std::string_view bytes);
  void end_writing();
  void hang_up();

  // Returns all bytes that have come so far.
  const std::string& read();
  // Returns the number of TCP segments with data so far.
  unsigned segments() const;
  // Forgets the first bytes of read().
  void forget(std::size_t bytes) { received_.erase(0, bytes); }
  // Returns true if the other end has closed its side. Call read() first.
  bool has_ended() const { return has_ended_; }

 private:
  explicit PeerSocket(int fd) : fd_(fd) {}

  int fd_;
  std::string received_;
  bool has_ended_ = false;
};

}  // namespace rensa::net
