#pragma once

#include <chrono>
#include <optional>
#include <utility>

#include "server/base/types.h"

namespace rensa::app {

// Notices that the clock of the system has been set. Games are dated by that clock, while all times of matches are
// taken from a steady one. A machine that was asleep is not reported: its clock has gone on meanwhile.
class ClockWatch {
 public:
  // A smaller difference may come from a clock that is slowly corrected.
  static constexpr std::chrono::seconds kLeastJump{5};

  // To be called regularly with both clocks. `uptime` also counts while the machine is asleep. Returns by how much the
  // system's clock has jumped since the last call.
  std::optional<std::chrono::seconds> check(std::chrono::system_clock::time_point date, base::Span uptime) {
    const auto ahead = std::chrono::duration_cast<std::chrono::milliseconds>(date.time_since_epoch()) -
                       std::chrono::duration_cast<std::chrono::milliseconds>(uptime);
    const auto before = std::exchange(ahead_, ahead);
    if (!before || std::chrono::abs(ahead - *before) < kLeastJump) return std::nullopt;
    return std::chrono::duration_cast<std::chrono::seconds>(ahead - *before);
  }

 private:
  std::optional<std::chrono::milliseconds> ahead_;  // of the system's clock before the uptime
};

}  // namespace rensa::app
