#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/e2e/server.h"

namespace rensa::e2e {

// A connection that asks for the stream of the events of the tournament "cup". Its calls do not block.
class EventStream {
 public:
  // `address`: that of this machine from which it connects. `headers`: whole lines, each with its end.
  EventStream(std::uint16_t port, const std::string& headers, const std::string& query = "",
              const std::string& address = "127.0.0.1");
  EventStream(EventStream&& other) noexcept;
  EventStream& operator=(EventStream&&) = delete;
  ~EventStream();

  // Reads what has come, and returns all that has come so far, with the head.
  const std::string& read();
  // Returns true if the other side has closed the connection, or never took it. Call read() first.
  bool has_ended() const { return has_ended_; }

 private:
  int descriptor_;
  std::string received_;
  bool has_ended_ = false;
};

// An event of a stream.
struct StreamedEvent {
  std::string type;
  std::string id;
  Json data;
};
// Returns the whole events in an answer.
std::vector<StreamedEvent> events_in(const std::string& answer);

// A client that follows the tournament "cup", and comes back with the last id that it has seen whenever its connection
// is lost. It runs on a thread of its own.
class EventFollower {
 public:
  explicit EventFollower(std::uint16_t port);
  ~EventFollower() { must_stop_ = true; }
  EventFollower(const EventFollower&) = delete;
  EventFollower& operator=(const EventFollower&) = delete;

  // The server was started again with this port.
  void set_port(std::uint16_t port) { port_ = port; }
  std::vector<StreamedEvent> events() const;
  int connections() const { return connections_; }

 private:
  void follow_once();

  std::atomic<std::uint16_t> port_;
  std::atomic<bool> must_stop_ = false;
  std::atomic<int> connections_ = 0;
  mutable std::mutex mutex_;
  std::vector<StreamedEvent> events_;
  std::jthread thread_;
};

}  // namespace rensa::e2e
