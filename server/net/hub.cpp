#include "server/net/hub.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <cassert>
#include <utility>

namespace rensa::net {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kCheckedAtOnce = 32;
// An end is a socket to close and a session to forget, tens of microseconds.
constexpr std::size_t kEndedAtOnce = 4;

// Often enough for the shortest time-out, seldom enough to cost nothing.
std::chrono::milliseconds interval_for(const Limits& limits) {
  const auto shortest =
      std::min({limits.people.queue.max_age, limits.people.queue.max_over_soft, limits.workers.queue.max_age,
                limits.workers.queue.max_over_soft, limits.handshake_timeout, limits.close_grace,
                limits.http_read_timeout, limits.http_keep_alive_timeout, limits.http_write_timeout});
  return std::clamp<std::chrono::milliseconds>(shortest / 4, 5ms, 250ms);
}

}  // namespace

Place::~Place() {
  if (!hub_) return;
  --hub_->places_;
  if (address_.empty()) return;
  const auto found = hub_->places_by_address_.find(address_);
  assert(found != hub_->places_by_address_.end());
  if (--found->second == 0) hub_->places_by_address_.erase(found);
}

Hub::Hub(boost::asio::io_context& io_, const Limits& limits_)
    : io(io_), limits(limits_), timer_(io_), watch_interval_(interval_for(limits_)) {}

std::optional<Place> Hub::admit(const std::string& address) {
  if (places_ >= limits.max_connections) {
    ++counts.refused_full;
    return std::nullopt;
  }
  if (!address.empty()) {
    std::size_t& from_there = places_by_address_[address];
    if (from_there >= limits.max_connections_per_address) {
      ++counts.refused_address;
      if (from_there == 0) places_by_address_.erase(address);
      return std::nullopt;
    }
    ++from_there;
  }
  ++places_;
  ++counts.accepted;
  return Place(shared_from_this(), address);
}

void Hub::hold(ConnectionId id, std::shared_ptr<Held> held) {
  held_.emplace(id, std::move(held));
  watch_time();
}

void Hub::release(ConnectionId id) { held_.erase(id); }

void Hub::opened(ConnectionId id, std::shared_ptr<Connection> connection, const Peer& peer) {
  connection->turn.goes_first = static_cast<std::uint64_t>(id) % 2 == 1;
  connections_.emplace(id, std::move(connection));
  ++open_count(counts, peer.transport);
  if (receiver) receiver->opened(id, peer);
  look_up();
}

void Hub::received(ConnectionId id, std::string_view message) {
  assert(connections_.contains(id));
  ++counts.messages_in;
  counts.message_bytes_in += message.size();
  if (receiver) receiver->received(id, message);
  look_up();
}

void Hub::refused(ConnectionId id, CloseReason reason) {
  if (receiver) receiver->refused(id, reason);
}

void Hub::closed(ConnectionId id, Transport transport, std::string_view why) {
  held_.erase(id);
  if (connections_.erase(id) == 0) return;
  --open_count(counts, transport);
  if (receiver) receiver->closed(id, why);
  look_up();
}

Connection* Hub::find(ConnectionId id) const {
  const auto found = connections_.find(id);
  return found == connections_.end() ? nullptr : found->second.get();
}

void Hub::end_in_turn(std::function<void()> end) {
  ending_.push_back(std::move(end));
  if (ending_.size() == 1) end_later();
}

void Hub::end_later() {
  boost::asio::post(io, [self = shared_from_this()] { self->end_some(); });
}

void Hub::end_some() {
  for (std::size_t left = kEndedAtOnce; left > 0 && !ending_.empty(); --left) {
    const std::function<void()> end = std::move(ending_.front());
    ending_.pop_front();
    end();
  }
  if (!ending_.empty()) end_later();
}

void Hub::flush_soon(std::shared_ptr<Connection> connection) {
  if (connection->turn.flush_is_due) return;
  connection->turn.flush_is_due = true;
  due_.push_back(std::move(connection));
  if (due_.size() == 1) flush_later();
}

void Hub::flush_frames(std::chrono::nanoseconds spacing) {
  const Clock::time_point now = Clock::now();
  if (spacing > std::chrono::nanoseconds::zero()) {
    if (!spaced_since_) spaced_since_ = now;
    put_off(now, spacing);
  } else {
    spaced_since_.reset();
  }
  take_up(now - spacing);
  flush_all();
}

