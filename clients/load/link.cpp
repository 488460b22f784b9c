#include "clients/load/link.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace rensa::load {

namespace {

constexpr std::size_t kMaxServerMessageBytes = 1024 * 1024;

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error(what + ": " + std::strerror(errno)); }

int connect_unix(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) throw std::runtime_error("unix:" + path + ": the path is too long");
  std::memcpy(address.sun_path, path.data(), path.size());
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) fail("unix:" + path);
  if (::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    ::close(descriptor);
    fail("unix:" + path);
  }
  return descriptor;
}

int connect_tcp(const std::string& host_and_port) {
  const std::size_t colon = host_and_port.rfind(':');
  if (colon == std::string::npos) throw std::runtime_error(host_and_port + ": HOST:PORT is expected");
  const std::string host = host_and_port.substr(0, colon);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), host_and_port.c_str() + colon + 1, &hints, &found) != 0) {
    throw std::runtime_error(host_and_port + ": there is no such address");
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, &::freeaddrinfo);
  const int descriptor = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) fail(host_and_port);
  if (::connect(descriptor, found->ai_addr, found->ai_addrlen) != 0) {
    ::close(descriptor);
    fail(host_and_port);
  }
  const int on = 1;
  ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return descriptor;
}

}  // namespace

Link::Link(const std::string& server)
    : descriptor_(server.starts_with("unix:") ? connect_unix(server.substr(5)) : connect_tcp(server)),
      frames_(kMaxServerMessageBytes) {
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

std::string http_get(const std::string& host_and_port, const std::string& path) {
  const int descriptor = connect_tcp(host_and_port);
  const std::string request = "GET " + path + " HTTP/1.1\r\nHost: " + host_and_port + "\r\nConnection: close\r\n\r\n";
  std::string answer;
  if (::send(descriptor, request.data(), request.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(request.size())) {
    std::array<char, 16 * 1024> buffer;
    for (ssize_t size = 0; (size = ::recv(descriptor, buffer.data(), buffer.size(), 0)) > 0;) {
      answer.append(buffer.data(), static_cast<std::size_t>(size));
    }
  }
  ::close(descriptor);
  const std::size_t body = answer.find("\r\n\r\n");
  if (!answer.starts_with("HTTP/1.1 200") || body == std::string::npos) {
    throw std::runtime_error(host_and_port + path + ": no answer that can be used");
  }
  return answer.substr(body + 4);
}

}  // namespace rensa::load
