#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "clients/load/connections.h"
#include "clients/load/simulated_players.h"

namespace rensa::load {

// Counts of the simulated spectators since they were last taken.
struct SpectatorCounts {
  std::uint64_t updates = 0;
  std::uint64_t bytes = 0;   // of messages
  std::vector<double> lags;  // frames that spectators are behind the players, for a sample of the updates
};

// The number of errors, which are things that should not happen, and the first of them as text.
struct ErrorCount {
  std::uint64_t count = 0;
  std::string first;
};

// Simulates thousands of spectators, each with its own connection like a browser. They run in a thread of their own, so
// that reading their messages takes no time from the simulated players.
class SimulatedSpectators {
 public:
  SimulatedSpectators(const Options& options, const MatchClocks& match_clocks);

  // Sets the number of spectators. They connect evenly over this time. With 0 all disconnect at once.
  void set_target(int watchers, double seconds);
  // The number of spectators that have received an update.
  int active() const { return active_; }
  SpectatorCounts take_counts();
  ErrorCount errors() const;

 private:
  struct Spectator {
    WebSocketStream stream;
    proto::MatchId match{};
    int game = 0;
    int clock = 0;
    bool has_update = false;
    bool is_gone = false;
    // The time at which the server wants this spectator back, because too many have come at once.
    std::optional<std::chrono::steady_clock::time_point> return_at{};
  };

  void run(const std::stop_token& stop);
  void adjust_to_target();
  // Sends the first requests on a new connection.
  void greet(std::size_t index);
  // Connects again those whose time has come.
  void reconnect_due();
  void serve(std::size_t index);
  void handle_message(Spectator& spectator, std::string_view message);
  void update(Spectator& spectator, std::string_view message);
  void watch_next_match(Spectator& spectator);
  void count_error(const std::string& what);

  const Options options_;
  const MatchClocks& match_clocks_;
  ConnectionPoller poller_;
  std::atomic<int> target_ = 0;
  std::atomic<double> arrivals_per_second_ = 0;
  std::atomic<int> active_ = 0;
  std::vector<Spectator> spectators_;                                            // only used by the thread
  std::multimap<std::chrono::steady_clock::time_point, std::size_t> returning_;  // by the time of their return
  std::size_t watch_requests_ = 0;                                               // so far
  double arrivals_due_ = 0;
  mutable std::mutex mutex_;
  SpectatorCounts counts_;
  ErrorCount errors_;
  std::jthread thread_;
};

}  // namespace rensa::load
