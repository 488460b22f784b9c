#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "server/app/config.h"
#include "server/app/run_later.h"
#include "server/base/lifetime.h"
#include "server/base/log_line.h"
#include "server/storage/games.h"

namespace rensa::app {

storage::GuestGameLimits guest_game_limits(const Config& config, std::chrono::system_clock::time_point now);

// Lets the store delete games between guests that exceed the limits, a few at a time. A store that fails is asked again
// after a pause, and an error that stays is logged once. All calls are made on the thread of the event loop.
class GuestGameDeletion {
 public:
  struct Parts {
    storage::Games& games;
    std::function<storage::GuestGameLimits()> limits;  // at the time of the call
    RunLater post_later;
    std::function<void(const base::LogLine&)> log;
  };

  explicit GuestGameDeletion(Parts parts) : parts_(std::move(parts)) {}
  GuestGameDeletion(const GuestGameDeletion&) = delete;
  GuestGameDeletion& operator=(const GuestGameDeletion&) = delete;

  // Looks at the games now, and then again and again.
  void begin();

 private:
  void on_answer(const storage::StoreResult<storage::GuestGameCounts>& counts);

  const Parts parts_;
  std::uint64_t deleted_ = 0;  // since the last line of the log
  std::string last_error_;     // empty: the last answer was none
  base::Lifetime lifetime_;
};

}  // namespace rensa::app
