#include "tests/server/net/peer_socket.h"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace rensa::net {
namespace {

constexpr int kSlowBytes = 2048;

template <class Address>
int connected(int family, const Address& address, bool slow, const sockaddr_in* from = nullptr) {
  const int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (from != nullptr) {
    EXPECT_EQ(bind(fd, reinterpret_cast<const sockaddr*>(from), sizeof(*from)), 0) << std::strerror(errno);
  }
  if (slow) setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &kSlowBytes, sizeof(kSlowBytes));
  const int on = 1;
  if (family == AF_INET) setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  EXPECT_EQ(connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0) << std::strerror(errno);
  fcntl(fd, F_SETFL, O_NONBLOCK);
  return fd;
}

sockaddr_in socket_address(const std::string& address, std::uint16_t port) {
  sockaddr_in made{};
  made.sin_family = AF_INET;
  made.sin_port = htons(port);
  EXPECT_EQ(inet_pton(AF_INET, address.c_str(), &made.sin_addr), 1) << address;
  return made;
}

int connected_to_port(std::uint16_t port, bool slow) {
  return connected(AF_INET, socket_address("127.0.0.1", port), slow);
}

int connected_to_path(const std::string& path, bool slow) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  return connected(AF_UNIX, address, slow);
}

}  // namespace

PeerSocket PeerSocket::to_port(std::uint16_t port) { return PeerSocket(connected_to_port(port, false)); }
PeerSocket PeerSocket::between(const std::string& from, const std::string& to, std::uint16_t port) {
  const sockaddr_in own = socket_address(from, 0);
  return PeerSocket(connected(AF_INET, socket_address(to, port), false, &own));
}
PeerSocket PeerSocket::to_path(const std::string& path) { return PeerSocket(connected_to_path(path, false)); }
PeerSocket PeerSocket::slow_to_port(std::uint16_t port) { return PeerSocket(connected_to_port(port, true)); }
PeerSocket PeerSocket::slow_to_path(const std::string& path) { return PeerSocket(connected_to_path(path, true)); }

PeerSocket::PeerSocket(PeerSocket&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), received_(std::move(other.received_)), has_ended_(other.has_ended_) {}

PeerSocket::~PeerSocket() { hang_up(); }

void PeerSocket::write(std::string_view bytes) {
  [[maybe_unused]] const auto sent = send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

void PeerSocket::end_writing() { shutdown(fd_, SHUT_WR); }

void PeerSocket::hang_up() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

unsigned PeerSocket::segments() const {
  tcp_info info{};
  socklen_t size = sizeof(info);
  getsockopt(fd_, IPPROTO_TCP, TCP_INFO, &info, &size);
  return info.tcpi_data_segs_in;
}

const std::string& PeerSocket::read() {
  std::array<char, 65536> buffer;
  while (!has_ended_) {
    const auto bytes = recv(fd_, buffer.data(), buffer.size(), 0);
    if (bytes > 0) {
      received_.append(buffer.data(), static_cast<std::size_t>(bytes));
    } else if (bytes < 0 && errno == EAGAIN) {
      break;
    } else {
      has_ended_ = true;
    }
  }
  return received_;
}

}  // namespace rensa::net
