#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rensa::net {

// The other end of a connection: a plain socket that never blocks.
class PeerSocket {
 public:
  static PeerSocket to_port(std::uint16_t port);
  static PeerSocket to_path(const std::string& path);
  // Like to_port(), with so small a buffer for what comes in that a sender soon has to wait.
  static PeerSocket slow_to_port(std::uint16_t port);
  static PeerSocket slow_to_path(const std::string& path);
  PeerSocket(PeerSocket&& other) noexcept;
  PeerSocket& operator=(PeerSocket&&) = delete;
  ~PeerSocket();

  // Precondition: it fits into the buffers of the kernel; what does not is lost.
  void write(std::string_view bytes);
  void end_writing();
  void hang_up();

  // Everything that has come so far.
  const std::string& read();
  // Pieces with data that TCP has brought so far.
  unsigned segments() const;
  // Forgets the first bytes of read().
  void forget(std::size_t bytes) { received_.erase(0, bytes); }
  // Whether the other end has said that nothing more comes. Call read() first.
  bool has_ended() const { return has_ended_; }

 private:
  explicit PeerSocket(int fd) : fd_(fd) {}

  int fd_;
  std::string received_;
  bool has_ended_ = false;
};

}  // namespace rensa::net
