#include "tests/e2e/wire.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "tests/tools/time_limit.h"

namespace rensa::e2e {

namespace {

constexpr std::size_t kMaxServerMessageBytes = 1024 * 1024;
constexpr int kSmallBufferBytes = 4096;

enum Opcode : unsigned { kText = 1, kBinary = 2, kClose = 8, kPing = 9, kPong = 10 };

int connected(std::uint16_t port, Buffer buffer, const std::string& from) {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  // Before it connects: a window that shrinks later makes the kernel ignore the reset of the peer.
  if (buffer == Buffer::small) {
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &kSmallBufferBytes, sizeof kSmallBufferBytes);
  }
  const int on = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  inet_pton(AF_INET, from.c_str(), &address.sin_addr);
  if (!from.empty()) bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return descriptor;
  const std::string why = std::strerror(errno);
  close(descriptor);
  throw std::runtime_error("port " + std::to_string(port) + ": " + why);
}

unsigned byte_at(const std::string& bytes, std::size_t at) { return static_cast<unsigned char>(bytes[at]); }

// Returns the header of a whole frame as browsers send it, masked with zeros.
std::string web_header(unsigned opcode, std::size_t size) {
  std::string header;
  header.push_back(static_cast<char>(opcode | 0x80U));
  if (size < 126) {
    header.push_back(static_cast<char>(size | 0x80U));
  } else {
    const bool is_short = size < 65536;
    header.push_back(static_cast<char>((is_short ? 126U : 127U) | 0x80U));
    for (int shift = is_short ? 8 : 56; shift >= 0; shift -= 8) {
      header.push_back(static_cast<char>(size >> shift & 0xFFU));
    }
  }
  return header.append(4, '\0');
}

std::string upgrade_request(Speech speech, std::uint16_t port) {
  return "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
         "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: rensa.v1." +
         (speech == Speech::web_json ? "json" : "pb") + "\r\n\r\n";
}

}  // namespace

Wire::Wire(Speech speech, std::uint16_t port, Buffer buffer) : Wire(speech, port, connected(port, buffer, "")) {}

Wire::Wire(Speech speech, std::uint16_t port, const std::string& address)
    : Wire(speech, port, connected(port, Buffer::usual, address)) {}

Wire::Wire(Speech speech, std::uint16_t port, int descriptor)
    : speech_(speech), descriptor_(descriptor), frames_(kMaxServerMessageBytes) {
  if (speech == Speech::tcp) return;
  send_raw(upgrade_request(speech, port));
  const auto until = Clock::now() + test::kTimeLimit;
  while (received_.find("\r\n\r\n") == std::string::npos && read_more(until)) {
  }
  if (!received_.starts_with("HTTP/1.1 101")) throw std::runtime_error("no WebSocket: " + received_.substr(0, 80));
  received_.erase(0, received_.find("\r\n\r\n") + 4);
}

Wire::~Wire() { close(descriptor_); }

proto::Encoding Wire::encoding() const {
  return speech_ == Speech::web_json ? proto::Encoding::json : proto::Encoding::binary;
}

void Wire::finish(std::string how) {
  if (end_.empty()) end_ = std::move(how);
}

std::string Wire::frame_of(std::string_view bytes) const {
  std::string frame;
  if (speech_ == Speech::tcp) {
    proto::append_framed_message(frame, bytes);
    return frame;
  }
  return web_header(speech_ == Speech::web_json ? kText : kBinary, bytes.size()).append(bytes);
}

std::string Wire::framed(const proto::ClientMessage& message) const {
  return frame_of(proto::encode(message, encoding()));
}

void Wire::send(const proto::ClientMessage& message) { send_raw(framed(message)); }
void Wire::send_bytes(std::string_view bytes) { send_raw(frame_of(bytes)); }

void Wire::announce(std::uint32_t bytes) {
  if (speech_ != Speech::tcp) return send_raw(web_header(kBinary, bytes).append(1000, 'x'));
  std::string header;
  for (int shift = 0; shift < 32; shift += 8) header.push_back(static_cast<char>(bytes >> shift & 0xFFU));
  send_raw(header.append(1000, 'x'));
}

void Wire::send_raw(std::string_view bytes) {
  while (!bytes.empty() && end_.empty()) {
    const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno != EINTR) {
      return finish(std::string("cannot write: ") + std::strerror(errno));
    }
  }
}

bool Wire::read_more(Clock::time_point until) {
  if (!end_.empty()) return false;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
  pollfd entry{.fd = descriptor_, .events = POLLIN, .revents = 0};
  if (poll(&entry, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0))) <= 0) return false;
  std::vector<char> piece(max_read_);
  const ssize_t count = recv(descriptor_, piece.data(), piece.size(), 0);
  if (count <= 0) {
    finish(count == 0 ? "closed" : std::string("lost: ") + std::strerror(errno));
    return false;
  }
  const std::string_view bytes(piece.data(), static_cast<std::size_t>(count));
  if (speech_ == Speech::tcp) {
    frames_.feed(bytes);
  } else {
    received_.append(bytes);
  }
  return true;
}

std::optional<std::string> Wire::next_web_message() {
  while (received_.size() >= 2) {
    std::size_t begin = 2;
    std::size_t length = byte_at(received_, 1);
    if (length >= 126) {
      const std::size_t count = length == 126 ? 2 : 8;
      if (received_.size() < begin + count) return std::nullopt;
      length = 0;
      for (std::size_t i = 0; i < count; ++i) length = length << 8U | byte_at(received_, begin + i);
      begin += count;
    }
    if (received_.size() < begin + length) return std::nullopt;
    const unsigned opcode = byte_at(received_, 0) & 0xFU;
    std::string payload = received_.substr(begin, length);
    received_.erase(0, begin + length);
    if (opcode == kText || opcode == kBinary) return payload;
    if (opcode == kPing) send_raw(web_header(kPong, payload.size()).append(payload));
    if (opcode == kClose) {
      send_raw(web_header(kClose, payload.size()).append(payload));
      finish(payload.size() < 2 ? "closed" : std::to_string(byte_at(payload, 0) << 8U | byte_at(payload, 1)));
      return std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<std::string> Wire::next_bytes() {
  if (speech_ != Speech::tcp) return next_web_message();
  const auto message = frames_.next();
  return message ? std::optional<std::string>(*message) : std::nullopt;
}

std::optional<proto::ServerMessage> Wire::next(Clock::time_point until) {
  while (true) {
    if (const auto bytes = next_bytes()) {
      auto message = proto::server_message_of(*bytes, encoding());
      if (!message) throw std::runtime_error("the server says no message: " + message.error().message);
      return *message;
    }
    if (!read_more(until)) return std::nullopt;
  }
}

}  // namespace rensa::e2e
