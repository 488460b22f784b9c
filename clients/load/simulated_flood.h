#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "clients/load/connections.h"
#include "clients/load/simulated_players.h"

namespace rensa::load {

// The messages that flooding guests send without end.
enum class Flood : std::uint8_t {
  lobby,          // ListLobby
  challenges,     // of everybody in the lobby, with withdrawals
  subscriptions,  // Watch and Unwatch
  invitations,    // Invite and withdrawals
  pings,
  frames,  // empty continuation frames of a WebSocket message that never ends
  http,    // requests for the list of matches
};

extern const std::map<std::string, Flood> kFloods;  // by name

struct FloodCounts {
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t closed = 0;  // connections that the server closed, or did not let in
};

// Simulates guests without a token that send messages as fast as the server takes them, and read all answers. They come
// from several addresses of this machine (127.0.1.1, 127.0.1.2 ...), and connect again after a while when the server
// has closed their connection. They run in a thread of their own.
class SimulatedFlood {
 public:
  // They challenge these players, or watch these matches. Throws std::runtime_error if the server is not at 127.0.0.1,
  // or if there are none.
  SimulatedFlood(const Options& options, Flood flood, const std::vector<std::string>& players,
                 const std::vector<proto::MatchId>& matches);

  // The number of connections that are open.
  int connected() const { return connected_; }
  FloodCounts take_counts();

 private:
  struct Guest {
    session::Descriptor socket;
    std::string_view unsent;
    bool was_let_in = false;  // the server has answered the first message
    std::chrono::steady_clock::time_point again_at{};
  };

  void run(const std::stop_token& stop);
  void connect(std::size_t index);
  void serve(std::size_t index);
  void lose(std::size_t index);

  const std::uint16_t port_;
  const int addresses_;
  const std::string hello_;   // the first message; empty: none
  const std::string burst_;   // is sent again and again
  const bool sends_message_;  // the beginning of a message before the burst
  ConnectionPoller poller_;
  std::vector<Guest> guests_;  // only used by the thread
  std::atomic<int> connected_ = 0;
  std::mutex mutex_;
  FloodCounts counts_;
  std::jthread thread_;
};

}  // namespace rensa::load
