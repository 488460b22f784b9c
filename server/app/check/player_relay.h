#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <sys/un.h>
#include <thread>
#include <vector>

#include "proto/framing.h"
#include "server/base/descriptor.h"

namespace rensa::app {

// The disturbance of a player by a relay, in the middle of a game.
enum class Disturbance : std::uint8_t {
  none,
  cut_line,      // closes its connection; to the server it looks open, because nothing has told it
  stop_process,  // stops its process for a while
};

// A Unix socket to which players connect instead of the server. It forwards their messages on a thread of its own, and
// disturbs one of the players once.
class PlayerRelay {
 public:
  // Throws std::runtime_error if it cannot listen.
  PlayerRelay(const std::filesystem::path& path, const std::filesystem::path& server, Disturbance disturbance);
  // Ends all connections. A stopped process goes on.
  ~PlayerRelay();
  PlayerRelay(const PlayerRelay&) = delete;
  PlayerRelay& operator=(const PlayerRelay&) = delete;

  // Any thread may call these three.
  bool has_disturbed() const { return has_disturbed_; }
  // Returns true if the player has come back after the cut of its line, and plays on.
  bool has_come_back() const { return has_come_back_; }
  int messages_of_server() const { return messages_of_server_; }

 private:
  using Clock = std::chrono::steady_clock;

  struct Line {
    base::Descriptor player;
    base::Descriptor server;
    base::Descriptor process;  // of the player, as a descriptor
    proto::MessageSplitter messages{1U << 20U};
    int messages_of_server = 0;
    bool is_new = false;  // it began after the cut
    std::optional<Clock::time_point> stopped_until{};
  };

  void run();
  void accept();
  // Forwards what has arrived. Returns false when the line has ended.
  bool forward(Line& line, bool from_server);
  // Disturbs the player of this line. Returns false if that ends the line.
  bool disturb(Line& line);
  void let_go_on(Line& line);
  int milliseconds_to_next_end() const;  // of a stop; -1: nothing is stopped

  const sockaddr_un server_;
  const Disturbance disturbance_;
  std::vector<std::unique_ptr<Line>> lines_;
  base::Descriptor unnoticed_;  // the end at the server of the line that was cut
  std::atomic<bool> has_disturbed_ = false;
  std::atomic<bool> has_come_back_ = false;
  std::atomic<bool> has_ended_ = false;
  std::atomic<int> messages_of_server_ = 0;  // on all lines
  const base::Descriptor listener_;
  const base::Descriptor wake_;
  std::jthread thread_;
};

}  // namespace rensa::app
