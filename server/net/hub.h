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
#include "server/net/http.h"
#include "server/net/limits.h"
#include "server/net/sockets.h"

namespace rensa::net {

// A socket that is in the table of the hub from its first byte to its last.
class ManagedSocket {
 public:
  virtual ~ManagedSocket() = default;
  // Called several times during each time-out. Closes the socket if it has missed a deadline.
  virtual void check_deadlines(Clock::time_point now) = 0;
  // Closes the socket when its last data has been sent.
  virtual void close_when_sent(CloseReason reason) = 0;
  // Closes the socket at once, without any call of the receiver or the handler.
  virtual void close_now() = 0;
};

// A socket that carries messages.
class Connection : public ManagedSocket {
 public:
  virtual void send(std::string_view message) = 0;
  virtual void send(const SharedMessage& message) = 0;
  virtual std::size_t queued_bytes() const = 0;
  virtual void flush() = 0;  // writes as much as the kernel takes; may close the connection
  // Returns true if updates of frames may be delayed. Connections of people, over WebSocket, are never delayed.
  virtual bool is_deferrable() const = 0;

  struct FlushState {
    bool is_flush_due = false;
    bool flushes_first = false;  // it is flushed once more at the beginning of a spacing (see flush_frames())
    Clock::time_point flushed_at;
    std::optional<Clock::time_point> deferred_at;
  };
  FlushState flush_state;  // used by the hub
};

// A place for one socket within the connection limits; it is freed when the slot is destroyed.
class ConnectionSlot {
 public:
  ConnectionSlot() = default;
  ConnectionSlot(std::shared_ptr<class Hub> hub, std::string address)
      : hub_(std::move(hub)), address_(std::move(address)) {}
  ConnectionSlot(ConnectionSlot&&) = default;
  ConnectionSlot& operator=(ConnectionSlot&&) = delete;
  ~ConnectionSlot();

  const std::string& address() const { return address_; }

 private:
  std::shared_ptr<Hub> hub_;
  std::string address_;  // empty: counts in total only
};

// The state that all connections of a server share: their table, the receiver, one timer for all deadlines, and one
// flush for all queues. It knows neither framing nor WebSocket nor HTTP.
class Hub : public std::enable_shared_from_this<Hub> {
 public:
  Hub(boost::asio::io_context& io, const Limits& limits);

  // An empty address counts only in total. Returns nullopt if the connection is refused, which is counted.
  std::optional<ConnectionSlot> admit(const std::string& address);

  ConnectionId next_id() { return ConnectionId{next_id_++}; }
  void number_from(ConnectionId first) { next_id_ = static_cast<std::uint64_t>(first); }
  void add_socket(ConnectionId id, std::shared_ptr<ManagedSocket> socket);
  void remove_socket(ConnectionId id);

  // These functions tell the receiver about a connection that carries messages. It is opened once, then closed once.
  void opened(ConnectionId id, std::shared_ptr<Connection> connection, const Peer& peer);
  void received(ConnectionId id, std::string_view message);
  void refused(ConnectionId id, CloseReason reason);
  void closed(ConnectionId id, Transport transport, std::string_view why);
  Connection* find(ConnectionId id) const;
  // Calls `end` later. When thousands of connections end at once, only a few are handled at a time, so that messages of
  // the others are received in between.
  void run_end_handler_later(std::function<void()> end);

  // Flushes the connection at the end of this turn of the event loop or with the next flush_all(), unless it is
  // deferred.
  void flush_soon(std::shared_ptr<Connection> connection);
  void flush_all();
  // Like flush_all(). A flush_frames() that comes in between does not flush these connections again.
  void flush_one_by_one();
  // Messages that are sent from here to flush_frames() are updates of frames.
  void begin_frames() { due_before_frames_ = due_for_flush_.size(); }
  // Flushes all connections, but defers those that are deferrable, have only frames to send, and were flushed less than
  // `spacing` ago. A deferred one is flushed when anything else is sent to it, or with the first call after the
  // spacing. At the beginning of a spacing half of them are flushed once more, so that they do not all write at the
  // same time.
  void flush_frames(std::chrono::nanoseconds spacing);

  // Calls `between_messages`, so that the frames of matches are on time.
  void run_between_messages() const;

  void close_all_when_sent(CloseReason reason);
  // Closes all sockets; the receiver and the handler are never called again.
  void shut_down();

  boost::asio::io_context& io;
  const Limits limits;
  NetworkCounts counts;
  Receiver* receiver = nullptr;
  HttpHandler handler;
  std::function<void()> between_messages;
  WebAccess access;
  bool echo = false;

 private:
  friend class ConnectionSlot;

  void flush(Connection& connection, Clock::time_point now);
  void start_deadline_timer();
  void check_deadlines();
  void schedule_flush();
  void schedule_end_handlers();
  void run_some_end_handlers();
  // Makes the flushes due that were deferred at `deferred_until` or before.
  void queue_old_deferred_flushes(Clock::time_point deferred_until);
  void defer_flushes(Clock::time_point now, std::chrono::nanoseconds spacing);
  // Returns true if the due flush of the connection may wait. It may not wait if the last flush was at
  // `latest_old_flush` or before.
  bool can_defer_flush(const Connection& connection, Clock::time_point latest_old_flush) const;

  boost::asio::steady_timer timer_;
  bool is_timer_running_ = false;
  std::chrono::milliseconds check_interval_;

  std::uint64_t next_id_ = 1;
  std::map<ConnectionId, std::shared_ptr<ManagedSocket>> sockets_;
  std::unordered_map<ConnectionId, std::shared_ptr<Connection>> connections_;  // a part of sockets_
  std::size_t used_slots_ = 0;
  std::unordered_map<std::string, std::size_t> used_slots_by_address_;

  std::deque<std::function<void()>> end_handlers_;
  std::vector<std::shared_ptr<Connection>> due_for_flush_;
  struct DeferredFlush {
    std::shared_ptr<Connection> connection;
    Clock::time_point at;
  };
  std::deque<DeferredFlush> deferred_;  // the oldest first
  std::optional<Clock::time_point> spacing_began_;
  std::size_t due_before_frames_ = 0;
};

std::uint64_t& open_count(NetworkCounts& counts, Transport transport);
std::uint64_t& closed_count(NetworkCounts& counts, CloseReason reason);
std::string_view description_of(CloseReason reason);

// Handles the requests of one connection, one after another, until it ends or becomes a WebSocket.
void start_http(std::shared_ptr<Hub> hub, TcpOrTlsStream stream, std::string address, ConnectionSlot slot);

// Connections of workers: messages with a length in front of each, on a stream. A connection lives until one side
// closes it.
void start_framed(std::shared_ptr<Hub> hub, TcpOrTlsStream stream, std::string address, ConnectionSlot slot);
void start_framed(std::shared_ptr<Hub> hub, UnixSocket socket, ConnectionSlot slot);

}  // namespace rensa::net
