#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clients/load/connections.h"
#include "clients/session/connection.h"
#include "engine/rules/rng.h"
#include "proto/message.h"

namespace rensa::load {

// The command line options of rensa-load.
struct Options {
  std::string server = "127.0.0.1:8733";   // or unix:PATH
  std::string metrics = "127.0.0.1:8787";  // HTTP; spectators connect here too; empty: no metrics and no spectators
  int matches = 100;
  int seconds = 10;
  int seats_per_connection = 1;
  proto::Terms terms;
  proto::Subscription subscription = proto::Subscription::events;
  int watchers = 0;
  bool watch_one = false;    // all spectators watch the first match, instead of all matches in turn
  std::string flood;         // a name of simulated_flood.h; empty: none
  int flooding = 1000;       // guests that flood the server
  int flood_addresses = 10;  // they come from so many addresses
  bool json = false;
};

// The running matches and the clock of each, as the simulated players have received them. The simulated spectators read
// them on another thread.
class MatchClocks {
 public:
  void add_match(proto::MatchId match) {
    const std::lock_guard lock(mutex_);
    clocks_[match] = {};
  }
  void remove_match(proto::MatchId match) {
    const std::lock_guard lock(mutex_);
    clocks_.erase(match);
  }
  void set_clock(proto::MatchId match, int game, int clock) {
    const std::lock_guard lock(mutex_);
    if (const auto found = clocks_.find(match); found != clocks_.end()) found->second = {game, clock};
  }

  std::vector<proto::MatchId> matches() const {
    const std::lock_guard lock(mutex_);
    std::vector<proto::MatchId> matches;
    for (const auto& [match, game_clock] : clocks_) matches.push_back(match);
    return matches;
  }
  // The newest frame that a player has received; nullopt if it belongs to another game.
  std::optional<int> clock(proto::MatchId match, int game) const {
    const std::lock_guard lock(mutex_);
    const auto found = clocks_.find(match);
    if (found == clocks_.end() || found->second.game != game) return std::nullopt;
    return found->second.clock;
  }

 private:
  struct GameClock {
    int game = 0;
    int clock = 0;
  };
  mutable std::mutex mutex_;
  std::map<proto::MatchId, GameClock> clocks_;
};

// Counts of the simulated players. Everything that should not happen is counted as an error.
struct PlayerCounts {
  std::uint64_t matches_started = 0;
  std::uint64_t games_ended = 0;
  std::uint64_t updates = 0;
  std::uint64_t decisions = 0;
  std::uint64_t refused_matches = 0;
  std::uint64_t errors = 0;
  std::string first_error;
};

// Simulates thousands of players that play random moves, on a given number of connections and in one thread.
class SimulatedPlayers {
 public:
  // Connects. Throws std::runtime_error. `match_clocks` must outlive this object.
  SimulatedPlayers(const Options& options, MatchClocks& match_clocks);

  // Requests all matches, evenly spread over this time. If all matches began in one frame, they would lock their pairs
  // in the same frames, unlike real matches. Returns false if a connection broke.
  bool start_matches(double seconds);
  // Plays for this time. Returns false if a connection broke.
  bool play_for(double seconds);
  // Plays until the condition is true. It is asked again and again. Returns false if a connection broke.
  bool play_until(const std::function<bool()>& is_true);
  // Returns true if the server has let all connections in. It may have told some of them to come back later.
  bool are_all_let_in() const;
  const PlayerCounts& counts() const { return counts_; }
  // Returns and clears the round trips in milliseconds: from a decision to the message with the frame in which it
  // counts.
  std::vector<double> take_round_trips() { return std::exchange(round_trips_, {}); }
  // The names that the server has given them.
  const std::vector<std::string>& names() const { return names_; }
  // The number of running matches, as far as the players know.
  int running_matches() const { return running_seats_ / 2; }

 private:
  struct SeatState {
    std::uint64_t updates = 0;
    int clock = 0;
    int game = 0;
    int decided_hand = 0;
    std::uint32_t decisions = 0;
    std::chrono::steady_clock::time_point decided_at{};
  };
  using SeatKey = std::pair<proto::MatchId, duel::Seat>;
  struct PlayerConnection {
    std::optional<session::MessageStream> stream{};  // none until it comes back
    std::map<SeatKey, SeatState> seats{};
    bool wants_output = false;
    int unanswered_requests = 0;  // for matches
    bool is_welcomed = false;
    // The time at which the server wants this client back, because too many have come at once.
    std::optional<std::chrono::steady_clock::time_point> return_at{};
  };

  void connect(std::size_t index);
  // Connects again those whose time has come. Returns the time of the next one.
  std::optional<std::chrono::steady_clock::time_point> reconnect_due();
  void handle_message(PlayerConnection& connection, std::string_view bytes);
  void update(PlayerConnection& connection, const proto::Update& update);
  void send(PlayerConnection& connection, const proto::ClientMessage& message);
  void request_match(PlayerConnection& connection);
  void count_error(const std::string& what);
  // These functions return false, and count an error, if the connection is broken.
  bool serve(std::size_t index);
  bool flush(std::size_t index);

  Options options_;
  MatchClocks& match_clocks_;
  rules::Rng rng_;
  std::vector<PlayerConnection> connections_;
  std::multimap<std::chrono::steady_clock::time_point, std::size_t> returning_;  // by the time of their return
  ConnectionPoller poller_;
  int running_seats_ = 0;
  PlayerCounts counts_;
  std::vector<double> round_trips_;
  std::vector<std::string> names_;
};

}  // namespace rensa::load
