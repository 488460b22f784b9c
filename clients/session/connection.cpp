#include "clients/session/connection.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <system_error>
#include <unistd.h>

#include "engine/rules/numbers.h"

namespace rensa::session {

namespace {

constexpr std::size_t kMaxUnsentBytes = 1024 * 1024;
// The number of reads in one call of receive(). It is limited, so that a peer that never stops sending does not take
// all the time.
constexpr int kReadsAtOnce = 16;

constexpr std::string_view kUnix = "unix:";

std::string text_of_error(int error) { return std::generic_category().message(error); }

// Waits until a non-blocking connect() has ended. Returns 0, or the number of the error.
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

ConnectResult try_address(int family, const sockaddr* address, socklen_t size, std::chrono::milliseconds patience) {
  Descriptor opened(socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!opened.is_open()) return {{}, text_of_error(errno)};
  int error = connect(opened.number(), address, size) == 0 ? 0 : errno;
  if (error == EINPROGRESS || error == EINTR) error = finish_connecting(opened.number(), patience);
  if (error != 0) return {{}, text_of_error(error)};
  if (family != AF_UNIX) {
    const int yes = 1;
    setsockopt(opened.number(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  }
  return {std::move(opened), ""};
}

ConnectResult connect_to_unix(const std::string& path, std::chrono::milliseconds patience) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return {{}, "the path is too long for a socket"};
  std::memcpy(address.sun_path, path.data(), path.size());
  return try_address(AF_UNIX, reinterpret_cast<const sockaddr*>(&address), sizeof address, patience);
}

ConnectResult connect_to_host(const Address& where, std::chrono::milliseconds patience) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(where.host.c_str(), where.port.c_str(), &hints, &found);
  if (error != 0) return {{}, gai_strerror(error)};
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, freeaddrinfo);
  ConnectResult last{{}, "the host has no address"};
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    last = try_address(one->ai_family, one->ai_addr, one->ai_addrlen, patience);
    if (last.socket.is_open()) break;
  }
  return last;
}

}  // namespace

rules::Parsed<Address> address_of(std::string_view text) {
  const auto refused = [&](const std::string& why) {
    return rules::ParseError{.message = std::string(text).append(": ").append(why), .position = 0};
  };
  Address address;
  if (text.starts_with(kUnix)) {
    address.path = text.substr(kUnix.size());
    if (address.path.empty()) return refused("a path has to follow unix:");
    return address;
  }
  if (text.find("://") != std::string_view::npos) {
    return refused(
        "this is the URL of a web page: players connect to HOST:PORT with the server's worker_port, which is 8733 if "
        "it is not set");
  }
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return refused("an address is HOST:PORT or unix:PATH");
  address.host = text.substr(0, colon);
  address.port = text.substr(colon + 1);
  if (!rules::parse_port(address.port)) return refused("the port has to be a number from 1 to 65535");
  const bool in_brackets = address.host.starts_with('[') && address.host.ends_with(']') && address.host.size() > 2;
  if (in_brackets) address.host = address.host.substr(1, address.host.size() - 2);
  if (!in_brackets && address.host.find(':') != std::string::npos) return refused("IPv6 goes in brackets: [::1]:PORT");
  return address;
}

std::string text_of(const Address& address) {
  std::string text;
  if (!address.path.empty()) return text.append(kUnix).append(address.path);
  const bool is_ipv6 = address.host.find(':') != std::string::npos;
  if (is_ipv6) return text.append("[").append(address.host).append("]:").append(address.port);
  return text.append(address.host).append(":").append(address.port);
}

bool is_on_this_host(const Address& address) {
  return !address.path.empty() || address.host == "localhost" || address.host == "::1" ||
         address.host.starts_with("127.");
}

ConnectResult connect_to(const Address& address, std::chrono::milliseconds patience) {
  return address.path.empty() ? connect_to_host(address, patience) : connect_to_unix(address.path, patience);
}

MessageStream::MessageStream(Descriptor input, Descriptor output, const Peer& peer)
    : input_(std::move(input)), output_(std::move(output)), peer_(peer), splitter_(peer.max_message_bytes) {
  for (const Descriptor* descriptor : {&input_, &output_}) {
    const int number = descriptor->number();
    if (descriptor->is_open()) fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK);
  }
}

void MessageStream::mark_lost(std::string_view why) {
  if (why_lost_.empty()) why_lost_ = why;
}

void MessageStream::mark_lost(int error) {
  const bool is_closed = error == EPIPE || error == ECONNRESET;
  mark_lost(is_closed ? std::string(peer_.why_closed) : text_of_error(error));
}

void MessageStream::send(std::string_view message) {
  if (!why_lost_.empty()) return;
  if (unsent_.size() - sent_ + message.size() > kMaxUnsentBytes) return mark_lost(peer_.why_not_reading);
  unsent_.erase(0, sent_);
  sent_ = 0;
  proto::append_framed_message(unsent_, message);
}

void MessageStream::flush() {
  while (why_lost_.empty() && has_unsent()) {
    const std::string_view left = std::string_view(unsent_).substr(sent_);
    const ssize_t count = output_.is_open() ? write(output_.number(), left.data(), left.size())
                                            : ::send(input_.number(), left.data(), left.size(), MSG_NOSIGNAL);
    if (count >= 0) {
      sent_ += static_cast<std::size_t>(count);
      moved_bytes_ += static_cast<std::uint64_t>(count);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return;
    } else if (errno != EINTR) {
      mark_lost(errno);
    }
  }
}

void MessageStream::end_output() {
  if (output_.is_open()) {
    output_ = Descriptor();
  } else {
    shutdown(input_.number(), SHUT_WR);
  }
}

void MessageStream::receive() {
  std::array<char, 16 * 1024> piece;
  for (int i = 0; i < kReadsAtOnce && why_lost_.empty(); ++i) {
    const ssize_t count = read(input_.number(), piece.data(), piece.size());
    if (count > 0) {
      const auto size = static_cast<std::size_t>(count);
      moved_bytes_ += size;
      if (!is_garbled()) splitter_.feed({piece.data(), size});
      if (size < piece.size()) return;
    } else if (count == 0) {
      mark_lost(peer_.why_closed);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return;
    } else if (errno != EINTR) {
      mark_lost(errno);
    }
  }
}

}  // namespace rensa::session
