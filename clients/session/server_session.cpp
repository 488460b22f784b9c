#include "clients/session/server_session.h"

#include <algorithm>
#include <random>
#include <string_view>
#include <utility>
#include <variant>

#include "proto/codec.h"
#include "proto/feature.h"

namespace rensa::session {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kLongestWait{1000};
constexpr milliseconds kLongestToldWait{5 * 60'000};
constexpr MessageStream::Peer kServer{.max_message_bytes = 1024 * 1024,
                                      .why_closed = "the server closed the connection",
                                      .why_not_reading = "the server does not read"};

// Returns 128 random bits as hex digits, so that no two clients have the same id.
std::string random_client_id() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::random_device random;
  std::string id;
  for (int word = 0; word < 4; ++word) {
    std::uint32_t bits = random();
    for (int digit = 0; digit < 8; ++digit, bits >>= 4U) id.push_back(kDigits[bits & 0xFU]);
  }
  return id;
}

}  // namespace

milliseconds Backoff::next() {
  const milliseconds whole = std::min(next_, limits_.most);
  next_ = std::min(2 * whole, limits_.most);
  const auto half = static_cast<std::uint32_t>(whole.count() / 2);
  return whole - milliseconds(half) + milliseconds(rng_.below(half + 1));
}

ServerSession::ServerSession(const SessionOptions& options, const Address& address, MatchTracker& matches,
                             LocalPlayer& player)
    : options_(options),
      address_(address),
      matches_(matches),
      player_(player),
      backoff_(options.backoff, std::random_device()()),
      client_id_(random_client_id()) {}

void ServerSession::run() {
  while (!is_done()) step(kLongestWait);
}

void ServerSession::step(milliseconds longest_wait) {
  if (is_done()) return;
  if (!connection_ && steady_clock::now() >= reopen_at_) open();
  if (!is_done()) wait_and_serve(longest_wait);
  if (is_done() && connection_) connection_->flush();
}

bool ServerSession::is_done() const {
  if (!why_server_failed_.empty() || !matches_.why_failed().empty()) return true;
  if (!is_leaving()) return matches_.is_over();
  // Before its Welcome, a server that has read Hello may already have begun an arranged match.
  const bool has_heard_all = matches_.is_over() && (is_welcomed_ ? is_farewell_answered_ : !matches_.is_arranged());
  return !connection_ || has_heard_all || steady_clock::now() >= *leave_by_;
}

const std::string& ServerSession::why_failed() const {
  if (!why_player_failed_.empty()) return why_player_failed_;
  return why_server_failed_.empty() ? matches_.why_failed() : why_server_failed_;
}

void ServerSession::change_connection(ConnectionState state) const {
  if (options_.connection_changed) options_.connection_changed(state);
}

void ServerSession::notify(const std::string& text) const {
  if (options_.notice) options_.notice(text);
}

void ServerSession::leave() {
  leave_by_ = steady_clock::now() + options_.farewell;
  matches_.stop();
  carry_out();
  if (connection_ && is_welcomed_) ask_for_farewell();
}

// The session ends when this ping is answered. All earlier messages of the server have arrived then, too.
void ServerSession::ask_for_farewell() {
  ping();
  farewell_ = pings_;
}

void ServerSession::fail(const std::string& why) {
  if (is_leaving()) return;
  why_player_failed_ = why;
  leave();
}

void ServerSession::carry_out() {
  const Actions actions = matches_.take_actions();
  if (connection_) {
    for (const proto::ClientMessage& message : actions.send) send(message);
  }
  for (const MatchReport& report : actions.ended) {
    if (options_.match_ended) options_.match_ended(report);
  }
  for (const std::string& notice : actions.notices) notify(notice);
  player_.carry_out();
}

void ServerSession::open() {
  ConnectResult connected = connect_to(address_, options_.patience);
  if (!connected.socket.is_open()) {
    notify("cannot connect to " + text_of(address_) + ": " + connected.why);
    reopen_at_ = steady_clock::now() + backoff_.next();
    return;
  }
  connection_.emplace(std::move(connected.socket), kServer);
  is_welcomed_ = false;
  opened_ = heard_ = pinged_ = steady_clock::now();
  proto::Hello hello;
  hello.token = options_.token;
  hello.name = options_.name;
  hello.software = options_.software;
  hello.features = options_.features;
  if (!hello.token.empty()) hello.features.push_back(proto::feature_text(proto::ClientFeature{client_id_}));
  if (matches_.has_seats()) hello.features.push_back(proto::feature_text(proto::ReturningFeature::to_seat));
  send(hello);
  connection_->flush();
}

