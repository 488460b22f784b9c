#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <poll.h>
#include <span>
#include <string>
#include <vector>

#include "clients/session/connection.h"
#include "clients/session/match_tracker.h"
#include "engine/rules/rng.h"
#include "proto/message.h"

namespace rensa::session {

struct BackoffLimits {
  std::chrono::milliseconds base{250};
  std::chrono::milliseconds most{30'000};
};

// Computes the delay before the next attempt. The bound doubles each time, and the delay is random between half of it
// and all of it, so that clients that lost the same server do not reconnect together. Uses no clock.
class Backoff {
 public:
  Backoff(const BackoffLimits& limits, std::uint64_t seed) : limits_(limits), next_(limits.base), rng_(seed) {}

  std::chrono::milliseconds next();
  // Call this after an attempt that went well: the next delay is the shortest again.
  void reset() { next_ = limits_.base; }

 private:
  BackoffLimits limits_;
  std::chrono::milliseconds next_;
  rules::Rng rng_;
};

enum class ConnectionState : std::uint8_t {
  closed,
  open,      // the client requests its matches
  arranged,  // open, and others decide when matches begin
};

struct SessionOptions {
  std::string server;  // "HOST:PORT" or "unix:PATH"
  std::string token;   // empty: as a guest
  std::string name;    // the name that a guest asks for
  std::string software;
  std::vector<std::string> features;  // that Hello offers
  BackoffLimits backoff;
  std::chrono::milliseconds patience{10'000};   // for a connection and for Welcome
  std::chrono::milliseconds ping_after{8'000};  // of silence; after twice as long the connection is taken for lost
  std::chrono::milliseconds farewell{2'000};    // for the server's last messages when the session leaves
  int stop_descriptor = -1;                     // the session leaves when it becomes readable; -1: never
  // Called on the thread of the session; may be empty.
  std::function<void(const std::string&)> notice;
  std::function<void(ConnectionState)> connection_changed{};  // may be empty
  std::function<void(const MatchReport&)> match_ended;
};

// Plays on a server: connects, greets, pings, brings the server's messages to the match tracker and its messages to the
// server, and connects again after the connection was lost. One thread polls everything.
class ServerSession {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  // The part of the client that thinks. The session polls its descriptors, too.
  class LocalPlayer {
   public:
    virtual ~LocalPlayer() = default;
    virtual void add_poll_entries(std::vector<pollfd>& entries) const = 0;
    // Called after each wait with the results for these entries. After a change of the match tracker it calls
    // ServerSession::carry_out().
    virtual void serve(std::span<const pollfd> entries) = 0;
    // Returns the time at which serve() must be called at the latest.
    virtual TimePoint next_deadline() const { return TimePoint::max(); }
    // Called when the match tracker has new actions. Takes the actions that concern the player.
    virtual void carry_out() = 0;
  };

  // All arguments must outlive the session.
  ServerSession(const SessionOptions& options, const Address& address, MatchTracker& matches, LocalPlayer& player);

  // Runs the session. Blocks until all planned matches are over, the session has left, or it cannot go on.
  void run();
  // The same step by step: waits until something happens, at most so long, and handles it. Does nothing if is_done().
  void step(std::chrono::milliseconds longest_wait);
  bool is_done() const;
  // Resigns all matches. run() ends when the server has confirmed this, or after a short time without an answer.
  void leave();
  // Leaves as leave() does, because the local player cannot play for this reason.
  void fail(const std::string& why);
  bool is_leaving() const { return leave_by_.has_value(); }
  // Takes the actions of the match tracker and of the local player.
  void carry_out();

  void notify(const std::string& text) const;
  void change_connection(ConnectionState state) const;
  // Returns the reason why the session could not go on; empty: all matches were played, or it was asked to leave.
  const std::string& why_failed() const;
  int connections_lost() const { return connections_lost_; }

 private:
  void open();
  void wait_and_serve(std::chrono::milliseconds longest_wait);
  std::chrono::milliseconds time_left(std::chrono::milliseconds longest_wait) const;
  TimePoint next_keep_alive_check() const;
  void keep_alive();
  void receive();
  void hear(const proto::ServerMessage& message);
  void send(const proto::ClientMessage& message);
  void ping();
  void ask_for_farewell();
  void refuse_server(const std::string& why);
  void drop_connection(const std::string& why);

  const SessionOptions& options_;
  const Address& address_;
  MatchTracker& matches_;
  LocalPlayer& player_;
  Backoff backoff_;
  std::optional<MessageStream> connection_;
  const std::string client_id_;  // the same on all connections
  bool is_welcomed_ = false;     // by the server of this connection, or of the last one
  TimePoint opened_;
  TimePoint heard_;
  TimePoint pinged_;
  std::uint64_t pings_ = 0;
  TimePoint reopen_at_;                                 // after a lost connection
  std::optional<std::chrono::milliseconds> told_wait_;  // that the server wants when it closes this connection
  std::optional<TimePoint> repeat_at_;                  // requests that were refused
  std::optional<TimePoint> leave_by_;
  std::optional<std::uint64_t> farewell_;  // the ping with which we left
  bool is_farewell_answered_ = false;
  int connections_lost_ = 0;
  std::string why_player_failed_;
  std::string why_server_failed_;
};

}  // namespace rensa::session
