#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

#include "server/base/types.h"

namespace rensa::app {

// Decides when a stopping server logs that games wait for its store. Most saves take milliseconds and are not worth a
// line. So a wait is reported once it has lasted for a second, or at once if the store fails, and then each second.
class StoreWaitReports {
 public:
  static constexpr base::Span kInterval = std::chrono::seconds(1);

  // To be called repeatedly. Returns true if it is time to log how many games are unsaved.
  bool is_due(std::size_t unsaved_games, bool is_store_failing, base::Time now) {
    if (unsaved_games == 0) {
      waiting_since_.reset();
      return false;
    }
    if (!waiting_since_) waiting_since_ = now;
    if (!is_store_failing && now < *waiting_since_ + kInterval) return false;
    if (reported_at_ && now < *reported_at_ + kInterval) return false;
    reported_at_ = now;
    return true;
  }

 private:
  std::optional<base::Time> waiting_since_;  // nullopt: no game waits
  std::optional<base::Time> reported_at_;    // the last time
};

}  // namespace rensa::app
