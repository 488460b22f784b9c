#include "clients/bridge/bridge.h"

#include <algorithm>
#include <array>
#include <poll.h>
#include <random>
#include <stdexcept>

#include "clients/worker/address.h"
#include "clients/worker/connection.h"
#include "proto/codec.h"

namespace rensa::bridge {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using TimePoint = steady_clock::time_point;

// For the server's last words after we have left.
constexpr milliseconds kFarewell{2000};
// What a program that did not answer in time gets for the frames that follow, until it says something: the reference
// does not wait longer for anybody.
constexpr milliseconds kFrame{17};

class Bridge {
 public:
  Bridge(const BridgeOptions& options, const worker::Address& address, const rules::Ruleset& ruleset)
      : options_(options),
        address_(address),
        dialogue_(options.plan, ruleset),
        backoff_(options.backoff, std::random_device()()) {}

  BridgeReport run() {
    if (options_.program.path.empty()) let_in();
    while (!is_done()) {
      open();
      while (connection_ && !is_done()) turn();
      if (!connection_ && !is_done()) wait(backoff_.next());
    }
    if (connection_) connection_->flush();
    if (link_ != nullptr) link_->flush();
    return {why_failed_.empty() ? dialogue_.why_failed() : why_failed_, dialogue_.tally()};
  }

 private:
  bool is_done() const {
    if (!dialogue_.why_failed().empty() || dialogue_.is_over()) return true;
    if (leave_by_) return !connection_ || steady_clock::now() >= *leave_by_;
    return !why_failed_.empty();
  }

  void tell(const std::string& what) const {
    if (options_.notice) options_.notice(what);
  }

  // A program that comes by itself; the server is not bothered before.
  void let_in() {
    Gate gate(options_.program.listen_port);
    tell("waiting for a program on 127.0.0.1:" + std::to_string(gate.port()));
    while (!guest_ && !leave_by_) {
      std::array<pollfd, 2> entries{{{gate.descriptor(), POLLIN, 0}, {options_.stop_descriptor, POLLIN, 0}}};
      poll(entries.data(), entries.size(), -1);
      if (entries[1].revents != 0) leave();
      if (entries[0].revents != 0) guest_ = gate.accept();
    }
    link_ = guest_.get();
  }

  // One process for all games: ID=1 tells it that one begins.
  void begin(duel::Seat seat) {
    if (link_ != nullptr) return;
    try {
      program_ = std::make_unique<Program>(options_.program, seat);
      link_ = &program_->link();
    } catch (const std::runtime_error& error) {
      why_failed_ = error.what();
      leave();
    }
  }

  void open() {
    worker::Connected connected = worker::connect_to(address_, options_.patience);
    if (!connected.connection) return tell("cannot connect to " + text_of(address_) + ": " + connected.why);
    connection_ = std::move(connected.connection);
    welcomed_ = false;
    retry_at_.reset();
    opened_ = heard_ = pinged_ = steady_clock::now();
    proto::Hello hello;
    hello.token = options_.token;
    hello.name = options_.name;
    hello.software = options_.software;
    say(hello);
    connection_->flush();
  }

  // One wait for whatever comes next, and the answer to it.
  void turn() {
    const auto wanted = [](bool writing) { return static_cast<short>(writing ? POLLIN | POLLOUT : POLLIN); };
    std::array<pollfd, 4> entries{{{connection_->descriptor(), wanted(connection_->has_unsent()), 0},
                                   {leave_by_ ? -1 : options_.stop_descriptor, POLLIN, 0},
                                   {link_ != nullptr ? link_->from_program() : -1, POLLIN, 0},
                                   {link_ != nullptr && link_->has_unsent() ? link_->to_program() : -1, POLLOUT, 0}}};
    poll(entries.data(), entries.size(), static_cast<int>(time_left().count()));
    if (entries[1].revents != 0) leave();
    if (entries[0].revents != 0) hear_server();
    if (entries[2].revents != 0) hear_program();
    if (connection_) keep_time();
    if (link_ != nullptr) link_->flush();
    look_after_program();
    if (connection_) connection_->flush();
    if (connection_ && !connection_->why_lost().empty()) lose(connection_->why_lost());
  }

  milliseconds time_left() const {
    TimePoint until = welcomed_ ? pinged_ + options_.ping_after : opened_ + options_.patience;
    if (retry_at_) until = std::min(until, *retry_at_);
    if (leave_by_) until = std::min(until, *leave_by_);
    if (dialogue_.awaited()) until = std::min(until, answer_by());
    const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now());
    return std::clamp(left, milliseconds(0), milliseconds(1000));
  }

  TimePoint answer_by() const {
    if (link_ == nullptr || link_->is_unheard()) return asked_at_;
    return asked_at_ + (silent_ ? std::min(kFrame, options_.think) : options_.think);
  }

  void say(const proto::ClientMessage& message) { connection_->send(proto::encode(message, proto::Encoding::binary)); }

  void hear_server() {
    connection_->receive();
    while (const auto bytes = connection_->next()) {
      heard_ = steady_clock::now();
      const auto message = proto::server_message_of(*bytes, proto::Encoding::binary);
      if (!message) return not_ours(message.error().message);
      hear(*message);
      if (is_done()) return;
    }
    if (connection_->is_garbled()) not_ours("it announces a message of more than 1 MiB");
  }

  void not_ours(const std::string& why) { why_failed_ = text_of(address_) + " does not speak our protocol: " + why; }

