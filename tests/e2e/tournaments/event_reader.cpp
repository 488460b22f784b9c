#include "tests/e2e/tournaments/event_reader.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace rensa::e2e {

EventStream::EventStream(std::uint16_t port, const std::string& headers, const std::string& query,
                         const std::string& address)
    : descriptor_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in own{};
  own.sin_family = AF_INET;
  inet_pton(AF_INET, address.c_str(), &own.sin_addr);
  bind(descriptor_, reinterpret_cast<const sockaddr*>(&own), sizeof own);
  sockaddr_in server{};
  server.sin_family = AF_INET;
  server.sin_port = htons(port);
  server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(descriptor_, reinterpret_cast<const sockaddr*>(&server), sizeof server) != 0) has_ended_ = true;
  const std::string request = "GET /api/v1/tournaments/cup/events" + query +
                              " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                              "\r\nAccept: text/event-stream\r\n" + headers + "\r\n";
  ::send(descriptor_, request.data(), request.size(), MSG_NOSIGNAL);
  fcntl(descriptor_, F_SETFL, fcntl(descriptor_, F_GETFL) | O_NONBLOCK);
}

EventStream::EventStream(EventStream&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      received_(std::move(other.received_)),
      has_ended_(other.has_ended_) {}

EventStream::~EventStream() {
  if (descriptor_ >= 0) close(descriptor_);
}

const std::string& EventStream::read() {
  std::array<char, 16 * 1024> piece{};
  while (!has_ended_) {
    const ssize_t count = recv(descriptor_, piece.data(), piece.size(), 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) break;
    if (count <= 0) has_ended_ = true;
    if (count > 0) received_.append(piece.data(), static_cast<std::size_t>(count));
  }
  return received_;
}

std::vector<StreamedEvent> events_in(const std::string& answer) {
  std::vector<StreamedEvent> events;
  std::size_t at = std::min(answer.find("\r\n\r\n"), answer.size());
  while (true) {
    const std::size_t begin = answer.find("event: ", at);
    const std::size_t end = begin == std::string::npos ? begin : answer.find("\n\n", begin);
    if (end == std::string::npos) return events;
    const std::string block = answer.substr(begin, end - begin);
    const std::size_t id = block.find("\nid: ");
    const std::size_t data = block.find("\ndata: ");
    events.push_back({.type = block.substr(7, id - 7),
                      .id = block.substr(id + 5, data - id - 5),
                      .data = Json::parse(block.substr(data + 7))});
    at = end;
  }
}

EventFollower::EventFollower(std::uint16_t port) : port_(port) {
  thread_ = std::jthread([this] {
    while (!must_stop_) follow_once();
  });
}

std::vector<StreamedEvent> EventFollower::events() const {
  const std::lock_guard lock(mutex_);
  return events_;
}

void EventFollower::follow_once() {
  const std::vector<StreamedEvent> before = events();
  const bool is_first = before.empty();
  EventStream stream(port_, is_first ? "" : "Last-Event-ID: " + before.back().id + "\r\n", is_first ? "?from=0" : "");
  ++connections_;
  while (!must_stop_) {
    const std::vector<StreamedEvent> now = events_in(stream.read());
    {
      const std::lock_guard lock(mutex_);
      events_ = before;
      events_.insert(events_.end(), now.begin(), now.end());
    }
    if (stream.has_ended()) break;
    poll(nullptr, 0, 5);
  }
}

}  // namespace rensa::e2e
