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

#include "server/base/ids.h"
#include "server/net/connections.h"
#include "server/net/http.h"
#include "server/net/input_turns.h"
#include "server/net/large_body_places.h"
#include "server/net/limits.h"
#include "server/net/proxies/trusted_proxies.h"
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
  virtual InputTurns::Member& turns() = 0;
  virtual void flush() = 0;  // writes as much as the kernel takes; may close the connection
  // Returns true if updates of frames may be delayed. Connections of people, over WebSocket, are never delayed.
  virtual bool is_deferrable() const = 0;

  struct FlushState {
    bool is_flush_due = false;
    bool has_early_flush = false;  // it is flushed once more at the beginning of a spacing (see flush_frames())
    Clock::time_point flushed_at;
    std::optional<Clock::time_point> deferred_at;
  };
  FlushState flush_state;  // used by the hub
};

// A place for one socket within the connection limits; it is freed when the slot is destroyed.
class ConnectionSlot {
 public:
  ConnectionSlot() = default;
  // The slot counts already. `payer`: see unassign(). `on_free` is called when the slot is destroyed.
  ConnectionSlot(std::shared_ptr<class Hub> hub, std::string address, std::string payer, std::function<void()> on_free);
  ConnectionSlot(ConnectionSlot&&) = default;
  ConnectionSlot& operator=(ConnectionSlot&&) = delete;
  ~ConnectionSlot();

  // Empty: the connection counts in total only.
  const std::string& address() const { return address_; }
  // From now on, this address pays for a connection of a proxy, which counts as one of this address. If the address has
  // too many, returns false, and the connection counts in total only.
  bool assign_to(const std::string& address);
  // From now on, a connection of a proxy counts in total only, and the proxy pays for it.
  void unassign();
  InputTurns::Member& turns() const { return *turns_; }

 private:
  std::shared_ptr<Hub> hub_;
  std::string address_;
  std::string payer_;  // while the slot is not assigned
  std::function<void()> on_free_;
  std::unique_ptr<InputTurns::Member> turns_;
};

// The state that all connections of a server share: their table, the receiver, one timer for all deadlines, and one
// flush for all queues. It knows neither framing nor WebSocket nor HTTP.
class Hub : public std::enable_shared_from_this<Hub> {
 public:
  Hub(boost::asio::io_context& io, const Limits& limits);
  ~Hub();
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;

  // Return nullopt if the connection is refused, which is counted.
  std::optional<ConnectionSlot> admit(const std::string& address);
  // The connections of a trusted proxy and those over the Unix socket count only in total, until they are assigned.
  std::optional<ConnectionSlot> admit_proxy(const std::string& address);
  std::optional<ConnectionSlot> admit_local();
  // A connection at the socket of a program does not count among the others. `payer`: its part of the server's time.
  std::optional<ConnectionSlot> admit_program(const std::string& payer, std::function<void()> on_free);

  // Precondition: one of the calls above has just returned a slot. Each slot takes one number.
  ConnectionId next_id() { return ConnectionId{ids->take()}; }
  void add_socket(ConnectionId id, std::shared_ptr<ManagedSocket> socket);
  void remove_socket(ConnectionId id);

  // These functions tell the receiver about a connection that carries messages. It is opened once, then closed once.
  void opened(ConnectionId id, std::shared_ptr<Connection> connection, const Peer& peer);
  void received(ConnectionId id, std::string_view message);
  void refused(ConnectionId id, CloseReason reason);
  void closed(ConnectionId id, Transport transport, std::string_view why);
  Connection* find(ConnectionId id) const;
  // Returns the time by which the present check of deadlines is late, because the event loop was busy or stood still.
  Clock::duration lateness_of_check() const { return lateness_of_check_; }
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
  // To be called for each message that is queued for a connection.
  void count_queued(std::size_t bytes);

  void close_all_when_sent(CloseReason reason);
  // Closes all sockets; the receiver and the handler are never called again.
  void shut_down();

  boost::asio::io_context& io;
  Limits limits;
  const std::shared_ptr<InputTurns> turns;
  NetworkCounts counts;
  Receiver* receiver = nullptr;
  HttpHandler handler;
  LargeBodies large_bodies;
  const std::shared_ptr<LargeBodyPlaces> large_body_places = std::make_shared<LargeBodyPlaces>();
  // Returns the time for which it has run frames, which no connection is charged for.
  std::function<std::chrono::nanoseconds()> between_messages;
  WebAccess access;
  TrustedProxies trusted_proxies;
  bool echo = false;
  base::IdSource* ids = &own_ids_;  // of the connections; outlives the hub

 private:
  friend class ConnectionSlot;

  std::optional<ConnectionSlot> admit(const std::string& address, const std::string& payer);
  bool add_to_address(const std::string& address);
  void remove_from_address(const std::string& address);
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
  bool was_check_skipped_ = false;
  Clock::duration lateness_of_check_{};  // with that of a check before that was skipped
  bool is_timer_running_ = false;
  std::chrono::milliseconds check_interval_;

  base::CountingIds own_ids_;
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
void start_http(std::shared_ptr<Hub> hub, TcpOrTlsStream stream, const boost::asio::ip::address& peer,
                ConnectionSlot slot);

// The client at the other end of a connection of a worker.
struct FramedPeer {
  std::string address;  // as in Peer
  ConnectionSlot slot;
  ConnectionId id{};
  std::string ticket{};  // as in Peer
};

// Connections of workers: messages with a length in front of each, on a stream. A connection lives until one side
// closes it.
void start_framed(std::shared_ptr<Hub> hub, TcpOrTlsStream stream, FramedPeer peer);
void start_framed(std::shared_ptr<Hub> hub, UnixStream stream, FramedPeer peer);

// Reads the PROXY headers at the beginning of a connection of a trusted proxy, and starts the connection of the client
// that they name. Closes it if they are malformed, late, or name a client that has too many connections.
void start_behind_proxy(std::shared_ptr<Hub> hub, TcpOrTlsStream stream, const boost::asio::ip::address& peer,
                        ConnectionSlot slot);
void start_behind_proxy(std::shared_ptr<Hub> hub, UnixStream stream, ConnectionSlot slot);

}  // namespace rensa::net
