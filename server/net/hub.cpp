#include "server/net/hub.h"

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <cassert>
#include <utility>

namespace rensa::net {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxChecksAtOnce = 32;
// Players over the Unix socket share the server's time like the clients of one address.
const std::string kLocalPayer = "the Unix socket";
// The number of ended connections that are handled in one turn of the event loop. Each takes tens of microseconds.
constexpr std::size_t kEndHandlersPerTurn = 4;

// Returns the time between two checks of all deadlines: short enough for the shortest time-out, and long enough to cost
// next to nothing.
std::chrono::milliseconds deadline_check_interval(const Limits& limits) {
  const auto shortest =
      std::min({limits.people.queue.max_age, limits.people.queue.max_over_soft, limits.workers.queue.max_age,
                limits.workers.queue.max_over_soft, limits.handshake_timeout, limits.close_grace,
                limits.http_read_timeout, limits.http_keep_alive_timeout, limits.http_write_timeout});
  return std::clamp<std::chrono::milliseconds>(shortest / 4, 5ms, 250ms);
}

}  // namespace

ConnectionSlot::ConnectionSlot(std::shared_ptr<Hub> hub, std::string address, std::string payer,
                               std::function<void()> on_free)
    : hub_(std::move(hub)),
      address_(std::move(address)),
      payer_(std::move(payer)),
      on_free_(std::move(on_free)),
      turns_(std::make_unique<InputTurns::Member>(hub_->turns, payer_)) {}

ConnectionSlot::~ConnectionSlot() {
  if (!hub_) return;
  on_free_();
  if (!address_.empty()) hub_->remove_from_address(address_);
}

bool ConnectionSlot::assign_to(const std::string& address) {
  unassign();
  turns_->change_payer(address);
  if (!hub_->add_to_address(address)) return false;
  address_ = address;
  return true;
}

void ConnectionSlot::unassign() {
  turns_->change_payer(payer_);
  if (!address_.empty()) hub_->remove_from_address(std::exchange(address_, {}));
}

Hub::Hub(boost::asio::io_context& io_, const Limits& limits_)
    : io(io_),
      limits(limits_),
      turns(std::make_shared<InputTurns>(io_)),
      timer_(io_),
      check_interval_(deadline_check_interval(limits_)) {
  turns->between_turns = [this] { run_between_messages(); };
}

Hub::~Hub() { turns->between_turns = nullptr; }

std::optional<ConnectionSlot> Hub::admit(const std::string& address) { return admit(address, address); }
std::optional<ConnectionSlot> Hub::admit_proxy(const std::string& address) { return admit("", address); }
std::optional<ConnectionSlot> Hub::admit_local() { return admit("", kLocalPayer); }

std::optional<ConnectionSlot> Hub::admit_program(const std::string& payer, std::function<void()> on_free) {
  if (ids->is_empty()) {
    ++counts.refused_full;
    return std::nullopt;
  }
  ++counts.accepted;
  return ConnectionSlot(shared_from_this(), "", payer, std::move(on_free));
}

std::optional<ConnectionSlot> Hub::admit(const std::string& address, const std::string& payer) {
  if (used_slots_ >= limits.max_connections || ids->is_empty()) {
    ++counts.refused_full;
    return std::nullopt;
  }
  if (!address.empty() && !add_to_address(address)) return std::nullopt;
  ++used_slots_;
  ++counts.accepted;
  return ConnectionSlot(shared_from_this(), address, payer, [this] { --used_slots_; });
}

bool Hub::add_to_address(const std::string& address) {
  std::size_t& from_there = used_slots_by_address_[address];
  if (from_there >= limits.max_connections_per_address) {
    ++counts.refused_address;
    if (from_there == 0) used_slots_by_address_.erase(address);
    return false;
  }
  ++from_there;
  return true;
}

void Hub::remove_from_address(const std::string& address) {
  const auto found = used_slots_by_address_.find(address);
  assert(found != used_slots_by_address_.end());
  if (--found->second == 0) used_slots_by_address_.erase(found);
}

void Hub::add_socket(ConnectionId id, std::shared_ptr<ManagedSocket> socket) {
  sockets_.emplace(id, std::move(socket));
  start_deadline_timer();
}

void Hub::remove_socket(ConnectionId id) { sockets_.erase(id); }