void Hub::put_off(Clock::time_point now, std::chrono::nanoseconds spacing) {
  std::size_t kept = due_before_frames_;
  for (std::size_t i = kept; i < due_.size(); ++i) {
    std::shared_ptr<Connection>& connection = due_[i];
    if (may_wait(*connection, now - spacing)) {
      connection->turn.flush_is_due = false;
      connection->turn.put_off_at = now;
      put_off_.push_back({std::move(connection), now});
    } else {
      std::swap(due_[kept++], connection);
    }
  }
  due_.resize(kept);
}

bool Hub::may_wait(const Connection& connection, Clock::time_point flushed_until) const {
  const Connection::Turn& turn = connection.turn;
  if (!connection.can_wait() || turn.put_off_at || turn.flushed_at <= flushed_until) return false;
  return !turn.goes_first || turn.flushed_at >= spaced_since_;
}

void Hub::take_up(Clock::time_point put_off_until) {
  for (; !put_off_.empty() && put_off_.front().at <= put_off_until; put_off_.pop_front()) {
    PutOff& oldest = put_off_.front();
    if (oldest.connection->turn.put_off_at == oldest.at) flush_soon(std::move(oldest.connection));
  }
}

// A flush may end a connection, and who hears of it may send to others; and who is called in between may send and flush
// as well. What comes in the meantime has another turn, so that this one ends.
void Hub::flush_all() {
  const Clock::time_point now = Clock::now();
  for (std::size_t left = due_.size(); left > 0 && !due_.empty(); --left) {
    const std::shared_ptr<Connection> connection = std::move(due_.back());
    due_.pop_back();
    flush(*connection, now);
  }
  if (!due_.empty()) flush_later();
}

void Hub::flush_apart() {
  const Clock::time_point now = Clock::now();
  for (const std::shared_ptr<Connection>& connection : std::exchange(due_, {})) flush(*connection, now);
}

void Hub::flush(Connection& connection, Clock::time_point now) {
  connection.turn.flush_is_due = false;
  connection.turn.flushed_at = now;
  connection.turn.put_off_at.reset();
  connection.flush();
  look_up();
}

void Hub::look_up() const {
  if (between_messages) between_messages();
}

void Hub::flush_later() {
  boost::asio::post(io, [self = shared_from_this()] { self->flush_all(); });
}

void Hub::watch_time() {
  if (is_watching_) return;
  is_watching_ = true;
  timer_.expires_after(watch_interval_);
  timer_.async_wait([self = shared_from_this()](const Error& error) {
    self->is_watching_ = false;
    if (!error) self->check_time();
  });
}

void Hub::check_time() {
  const Clock::time_point now = Clock::now();
  std::size_t checked = 0;
  for (auto next = held_.begin(); next != held_.end();) {
    const auto [id, held] = *next;
    held->check_time(now);
    if (++checked % kCheckedAtOnce == 0) look_up();
    next = held_.upper_bound(id);  // any of them may be gone now
  }
  // Without connections the event loop may run empty.
  if (!held_.empty()) watch_time();
}

void Hub::wind_down_all(CloseReason reason) {
  std::vector<std::shared_ptr<Held>> all;
  for (const auto& [id, held] : held_) all.push_back(held);
  for (const auto& held : all) held->wind_down(reason);
}

void Hub::shut_down() {
  receiver = nullptr;
  handler = nullptr;
  between_messages = nullptr;
  timer_.cancel();
  const auto all = std::move(held_);
  held_.clear();
  connections_.clear();
  ending_.clear();
  due_.clear();
  put_off_.clear();
  for (const auto& [id, held] : all) held->drop();
}

std::uint64_t& open_count(Counts& counts, Transport transport) {
  switch (transport) {
    case Transport::tcp:
      return counts.open_tcp;
    case Transport::unix_socket:
      return counts.open_unix_socket;
    case Transport::websocket:
      break;
  }
  return counts.open_websocket;
}

std::uint64_t& closed_count(Counts& counts, CloseReason reason) {
  switch (reason) {
    case CloseReason::done:
      return counts.closed_done;
    case CloseReason::violation:
      return counts.closed_violation;
    case CloseReason::too_large:
      return counts.closed_too_large;
    case CloseReason::too_slow:
      return counts.closed_too_slow;
    case CloseReason::rate:
      return counts.closed_rate;
    case CloseReason::server_stops:
      break;
  }
  return counts.closed_server_stops;
}

std::string_view sentence(CloseReason reason) {
  switch (reason) {
    case CloseReason::done:
      return "done";
    case CloseReason::violation:
      return "broke the protocol";
    case CloseReason::too_large:
      return "sent too long a message";
    case CloseReason::too_slow:
      return "reads too slowly";
    case CloseReason::rate:
      return "sends too many messages";
    case CloseReason::server_stops:
      break;
  }
  return "the server stops";
}

}  // namespace rensa::net
