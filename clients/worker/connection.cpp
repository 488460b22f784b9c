#include "clients/worker/connection.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <system_error>
#include <unistd.h>

namespace rensa::worker {

namespace {

// Limits one message of a server. A server sends a separate message to each seat.
constexpr std::size_t kMaxServerMessageBytes = 1024 * 1024;
constexpr std::size_t kMaxUnsentBytes = 1024 * 1024;
// In one call of receive(), so that a server that never stops talking does not keep us from answering.
constexpr int kReadsAtOnce = 16;

std::string text_of_error(int error) { return std::generic_category().message(error); }

// Waits for a non-blocking connect. Returns 0 or the error number.
int finish_connecting(int descriptor, std::chrono::milliseconds patience) {
  pollfd entry{.fd = descriptor, .events = POLLOUT, .revents = 0};
  const int ready = poll(&entry, 1, static_cast<int>(patience.count()));
  if (ready < 0) return errno;
  if (ready == 0) return ETIMEDOUT;
  int error = 0;
  socklen_t size = sizeof error;
  if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) != 0) return errno;
  return error;
}

Connected try_address(int family, const sockaddr* address, socklen_t size, std::chrono::milliseconds patience) {
  const int descriptor = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return {nullptr, text_of_error(errno)};
  auto connection = std::make_unique<Connection>(descriptor);
  int error = connect(descriptor, address, size) == 0 ? 0 : errno;
  if (error == EINPROGRESS || error == EINTR) error = finish_connecting(descriptor, patience);
  if (error != 0) return {nullptr, text_of_error(error)};
  if (family != AF_UNIX) {
    const int yes = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  }
  return {std::move(connection), ""};
}

Connected connect_to_unix(const std::string& path, std::chrono::milliseconds patience) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return {nullptr, "the path is too long for a socket"};
  std::memcpy(address.sun_path, path.data(), path.size());
  return try_address(AF_UNIX, reinterpret_cast<const sockaddr*>(&address), sizeof address, patience);
}

Connected connect_to_host(const Address& where, std::chrono::milliseconds patience) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(where.host.c_str(), where.port.c_str(), &hints, &found);
  if (error != 0) return {nullptr, gai_strerror(error)};
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, freeaddrinfo);
  Connected last{nullptr, "the host has no address"};
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    last = try_address(one->ai_family, one->ai_addr, one->ai_addrlen, patience);
    if (last.connection) break;
  }
  return last;
}

}  // namespace

Connected connect_to(const Address& address, std::chrono::milliseconds patience) {
  return address.path.empty() ? connect_to_host(address, patience) : connect_to_unix(address.path, patience);
}

Connection::Connection(int descriptor) : descriptor_(descriptor), reader_(kMaxServerMessageBytes) {}

Connection::~Connection() { close(descriptor_); }

void Connection::lose(std::string why) {
  if (why_lost_.empty()) why_lost_ = std::move(why);
}

void Connection::send(std::string_view message) {
  if (!why_lost_.empty()) return;
  if (unsent_.size() - sent_ + message.size() > kMaxUnsentBytes) return lose("the server does not read");
  unsent_.erase(0, sent_);
  sent_ = 0;
  proto::append_framed_message(unsent_, message);
}

void Connection::flush() {
  while (why_lost_.empty() && has_unsent()) {
    const ssize_t count = ::send(descriptor_, unsent_.data() + sent_, unsent_.size() - sent_, MSG_NOSIGNAL);
    if (count >= 0) {
      sent_ += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return;
    } else if (errno != EINTR) {
      lose(text_of_error(errno));
    }
  }
}

void Connection::receive() {
  std::array<char, 16 * 1024> piece{};
  for (int i = 0; i < kReadsAtOnce && why_lost_.empty(); ++i) {
    const ssize_t count = recv(descriptor_, piece.data(), piece.size(), 0);
    if (count > 0) {
      reader_.feed({piece.data(), static_cast<std::size_t>(count)});
    } else if (count == 0) {
      lose("the server closed the connection");
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return;
    } else if (errno != EINTR) {
      lose(text_of_error(errno));
    }
  }
}

std::optional<std::string_view> Connection::next() { return reader_.next(); }

}  // namespace rensa::worker