void Hub::opened(ConnectionId id, std::shared_ptr<Connection> connection, const Peer& peer) {
  connection->flush_state.has_early_flush = static_cast<std::uint64_t>(id) % 2 == 1;
  connections_.emplace(id, std::move(connection));
  ++open_count(counts, peer.transport);
  if (receiver) receiver->opened(id, peer);
  run_between_messages();
}

void Hub::received(ConnectionId id, std::string_view message) {
  assert(connections_.contains(id));
  ++counts.messages_in;
  counts.message_bytes_in += message.size();
  if (receiver) turns->count_message(receiver->received(id, message) == Payment::by_match);
  run_between_messages();
}

void Hub::count_queued(std::size_t bytes) {
  ++counts.messages_out;
  counts.message_bytes_out += bytes;
  turns->count_sent_bytes(bytes);
}

void Hub::refused(ConnectionId id, CloseReason reason) {
  if (receiver) receiver->refused(id, reason);
}

void Hub::closed(ConnectionId id, Transport transport, std::string_view why) {
  sockets_.erase(id);
  if (connections_.erase(id) == 0) return;
  --open_count(counts, transport);
  if (receiver) receiver->closed(id, why);
  run_between_messages();
}

Connection* Hub::find(ConnectionId id) const {
  const auto found = connections_.find(id);
  return found == connections_.end() ? nullptr : found->second.get();
}

void Hub::run_end_handler_later(std::function<void()> end) {
  end_handlers_.push_back(std::move(end));
  if (end_handlers_.size() == 1) schedule_end_handlers();
}

void Hub::schedule_end_handlers() {
  boost::asio::post(io, [self = shared_from_this()] { self->run_some_end_handlers(); });
}

void Hub::run_some_end_handlers() {
  for (std::size_t left = kEndHandlersPerTurn; left > 0 && !end_handlers_.empty(); --left) {
    const std::function<void()> end = std::move(end_handlers_.front());
    end_handlers_.pop_front();
    end();
  }
  if (!end_handlers_.empty()) schedule_end_handlers();
}

void Hub::flush_soon(std::shared_ptr<Connection> connection) {
  if (connection->flush_state.is_flush_due) return;
  connection->flush_state.is_flush_due = true;
  due_for_flush_.push_back(std::move(connection));
  if (due_for_flush_.size() == 1) schedule_flush();
}

void Hub::flush_frames(std::chrono::nanoseconds spacing) {
  const Clock::time_point now = Clock::now();
  if (spacing > std::chrono::nanoseconds::zero()) {
    if (!spacing_began_) spacing_began_ = now;
    defer_flushes(now, spacing);
  } else {
    spacing_began_.reset();
  }
  queue_old_deferred_flushes(now - spacing);
  flush_all();
}

void Hub::defer_flushes(Clock::time_point now, std::chrono::nanoseconds spacing) {
  std::size_t kept = due_before_frames_;
  for (std::size_t i = kept; i < due_for_flush_.size(); ++i) {
    std::shared_ptr<Connection>& connection = due_for_flush_[i];
    if (can_defer_flush(*connection, now - spacing)) {
      connection->flush_state.is_flush_due = false;
      connection->flush_state.deferred_at = now;
      deferred_.push_back({std::move(connection), now});
    } else {
      std::swap(due_for_flush_[kept++], connection);
    }
  }
  due_for_flush_.resize(kept);
}

bool Hub::can_defer_flush(const Connection& connection, Clock::time_point latest_old_flush) const {
  const Connection::FlushState& flush_state = connection.flush_state;
  if (!connection.is_deferrable() || flush_state.deferred_at || flush_state.flushed_at <= latest_old_flush)
    return false;
  return !flush_state.has_early_flush || flush_state.flushed_at >= spacing_began_;
}

void Hub::queue_old_deferred_flushes(Clock::time_point deferred_until) {
  for (; !deferred_.empty() && deferred_.front().at <= deferred_until; deferred_.pop_front()) {
    DeferredFlush& oldest = deferred_.front();
    if (oldest.connection->flush_state.deferred_at == oldest.at) flush_soon(std::move(oldest.connection));
  }
}

