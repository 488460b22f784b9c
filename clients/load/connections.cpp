#include "clients/load/connections.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <optional>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace rensa::load {

namespace {

[[noreturn]] void fail(const std::string& server) { throw std::runtime_error(server + ": " + std::strerror(errno)); }

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

constexpr std::size_t kMaxServerMessageBytes = 1024 * 1024;

}  // namespace

Socket::Socket(const std::string& server)
    : descriptor_(server.starts_with("unix:") ? connect_unix(server.substr(5)) : connect_tcp(server)) {}

Socket::~Socket() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Socket::Socket(Socket&& from) noexcept : descriptor_(std::exchange(from.descriptor_, -1)) {}

void Socket::set_non_blocking() const { ::fcntl(descriptor_, F_SETFL, O_NONBLOCK); }

bool Socket::send_all(std::string_view bytes) const {
  return ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
}

BinaryStream::BinaryStream(const std::string& server) : socket_(server), frames_(kMaxServerMessageBytes) {
  socket_.set_non_blocking();
}

bool BinaryStream::read() {
  std::array<char, 64 * 1024> buffer;
  const ssize_t size = ::recv(descriptor(), buffer.data(), buffer.size(), 0);
  if (size > 0) {
    frames_.feed({buffer.data(), static_cast<std::size_t>(size)});
    return true;
  }
  return size < 0 && (errno == EAGAIN || errno == EINTR);
}

bool BinaryStream::write() {
  const ssize_t size = ::send(descriptor(), out_.data(), out_.size(), MSG_NOSIGNAL);
  if (size < 0) return errno == EAGAIN || errno == EINTR;
  out_.erase(0, static_cast<std::size_t>(size));
  return true;
}

namespace {

constexpr unsigned char kText = 1;
constexpr unsigned char kPing = 9;
constexpr unsigned char kPong = 10;
constexpr unsigned char kFinal = 0x80;
constexpr unsigned char kMasked = 0x80;

unsigned char byte_at(std::string_view bytes, std::size_t at) { return static_cast<unsigned char>(bytes[at]); }

struct Frame {
  unsigned char opcode = 0;
  std::size_t header = 0;  // bytes
  std::size_t payload = 0;
};

// Returns nullopt if the header is incomplete.
std::optional<Frame> frame_of(std::string_view bytes) {
  if (bytes.size() < 2) return std::nullopt;
  const std::size_t length = byte_at(bytes, 1) & 0x7FU;
  const std::size_t more = length == 126 ? 2 : length == 127 ? 8 : 0;
  if (bytes.size() < 2 + more) return std::nullopt;
  Frame frame{.opcode = static_cast<unsigned char>(byte_at(bytes, 0) & 0x0FU), .header = 2 + more, .payload = length};
  if (more > 0) frame.payload = 0;
  for (std::size_t i = 0; i < more; ++i) frame.payload = frame.payload << 8U | byte_at(bytes, 2 + i);
  return frame;
}

}  // namespace

WebSocketStream::WebSocketStream(const std::string& server) : socket_(server) {
  const std::string request =
      "GET /ws HTTP/1.1\r\nHost: " + server +
      "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: cmVuc2EtbG9hZC1yZW5zYQ==\r\nSec-WebSocket-Protocol: rensa.v1.json\r\n\r\n";
  socket_.set_non_blocking();
  if (!socket_.send_all(request)) throw std::runtime_error(server + ": the connection broke at once");
}

bool WebSocketStream::read(const OnMessage& on_message) {
  static thread_local std::array<char, 256 * 1024> buffer;
  const ssize_t size = ::recv(descriptor(), buffer.data(), buffer.size(), 0);
  if (size <= 0) return size < 0 && (errno == EAGAIN || errno == EINTR);
  std::string_view bytes(buffer.data(), static_cast<std::size_t>(size));
  const bool is_begun = !unread_.empty();
  if (is_begun || !is_open_) bytes = unread_.append(bytes);
  if (!is_open_) {
    if (unread_.find("\r\n\r\n") == std::string::npos) return true;
    if (!read_upgrade_response()) return false;
    bytes = unread_;
  }
  if (!read_frames(bytes, on_message)) return false;
  unread_ = std::string(bytes);
  return true;
}

bool WebSocketStream::read_upgrade_response() {
  if (!unread_.starts_with("HTTP/1.1 101")) return false;
  unread_.erase(0, unread_.find("\r\n\r\n") + 4);
  is_open_ = true;
  const std::string first = std::exchange(unsent_, {});
  return first.empty() || socket_.send_all(first);
}

bool WebSocketStream::read_frames(std::string_view& bytes, const OnMessage& on_message) {
  for (auto frame = frame_of(bytes); frame && bytes.size() >= frame->header + frame->payload; frame = frame_of(bytes)) {
    const std::string_view payload = bytes.substr(frame->header, frame->payload);
    bytes.remove_prefix(frame->header + frame->payload);
    if (frame->opcode == kText) {
      on_message(payload);
    } else if (frame->opcode != kPing || !send_frame(kPong, payload)) {
      return false;
    }
  }
  return true;
}

bool WebSocketStream::send(std::string_view message) { return send_frame(kText, message); }

// Messages of clients must be masked. A mask of zeros leaves them unchanged.
bool WebSocketStream::send_frame(unsigned char opcode, std::string_view payload) {
  std::string frame;
  frame.push_back(static_cast<char>(kFinal | opcode));
  if (payload.size() < 126) {
    frame.push_back(static_cast<char>(kMasked | payload.size()));
  } else {
    frame.push_back(static_cast<char>(kMasked | 126U));
    frame.push_back(static_cast<char>(payload.size() >> 8U));
    frame.push_back(static_cast<char>(payload.size() & 0xFFU));
  }
  frame.append(4, '\0').append(payload);
  if (!is_open_) {
    unsent_ += frame;
    return true;
  }
  return socket_.send_all(frame);
}

}  // namespace rensa::load
