#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
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
// may run until the deadline. Saving may take longer, since no finished game may be lost. But the server gives up when
// no game was saved for a while, and in any case some time after the deadline; if the store has said that it fails, the
// server has ended by the deadline. Games that could not be saved are lost; no client has been sent their results. The
// server waits for spectators until the deadline, and for a moment after the last save, because many games end at the
// deadline itself. After hurry() it waits only for saves, and not for long.
class ShutdownPolicy {
 public:
  static constexpr base::Span kSpectatorGrace = std::chrono::seconds(1);
  static constexpr base::Span kClosingTime = std::chrono::seconds(1);  // in which a server ends that has given up
  static constexpr base::Span kStuckTime = std::chrono::seconds(10);   // after the deadline, without a saved game
  static constexpr base::Span kSavingTime = std::chrono::seconds(60);  // after the deadline, in all
  static constexpr base::Span kHurryTime = std::chrono::seconds(2);    // after hurry(), for the last saves
  enum class Step : std::uint8_t { wait, abandon_matches, stop };

  explicit ShutdownPolicy(base::Time deadline)
      : deadline_(deadline), spectators_until_(deadline), saved_at_(deadline) {}

  // The server is to stop at once. It waits only for games that are being saved, and only if the store works.
  void hurry(base::Time now) { hurry_until_ = now + kHurryTime; }

  // To be called repeatedly. Returns the next step to take.
  Step step(const UnfinishedWork& left, base::Time now) {
    if (hurry_until_) {
      return left.unsaved_games == 0 || left.is_store_failing || now >= *hurry_until_ ? Step::stop : Step::wait;
    }
    if (left.is_store_failing && now >= deadline_ - kClosingTime) {
      return std::exchange(has_given_up_, true) || left.matches == 0 ? Step::stop : Step::abandon_matches;
    }
    if (is_stuck(left, now)) return Step::stop;
    if (left.matches > 0 || left.unsaved_games > 0) {
      spectators_until_ = std::max(deadline_, now + kSpectatorGrace);
      return left.matches > 0 && now >= deadline_ ? Step::abandon_matches : Step::wait;
    }
    return left.has_spectator_updates && now < spectators_until_ ? Step::wait : Step::stop;
  }

 private:
  bool is_stuck(const UnfinishedWork& left, base::Time now) {
    const bool has_saved = left.unsaved_games < std::exchange(unsaved_games_, left.unsaved_games);
    if (has_saved) saved_at_ = std::max(saved_at_, now);
    return left.unsaved_games > 0 && (now >= saved_at_ + kStuckTime || now >= deadline_ + kSavingTime);
  }

  base::Time deadline_;
  base::Time spectators_until_;
  base::Time saved_at_;  // the last game, or the deadline
  std::size_t unsaved_games_ = 0;
  std::optional<base::Time> hurry_until_;
  bool has_given_up_ = false;
};

}  // namespace rensa::app
