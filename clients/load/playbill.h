#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "proto/message.h"

namespace rensa::load {

// What is being played, and how far, as the seats have heard: for those who watch, on another thread.
class Playbill {
 public:
  void begin(proto::MatchId match) {
    const std::lock_guard lock(mutex_);
    clocks_[match] = {};
  }
  void end(proto::MatchId match) {
    const std::lock_guard lock(mutex_);
    clocks_.erase(match);
  }
  void show(proto::MatchId match, int game, int clock) {
    const std::lock_guard lock(mutex_);
    if (const auto found = clocks_.find(match); found != clocks_.end()) found->second = {game, clock};
  }

  std::vector<proto::MatchId> matches() const {
    const std::lock_guard lock(mutex_);
    std::vector<proto::MatchId> matches;
    for (const auto& [match, moment] : clocks_) matches.push_back(match);
    return matches;
  }
  // The newest frame that a seat has heard of; nullopt: that was of another game.
  std::optional<int> clock(proto::MatchId match, int game) const {
    const std::lock_guard lock(mutex_);
    const auto found = clocks_.find(match);
    if (found == clocks_.end() || found->second.game != game) return std::nullopt;
    return found->second.clock;
  }

 private:
  struct Moment {
    int game = 0;
    int clock = 0;
  };
  mutable std::mutex mutex_;
  std::map<proto::MatchId, Moment> clocks_;
};

}  // namespace rensa::load
