#pragma once

#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/net/connections.h"
#include "server/net/counts.h"
#include "server/net/http.h"
#include "server/net/limits.h"
#include "server/net/sockets.h"
#include "server/net/token_bucket.h"
#include "server/net/web_access.h"

namespace rensa::net {

// What all connections of a server share: the table of them, who hears about them, one clock for all their time-outs
// and one flush for all their queues. It knows neither framing nor WebSocket nor HTTP.

// A socket that is looked after from its first byte to its last.
class Held {
 public:
  virtual ~Held() = default;
  // Called several times per time-out: whoever is overdue ends.
  virtual void check_time(Clock::time_point now) = 0;
  // Ends when what is under way has been said.
  virtual void wind_down(CloseReason reason) = 0;
  // Ends at once, without another call of anybody.
  virtual void drop() = 0;
};

// A socket that carries messages.
class Connection : public Held {
 public:
  virtual void send(std::string_view message) = 0;
  virtual void send(const SharedMessage& message) = 0;
  virtual std::size_t queued_bytes() const = 0;
  virtual void flush() = 0;  // hands to the kernel what it takes; may end the connection
  // Whether frames may reach it later than they could: over WebSocket people look on.
  virtual bool can_wait() const = 0;

  struct Turn {
    bool flush_is_due = false;
    bool goes_first = false;  // when a spacing begins
    Clock::time_point flushed_at;
    std::optional<Clock::time_point> put_off_at;
  };
  Turn turn;  // of the hub
};

// The place that a socket takes up in the limits, given back with it.
class Place {
 public:
  Place() = default;
  Place(std::shared_ptr<class Hub> hub, std::string address) : hub_(std::move(hub)), address_(std::move(address)) {}
  Place(Place&&) = default;
  Place& operator=(Place&&) = delete;
  ~Place();

  const std::string& address() const { return address_; }

 private:
  std::shared_ptr<Hub> hub_;
  std::string address_;  // empty: counts in total only
};

class Hub : public std::enable_shared_from_this<Hub> {
 public:
  Hub(boost::asio::io_context& io, const Limits& limits);

  // An empty address is no network's. nullopt: refused, and counted.
  std::optional<Place> admit(const std::string& address);

  ConnectionId next_id() { return ConnectionId{++last_id_}; }
  void hold(ConnectionId id, std::shared_ptr<Held> held);
  void release(ConnectionId id);

  // A connection that carries messages: opened once, then closed once.
  void opened(ConnectionId id, std::shared_ptr<Connection> connection, const Peer& peer);
  void received(ConnectionId id, std::string_view message);
  void refused(ConnectionId id, CloseReason reason);
  void closed(ConnectionId id, Transport transport, std::string_view why);
  Connection* find(ConnectionId id) const;
  // Calls that when it is its turn: of thousands that go at once few end at a time, and who stays is heard in between.
  void end_in_turn(std::function<void()> end);

  // Calls flush() of the connection at the end of this turn of the event loop or with the next flush of all, unless it
  // is put off.
  void flush_soon(std::shared_ptr<Connection> connection);
  void flush_all();
  // The same, of which flush_frames() in between sees nothing: it does not wait for those who only look on.
  void flush_apart();
  // What is sent from here to flush_frames() is of frames.
  void begin_frames() { due_before_frames_ = due_.size(); }
  // All, but connections that can wait, have nothing to hear but frames and were flushed less than the spacing ago are
  // put off: until something more is sent to them, or the first of these calls after the spacing. When a spacing
  // begins, half of them are let through once more, so that not all wait, and then write, at the same time.
  void flush_frames(std::chrono::nanoseconds spacing);

  // Lets whoever has deadlines to keep look at the clock.
  void look_up() const;

  void wind_down_all(CloseReason reason);
  // Drops all; the receiver and the handler are never called again.
  void shut_down();

  boost::asio::io_context& io;
  const Limits limits;
  Counts counts;
  Receiver* receiver = nullptr;
  HttpHandler handler;
  std::function<void()> between_messages;
  WebAccess access;
  bool echo = false;

 private:
  friend class Place;

  void flush(Connection& connection, Clock::time_point now);
  void watch_time();
  void check_time();
  void flush_later();
  void end_later();
  void end_some();
  void take_up(Clock::time_point put_off_until);
  void put_off(Clock::time_point now, std::chrono::nanoseconds spacing);
  bool may_wait(const Connection& connection, Clock::time_point flushed_until) const;

  boost::asio::steady_timer timer_;
  bool is_watching_ = false;
  std::chrono::milliseconds watch_interval_;

  std::uint64_t last_id_ = 0;
  std::map<ConnectionId, std::shared_ptr<Held>> held_;
  std::unordered_map<ConnectionId, std::shared_ptr<Connection>> connections_;  // part of held_
  std::size_t places_ = 0;
  std::unordered_map<std::string, std::size_t> places_by_address_;

  std::deque<std::function<void()>> ending_;
  std::vector<std::shared_ptr<Connection>> due_;
  struct PutOff {
    std::shared_ptr<Connection> connection;
    Clock::time_point at;
  };
  std::deque<PutOff> put_off_;  // the oldest first
  std::optional<Clock::time_point> spaced_since_;
  std::size_t due_before_frames_ = 0;
};

std::uint64_t& open_count(Counts& counts, Transport transport);
std::uint64_t& closed_count(Counts& counts, CloseReason reason);
std::string_view sentence(CloseReason reason);

}  // namespace rensa::net
