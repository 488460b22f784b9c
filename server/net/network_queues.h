#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <unordered_map>

namespace rensa::net {

// Runs work that ends later, one piece of each network at a time (see HttpRequest) and a few in all, so that a network
// that asks for much delays the others by one piece. All calls are on one thread.
class NetworkQueues {
 public:
  static constexpr std::size_t kMaxRunning = 32;
  static constexpr std::size_t kMaxWaiting = 32;  // of a network; more are refused

  // Work calls `done` once, now or later, when it has ended.
  using Work = std::function<void(std::function<void()> done)>;
  // Begins the work now or later. Returns false, and never begins it, if too much work of the network waits.
  bool run(const std::string& network, Work work);

 private:
  void begin_next();

  std::unordered_map<std::string, std::deque<Work>> waiting_;  // of the networks that are running or next
  std::deque<std::string> next_;                               // the networks of which a piece can begin, in order
  std::size_t running_ = 0;
};

}  // namespace rensa::net
