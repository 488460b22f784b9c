#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clients/load/connections.h"
#include "clients/load/options.h"
#include "engine/rules/rng.h"
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

// What the swarm has seen. Anything that should not be is counted as wrong and named.
struct Seen {
  std::uint64_t matches_started = 0;
  std::uint64_t games_ended = 0;
  std::uint64_t updates = 0;
  std::uint64_t decisions = 0;
  std::uint64_t refused_matches = 0;
  std::uint64_t wrong = 0;
  std::string first_wrong;
};

// Thousands of seats on as many connections as asked for, all playing random moves, in one thread.
class Swarm {
 public:
  // Connects. Throws std::runtime_error. The playbill outlives it.
  Swarm(const Options& options, Playbill& playbill);
  ~Swarm();
  Swarm(const Swarm&) = delete;
  Swarm& operator=(const Swarm&) = delete;

  // Asks for as many matches as are to be, evenly over so much time: begun in one frame, thousands of them would go on
  // to lock their pairs in the same frames, as no real ones do. True: everything went on, as below.
  bool ask_for_matches(double seconds);
  // Plays for so long; true: everything went on, false: a connection broke.
  bool play_for(double seconds);
  const Seen& seen() const { return seen_; }
  // Milliseconds from decisions to the word of the frame from which they count, since they were last taken.
  std::vector<double> take_round_trips() { return std::exchange(round_trips_, {}); }
  // Matches that are under way, as far as their seats know.
  int running() const { return running_ / 2; }

 private:
  struct Chair {
    std::uint64_t updates = 0;
    int clock = 0;
    int game = 0;
    int decided_hand = 0;
    std::uint32_t decisions = 0;
    std::chrono::steady_clock::time_point decided_at{};
  };
  using ChairKey = std::pair<proto::MatchId, duel::Seat>;
  struct Member {
    Link link;
    std::map<ChairKey, Chair> chairs;
    bool wants_output = false;
  };

  bool serve(Member& member);
  void hear(Member& member, std::string_view bytes);
  void update(Member& member, const proto::Update& update);
  void say(Member& member, const proto::ClientMessage& message);
  void ask_for_match(Member& member);
  void mark_wrong(const std::string& what);
  bool flush(std::size_t index);

  Options options_;
  Playbill& playbill_;
  rules::Rng rng_;
  std::vector<Member> members_;
  int epoll_ = -1;
  int running_ = 0;  // seats
  Seen seen_;
  std::vector<double> round_trips_;
};

}  // namespace rensa::load
