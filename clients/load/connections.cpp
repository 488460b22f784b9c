#include "clients/load/connections.h"

#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <stdexcept>
#include <sys/socket.h>
#include <utility>

namespace rensa::load {

namespace {

constexpr std::chrono::seconds kPatience{10};  // for a connection

// Returns false if not all bytes could be sent at once.
bool send_all(const session::Descriptor& socket, std::string_view bytes) {
  return ::send(socket.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
}

}  // namespace

session::Descriptor connect_to_server(const std::string& server) {
  const auto address = session::address_of(server);
  if (!address) throw std::runtime_error(address.error().message);
  session::ConnectResult connected = session::connect_to(*address, kPatience);
  if (!connected.socket.is_open()) throw std::runtime_error(server + ": " + connected.why);
  return std::move(connected.socket);
}

std::string http_get(const std::string& host_and_port, const std::string& path) {
  const session::Descriptor socket = connect_to_server(host_and_port);
  ::fcntl(socket.number(), F_SETFL, 0);  // from now on it blocks
  const std::string request = "GET " + path + " HTTP/1.1\r\nHost: " + host_and_port + "\r\nConnection: close\r\n\r\n";
  std::string answer;
  if (send_all(socket, request)) {
    std::array<char, 16 * 1024> buffer;
    for (ssize_t size = 0; (size = ::recv(socket.number(), buffer.data(), buffer.size(), 0)) > 0;) {
      answer.append(buffer.data(), static_cast<std::size_t>(size));
    }
  }
  const std::size_t body = answer.find("\r\n\r\n");
  if (!answer.starts_with("HTTP/1.1 200") || body == std::string::npos) {
    throw std::runtime_error(host_and_port + path + ": no answer that can be used");
  }
  return answer.substr(body + 4);
}

ConnectionPoller::ConnectionPoller() : epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
  if (!epoll_.is_open()) throw std::runtime_error("epoll is not available");
}

std::span<const std::size_t> ConnectionPoller::wait(std::chrono::milliseconds time) {
  const int count =
      ::epoll_wait(epoll_.number(), events_.data(), static_cast<int>(events_.size()), static_cast<int>(time.count()));
  const std::size_t ready = count < 0 ? 0 : static_cast<std::size_t>(count);
  for (std::size_t i = 0; i < ready; ++i) ready_[i] = static_cast<std::size_t>(events_[i].data.u64);
  return std::span(ready_).first(ready);
}

void ConnectionPoller::change_registration(int operation, int descriptor, std::size_t index, unsigned events) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = index;
  ::epoll_ctl(epoll_.number(), operation, descriptor, &event);
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

WebSocketStream::WebSocketStream(const std::string& server) : socket_(connect_to_server(server)) {
  const std::string request =
      "GET /ws HTTP/1.1\r\nHost: " + server +
      "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: cmVuc2EtbG9hZC1yZW5zYQ==\r\nSec-WebSocket-Protocol: rensa.v1.json\r\n\r\n";
  if (!send_all(socket_, request)) throw std::runtime_error(server + ": the connection broke at once");
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
  return first.empty() || send_all(socket_, first);
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

// WebSocket requires that clients mask their messages. A mask of zeros leaves them unchanged.
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
  return send_all(socket_, frame);
}

}  // namespace rensa::load
