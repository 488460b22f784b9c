#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "server/base/types.h"

namespace rensa::app {

// The work that a stopping server still has to finish.
struct UnfinishedWork {
  std::size_t matches = 0;
  std::size_t unsaved_games = 0;
  bool is_store_failing = false;       // it could not save the last game that it was given
  bool has_spectator_updates = false;  // spectators have not received all updates
};

// Decides when a stopping server may stop: once all games are saved and all spectators have seen their ends. Matches
// may run until the deadline. Saving may take longer, since no finished game may be lost; but if the store fails, the
// server has ended by the deadline. Games that could not be saved are lost; no client has been sent their results. The
// server waits for spectators until the deadline, and for a moment after the last save, because many games end at the
// deadline itself.
class ShutdownPolicy {
 public:
  static constexpr base::Span kSpectatorGrace = std::chrono::seconds(1);
  static constexpr base::Span kClosingTime = std::chrono::seconds(1);  // in which a server ends that has given up
  enum class Step : std::uint8_t { wait, abandon_matches, stop };

  explicit ShutdownPolicy(base::Time deadline) : deadline_(deadline), spectators_until_(deadline) {}

  // To be called repeatedly. Returns the next step to take.
  Step step(const UnfinishedWork& left, base::Time now) {
    if (left.is_store_failing && now >= deadline_ - kClosingTime) {
      return std::exchange(has_given_up_, true) || left.matches == 0 ? Step::stop : Step::abandon_matches;
    }
    if (left.matches > 0 || left.unsaved_games > 0) {
      spectators_until_ = std::max(deadline_, now + kSpectatorGrace);
      return left.matches > 0 && now >= deadline_ ? Step::abandon_matches : Step::wait;
    }
    return left.has_spectator_updates && now < spectators_until_ ? Step::wait : Step::stop;
  }

 private:
  base::Time deadline_;
  base::Time spectators_until_;
  bool has_given_up_ = false;
};

}  // namespace rensa::app