// Waits until a descriptor is ready or a deadline has come, and handles it.
void ServerSession::wait_and_serve(milliseconds longest_wait) {
  const bool has_unsent = connection_ && connection_->has_unsent();
  const int wanted = has_unsent ? POLLIN | POLLOUT : POLLIN;
  std::vector<pollfd> entries{{connection_ ? connection_->input() : -1, static_cast<short>(wanted), 0},
                              {is_leaving() ? -1 : options_.stop_descriptor, POLLIN, 0}};
  player_.add_poll_entries(entries);
  poll(entries.data(), entries.size(), static_cast<int>(time_left(longest_wait).count()));
  // Messages that the server sent before the stop signal are handled before the signal.
  if (entries[0].revents != 0) receive();
  if (entries[1].revents != 0) leave();
  player_.serve(std::span(entries).subspan(2));
  if (!connection_) return;
  if (repeat_at_ && steady_clock::now() >= *repeat_at_) {
    repeat_at_.reset();
    matches_.request_again();
    carry_out();
  }
  keep_alive();
  if (!connection_) return;
  connection_->flush();
  if (!connection_->why_lost().empty()) drop_connection(std::string(connection_->why_lost()));
}

milliseconds ServerSession::time_left(milliseconds longest_wait) const {
  TimePoint until = std::min(player_.next_deadline(), connection_ ? next_keep_alive_check() : reopen_at_);
  if (connection_ && repeat_at_) until = std::min(until, *repeat_at_);
  if (leave_by_) until = std::min(until, *leave_by_);
  const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now());
  return std::clamp(left, milliseconds(0), longest_wait);
}

ServerSession::TimePoint ServerSession::next_keep_alive_check() const {
  return is_welcomed_ ? pinged_ + options_.ping_after : opened_ + options_.patience;
}

void ServerSession::keep_alive() {
  const TimePoint now = steady_clock::now();
  if (is_welcomed_ && now >= heard_ + 2 * options_.ping_after)
    return drop_connection("the server has been silent for too long");
  if (now < next_keep_alive_check()) return;
  if (!is_welcomed_) return drop_connection("the server does not answer");
  pinged_ = now;
  ping();
}

void ServerSession::receive() {
  connection_->receive();
  while (const auto bytes = connection_->next()) {
    heard_ = steady_clock::now();
    const auto message = proto::server_message_of(*bytes, proto::Encoding::binary);
    if (!message) return refuse_server(message.error().message);
    hear(*message);
    if (is_done()) return;
  }
  if (!connection_->is_garbled()) return;
  refuse_server(connection_->is_http() ? "it speaks HTTP, as the port for pages does: players connect to the server's "
                                         "worker_port, which is 8733 if it is not set"
                                       : "it announces a message of more than 1 MiB");
}

void ServerSession::hear(const proto::ServerMessage& message) {
  if (const auto* welcome = std::get_if<proto::Welcome>(&message)) {
    if (is_welcomed_) return;
    is_welcomed_ = true;
    notify("connected to " + text_of(address_) + " as " + welcome->name);
    matches_.connected(*welcome);
    change_connection(matches_.is_arranged() ? ConnectionState::arranged : ConnectionState::open);
    carry_out();
    if (is_leaving()) ask_for_farewell();
    return;
  }
  if (!is_welcomed_ && !std::holds_alternative<proto::Error>(message)) {
    return refuse_server("it does not begin with a welcome");
  }
  // The delay before a new attempt starts at its smallest value only after a match or an update. A server may greet a
  // client and then refuse everything.
  if (std::holds_alternative<proto::MatchStart>(message) || std::holds_alternative<proto::Update>(message)) {
    backoff_.reset();
  }
  if (const auto* error = std::get_if<proto::Error>(&message);
      error != nullptr && error->retry_after_milliseconds > 0) {
    told_wait_ = std::min(milliseconds(error->retry_after_milliseconds), kLongestToldWait);
    notify("the server has too many clients at once: the next attempt is in " +
           std::to_string(std::chrono::ceil<std::chrono::seconds>(*told_wait_).count()) + " s");
  }
  const auto* pong = std::get_if<proto::Pong>(&message);
  if (pong != nullptr && farewell_ == pong->nonce) is_farewell_answered_ = true;
  matches_.hear(message);
  carry_out();
  if (is_welcomed_ && matches_.are_requests_refused() && !repeat_at_) {
    repeat_at_ = steady_clock::now() + backoff_.next();
  }
}

void ServerSession::send(const proto::ClientMessage& message) {
  connection_->send(proto::encode(message, proto::Encoding::binary));
}

void ServerSession::ping() { send(proto::Ping{.nonce = ++pings_}); }

void ServerSession::refuse_server(const std::string& why) {
  why_server_failed_ = text_of(address_) + " does not speak our protocol: " + why;
}

void ServerSession::drop_connection(const std::string& why) {
  if (!is_done()) notify("lost " + text_of(address_) + ": " + why);
  change_connection(ConnectionState::closed);
  connection_.reset();
  repeat_at_.reset();
  const milliseconds own_wait = backoff_.next();
  reopen_at_ = steady_clock::now() + std::exchange(told_wait_, std::nullopt).value_or(own_wait);
  if (is_welcomed_) ++connections_lost_;
  matches_.disconnected();
}

}  // namespace rensa::session
