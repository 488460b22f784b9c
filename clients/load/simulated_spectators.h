#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "clients/load/connections.h"
#include "clients/load/options.h"
#include "clients/load/simulated_players.h"

namespace rensa::load {

// What watchers have seen since they were last asked.
struct Watched {
  std::uint64_t updates = 0;
  std::uint64_t bytes = 0;   // of messages
  std::vector<double> lags;  // frames that watchers are behind the seats, of some of the updates
};

// Anything that should not be.
struct Wrong {
  std::uint64_t count = 0;
  std::string first;
};

// Thousands who watch, each on a connection of its own as browsers are, in a thread of their own: what they read takes
// no time from the seats.
class Gallery {
 public:
  Gallery(const Options& options, const Playbill& playbill);
  ~Gallery();
  Gallery(const Gallery&) = delete;
  Gallery& operator=(const Gallery&) = delete;

  // As many as that shall watch; they come evenly over the seconds, and go at once.
  void fill(int watchers, double seconds);
  // Those who have been shown something.
  int present() const { return present_; }
  Watched take_seen();
  Wrong wrong() const;

 private:
  struct Watcher {
    WebLink link;
    proto::MatchId match{};
    int game = 0;
    int clock = 0;
    bool has_seen = false;
    bool is_gone = false;
  };

  void run(const std::stop_token& stop);
  void adjust();
  void serve(std::size_t index);
  void hear(Watcher& watcher, std::string_view message);
  void update(Watcher& watcher, std::string_view message);
  void watch_another(Watcher& watcher);
  void mark_wrong(const std::string& what);

  const Options options_;
  const Playbill& playbill_;
  int epoll_ = -1;
  std::atomic<int> wanted_ = 0;
  std::atomic<double> per_second_ = 0;
  std::atomic<int> present_ = 0;
  std::vector<Watcher> watchers_;  // of the thread
  std::size_t asked_ = 0;          // for a match, so far
  double may_come_ = 0;
  mutable std::mutex mutex_;
  Watched seen_;
  Wrong wrong_;
  std::jthread thread_;
};

}  // namespace rensa::load