  void hear(const proto::ServerMessage& message) {
    if (const auto* welcome = std::get_if<proto::Welcome>(&message)) {
      if (welcomed_) return;
      welcomed_ = true;
      tell("connected to " + text_of(address_) + " as " + welcome->name);
      with_dialogue([&](Doings& doings) { dialogue_.connected(doings); });
      return;
    }
    if (!welcomed_ && !std::holds_alternative<proto::Error>(message)) {
      return not_ours("it does not begin with a welcome");
    }
    // A server that greets and then refuses is not there yet.
    if (std::holds_alternative<proto::MatchStart>(message) || std::holds_alternative<proto::Update>(message)) {
      backoff_.reset();
    }
    with_dialogue([&](Doings& doings) { dialogue_.hear(message, doings); });
    if (welcomed_ && dialogue_.wish_is_refused() && !retry_at_) retry_at_ = steady_clock::now() + backoff_.next();
  }

  void hear_program() {
    const bool was_unheard = link_->is_unheard();
    link_->receive();
    while (const auto text = link_->next()) {
      silent_ = false;
      with_dialogue([&](Doings& doings) { dialogue_.hear_program(*text, doings); });
    }
    with_dialogue([&](Doings& doings) { dialogue_.heard_all(doings); });
    if (!was_unheard && link_->is_unheard()) {
      tell("the program answers with more than 1024 bytes: it is not heard any more");
    }
  }

  template <typename What>
  void with_dialogue(What what) {
    Doings doings;
    what(doings);
    if (doings.begin) begin(*doings.begin);
    if (connection_) {
      for (const proto::ClientMessage& message : doings.say) say(message);
    }
    for (const std::string& request : doings.ask) {
      if (link_ != nullptr) link_->send(request);
      asked_at_ = steady_clock::now();
    }
    for (const worker::MatchReport& match : doings.ended) {
      if (options_.match_ended) options_.match_ended(match);
    }
    for (const std::string& line : doings.messages) {
      if (options_.message) options_.message(line);
    }
    for (const std::string& notice : doings.notices) tell(notice);
  }

  void keep_time() {
    const TimePoint now = steady_clock::now();
    if (dialogue_.awaited() && now >= answer_by()) {
      if (!silent_ && link_ != nullptr && !link_->is_unheard()) tell("the program does not answer: its pair falls");
      silent_ = true;
      with_dialogue([&](Doings& doings) { dialogue_.time_is_up(doings); });
    }
    if (retry_at_ && now >= *retry_at_) {
      retry_at_.reset();
      with_dialogue([&](Doings& doings) { dialogue_.wish_again(doings); });
    }
    if (!welcomed_) {
      if (now >= opened_ + options_.patience) lose("the server does not answer");
      return;
    }
    if (now >= heard_ + 2 * options_.ping_after) return lose("nothing is heard of the server");
    if (now < pinged_ + options_.ping_after) return;
    pinged_ = now;
    say(proto::Ping{.nonce = ++pings_});
  }

  // Without its program the bridge can only resign.
  void look_after_program() {
    if (link_ == nullptr || link_->why_lost().empty()) return;
    const std::string why = program_ ? program_->why_gone() : link_->why_lost();
    link_ = nullptr;
    if (leave_by_) return;
    why_failed_ = "the program is gone: " + why;
    leave();
  }

  void lose(const std::string& why) {
    if (!is_done()) tell("lost " + text_of(address_) + ": " + why);
    connection_.reset();
    dialogue_.disconnected();
  }

  void leave() {
    leave_by_ = steady_clock::now() + kFarewell;
    with_dialogue([&](Doings& doings) { dialogue_.stop(doings); });
  }

  // Until the next attempt.
  void wait(milliseconds time) {
    const TimePoint until = steady_clock::now() + time;
    while (!leave_by_ && steady_clock::now() < until) {
      std::array<pollfd, 2> entries{
          {{options_.stop_descriptor, POLLIN, 0}, {link_ != nullptr ? link_->from_program() : -1, POLLIN, 0}}};
      const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now());
      poll(entries.data(), entries.size(), static_cast<int>(std::max(left, milliseconds(1)).count()));
      if (entries[0].revents != 0) leave();
      if (entries[1].revents != 0) hear_program();
      look_after_program();
    }
  }

  const BridgeOptions& options_;
  const worker::Address& address_;
  Dialogue dialogue_;
  std::unique_ptr<Link> guest_;       // of a program that came by itself
  std::unique_ptr<Program> program_;  // one that we started
  Link* link_ = nullptr;              // of either, while it lives
  bool silent_ = false;               // the program has not said a word since its time was up
  TimePoint asked_at_;
  worker::Backoff backoff_;
  std::unique_ptr<worker::Connection> connection_;
  bool welcomed_ = false;
  TimePoint opened_;
  TimePoint heard_;
  TimePoint pinged_;
  std::uint64_t pings_ = 0;
  std::optional<TimePoint> retry_at_;  // wishes that were refused
  std::optional<TimePoint> leave_by_;
  std::string why_failed_;
};

}  // namespace

BridgeReport run(const BridgeOptions& options) {
  const rules::Parsed<worker::Address> address = worker::address_of(options.server);
  if (!address) return {address.error().message, {}};
  const rules::Ruleset* ruleset = rules::find_ruleset(options.plan.terms.ruleset);
  if (ruleset == nullptr) return {"no ruleset " + options.plan.terms.ruleset + " is known here", {}};
  if (const auto why = why_unbridgeable(*ruleset)) return {*why, {}};
  return Bridge(options, *address, *ruleset).run();
}

}  // namespace rensa::bridge
