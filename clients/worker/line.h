#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <poll.h>
#include <string>
#include <vector>

#include "clients/worker/address.h"
#include "clients/worker/backoff.h"
#include "clients/worker/connection.h"
#include "proto/message.h"

namespace rensa::worker {

struct LineOptions {
  std::string token;  // empty: as a guest
  std::string name;   // the name that a guest asks for
  std::string software;
  std::vector<std::string> features;  // that Hello offers
  BackoffLimits backoff;
  std::chrono::milliseconds patience{10'000};      // for a connection and for Welcome
  std::chrono::milliseconds ping_after{8'000};     // of silence; after twice as long the connection is taken for lost
  std::function<void(const std::string&)> notice;  // may be empty
};

// Keeps a connection to a server: connects, greets, pings, gives up after a silence, and connects again. It does not
// interpret the messages that it carries. Used by one thread, which polls.
class Line {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  // Called from within receive(), keep_alive() and notice_loss().
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void welcomed(const proto::Welcome& welcome) = 0;
    virtual void hear(const proto::ServerMessage& message) = 0;
    virtual void disconnected() = 0;
    // Then nothing more is heard, and a loss is not worth a word.
    virtual bool is_done() const = 0;
  };

  // All of them outlive it.
  Line(const Address& address, const LineOptions& options, Listener& listener);

  bool is_open() const { return connection_ != nullptr; }
  // By the server at the end of the line, or of the last one there was.
  bool is_welcomed() const { return is_welcomed_; }
  // Says in a sentence that the peer is not a Rensa server; empty if nothing is wrong.
  const std::string& why_failed() const { return why_failed_; }

  // One attempt; blocks for as long as the patience.
  void open();
  // The time to wait before the next attempt, or before a refused request is repeated.
  std::chrono::milliseconds next_delay() { return backoff_.next(); }

  // The following need an open line.
  pollfd entry() const;
  TimePoint due() const;  // when keep_alive() has something to do
  void say(const proto::ClientMessage& message);
  std::uint64_t ping();  // the nonce of its Pong
  void receive();
  void keep_alive();
  void flush();
  void notice_loss();

 private:
  void tell(const std::string& what) const;
  void fail(const std::string& why);
  void hear(const proto::ServerMessage& message);
  void lose(const std::string& why);

  const Address& address_;
  const LineOptions& options_;
  Listener& listener_;
  Backoff backoff_;
  std::unique_ptr<Connection> connection_;
  bool is_welcomed_ = false;
  TimePoint opened_;
  TimePoint heard_;
  TimePoint pinged_;
  std::uint64_t pings_ = 0;
  std::string why_failed_;
};

}  // namespace rensa::worker