// Flushes the connections that are due now. A flush may close a connection, and the receiver may then send to others.
// Connections that become due meanwhile are flushed in another turn of the event loop, so that this loop ends.
void Hub::flush_all() {
  const Clock::time_point now = Clock::now();
  for (std::size_t left = due_for_flush_.size(); left > 0 && !due_for_flush_.empty(); --left) {
    const std::shared_ptr<Connection> connection = std::move(due_for_flush_.back());
    due_for_flush_.pop_back();
    flush(*connection, now);
  }
  if (!due_for_flush_.empty()) schedule_flush();
}

void Hub::flush_one_by_one() {
  const Clock::time_point now = Clock::now();
  for (const std::shared_ptr<Connection>& connection : std::exchange(due_for_flush_, {})) flush(*connection, now);
}

void Hub::flush(Connection& connection, Clock::time_point now) {
  connection.flush_state.is_flush_due = false;
  connection.flush_state.flushed_at = now;
  connection.flush_state.deferred_at.reset();
  connection.flush();
  run_between_messages();
}

void Hub::run_between_messages() const {
  if (!between_messages) return;
  const std::uint64_t bytes = counts.message_bytes_out;
  const std::chrono::nanoseconds time = between_messages();
  if (time.count() > 0) turns->exempt(time, static_cast<std::size_t>(counts.message_bytes_out - bytes));
}

void Hub::schedule_flush() {
  boost::asio::post(io, [self = shared_from_this()] { self->flush_all(); });
}

void Hub::start_deadline_timer() {
  if (is_timer_running_) return;
  is_timer_running_ = true;
  timer_.expires_after(check_interval_);
  timer_.async_wait([self = shared_from_this()](const Error& error) {
    self->is_timer_running_ = false;
    if (!error) self->check_deadlines();
  });
}

void Hub::check_deadlines() {
  const Clock::time_point now = Clock::now();
  // After a stall, what the peers have sent and read meanwhile is seen first. If the server is always late, every
  // second check is made.
  const bool has_stalled = now - timer_.expiry() > check_interval_;
  lateness_of_check_ = (was_check_skipped_ ? lateness_of_check_ : Clock::duration{}) + (now - timer_.expiry());
  was_check_skipped_ = has_stalled && !was_check_skipped_;
  if (was_check_skipped_ && !sockets_.empty()) return start_deadline_timer();
  std::size_t checked = 0;
  for (auto next = sockets_.begin(); next != sockets_.end();) {
    const auto [id, socket] = *next;
    socket->check_deadlines(now);
    if (++checked % kMaxChecksAtOnce == 0) run_between_messages();
    next = sockets_.upper_bound(id);  // the call may have removed any socket
  }
  // Without sockets the timer stops, so that the event loop can end.
  if (!sockets_.empty()) start_deadline_timer();
}

void Hub::close_all_when_sent(CloseReason reason) {
  std::vector<std::shared_ptr<ManagedSocket>> all;
  for (const auto& [id, socket] : sockets_) all.push_back(socket);
  for (const auto& socket : all) socket->close_when_sent(reason);
}

void Hub::shut_down() {
  receiver = nullptr;
  handler = nullptr;
  large_bodies = {};
  between_messages = nullptr;
  timer_.cancel();
  const auto all = std::move(sockets_);
  sockets_.clear();
  connections_.clear();
  end_handlers_.clear();
  due_for_flush_.clear();
  deferred_.clear();
  turns->clear();
  for (const auto& [id, socket] : all) socket->close_now();
}

std::uint64_t& open_count(NetworkCounts& counts, Transport transport) {
  constexpr std::array kCounts{&NetworkCounts::open_tcp, &NetworkCounts::open_unix_socket,
                               &NetworkCounts::open_websocket};
  return counts.*kCounts[static_cast<std::size_t>(transport)];
}

std::uint64_t& closed_count(NetworkCounts& counts, CloseReason reason) {
  constexpr std::array kCounts{&NetworkCounts::closed_done,      &NetworkCounts::closed_violation,
                               &NetworkCounts::closed_too_large, &NetworkCounts::closed_too_slow,
                               &NetworkCounts::closed_rate,      &NetworkCounts::closed_server_stops};
  return counts.*kCounts[static_cast<std::size_t>(reason)];
}

std::string_view description_of(CloseReason reason) {
  constexpr std::array<std::string_view, 6> kTexts{"done",
                                                   "broke the protocol",
                                                   "sent too long a message",
                                                   "reads too slowly",
                                                   "sends too many messages",
                                                   "the server stops"};
  return kTexts[static_cast<std::size_t>(reason)];
}

}  // namespace rensa::net
