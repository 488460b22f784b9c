#include "clients/worker/line.h"

#include <random>
#include <utility>
#include <variant>

#include "proto/codec.h"

namespace rensa::worker {

using std::chrono::steady_clock;

Line::Line(const Address& address, const LineOptions& options, Listener& listener)
    : address_(address), options_(options), listener_(listener), backoff_(options.backoff, std::random_device()()) {}

void Line::tell(const std::string& what) const {
  if (options_.notice) options_.notice(what);
}

void Line::open() {
  Connected connected = connect_to(address_, options_.patience);
  if (!connected.connection) return tell("cannot connect to " + text_of(address_) + ": " + connected.why);
  connection_ = std::move(connected.connection);
  is_welcomed_ = false;
  opened_ = heard_ = pinged_ = steady_clock::now();
  proto::Hello hello;
  hello.token = options_.token;
  hello.name = options_.name;
  hello.software = options_.software;
  hello.features = options_.features;
  say(hello);
  flush();
}

pollfd Line::entry() const {
  const int wanted = connection_->has_unsent() ? POLLIN | POLLOUT : POLLIN;
  return {connection_->descriptor(), static_cast<short>(wanted), 0};
}

Line::TimePoint Line::due() const { return is_welcomed_ ? pinged_ + options_.ping_after : opened_ + options_.patience; }

void Line::say(const proto::ClientMessage& message) {
  connection_->send(proto::encode(message, proto::Encoding::binary));
}

std::uint64_t Line::ping() {
  say(proto::Ping{.nonce = ++pings_});
  return pings_;
}

void Line::fail(const std::string& why) { why_failed_ = text_of(address_) + " does not speak our protocol: " + why; }

void Line::receive() {
  connection_->receive();
  while (const auto bytes = connection_->next()) {
    heard_ = steady_clock::now();
    const auto message = proto::server_message_of(*bytes, proto::Encoding::binary);
    if (!message) return fail(message.error().message);
    hear(*message);
    if (!why_failed_.empty() || listener_.is_done()) return;
  }
  if (connection_->is_garbled()) fail("it announces a message of more than 1 MiB");
}

void Line::hear(const proto::ServerMessage& message) {
  if (const auto* welcome = std::get_if<proto::Welcome>(&message)) {
    if (is_welcomed_) return;
    is_welcomed_ = true;
    tell("connected to " + text_of(address_) + " as " + welcome->name);
    return listener_.welcomed(*welcome);
  }
  if (!is_welcomed_ && !std::holds_alternative<proto::Error>(message)) return fail("it does not begin with a welcome");
  // A server that greets and then refuses is not there yet.
  if (std::holds_alternative<proto::MatchStart>(message) || std::holds_alternative<proto::Update>(message)) {
    backoff_.reset();
  }
  listener_.hear(message);
}

void Line::keep_alive() {
  const TimePoint now = steady_clock::now();
  if (!is_welcomed_) {
    if (now >= due()) lose("the server does not answer");
    return;
  }
  if (now >= heard_ + 2 * options_.ping_after) return lose("nothing is heard of the server");
  if (now < due()) return;
  pinged_ = now;
  ping();
}

void Line::flush() { connection_->flush(); }

void Line::notice_loss() {
  if (!connection_->why_lost().empty()) lose(connection_->why_lost());
}

void Line::lose(const std::string& why) {
  if (!listener_.is_done()) tell("lost " + text_of(address_) + ": " + why);
  connection_.reset();
  listener_.disconnected();
}

}  // namespace rensa::worker
