#include "clients/load/link.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include "clients/load/socket.h"

namespace rensa::load {

namespace {

constexpr std::size_t kMaxServerMessageBytes = 1024 * 1024;

}  // namespace

Link::Link(const std::string& server) : descriptor_(connect_to(server)), frames_(kMaxServerMessageBytes) {
  ::fcntl(descriptor_, F_SETFL, O_NONBLOCK);
}

Link::~Link() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Link::Link(Link&& from) noexcept
    : descriptor_(std::exchange(from.descriptor_, -1)), frames_(std::move(from.frames_)), out_(std::move(from.out_)) {}

bool Link::read() {
  std::array<char, 64 * 1024> buffer;
  const ssize_t size = ::recv(descriptor_, buffer.data(), buffer.size(), 0);
  if (size > 0) {
    frames_.feed({buffer.data(), static_cast<std::size_t>(size)});
    return true;
  }
  return size < 0 && (errno == EAGAIN || errno == EINTR);
}

bool Link::write() {
  const ssize_t size = ::send(descriptor_, out_.data(), out_.size(), MSG_NOSIGNAL);
  if (size < 0) return errno == EAGAIN || errno == EINTR;
  out_.erase(0, static_cast<std::size_t>(size));
  return true;
}

}  // namespace rensa::load
