#include "clients/worker/play.h"

#include <algorithm>
#include <array>
#include <poll.h>
#include <random>

#include "clients/worker/connection.h"
#include "clients/worker/thinkers.h"
#include "proto/codec.h"

namespace rensa::worker {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using TimePoint = steady_clock::time_point;

// For the server's last words when we leave.
constexpr milliseconds kFarewell{2000};

class Play {
 public:
  Play(const PlayOptions& options, const Address& address, const rules::Ruleset& ruleset, const MakeBrain& make_brain)
      : options_(options),
        address_(address),
        campaign_({options.terms, options.slots, options.matches}, ruleset, make_brain),
        backoff_(options.backoff, std::random_device()()),
        thinkers_(options.threads) {}

  PlayReport run() {
    while (!is_done()) {
      open();
      while (connection_ && !is_done()) turn();
      if (!connection_ && !is_done()) wait(backoff_.next());
    }
    if (connection_) connection_->flush();
    report_.why_failed = why_failed();
    return report_;
  }

 private:
  std::string why_failed() const { return why_failed_.empty() ? campaign_.why_failed() : why_failed_; }

  bool is_done() const {
    if (!why_failed_.empty() || !campaign_.why_failed().empty()) return true;
    if (!leave_by_) return campaign_.is_over();
    const bool heard_out = campaign_.is_over() && (!welcomed_ || farewell_heard_);
    return !connection_ || heard_out || steady_clock::now() >= *leave_by_;
  }

  void tell(const std::string& what) const {
    if (options_.notice) options_.notice(what);
  }

  void open() {
    Connected connected = connect_to(address_, options_.patience);
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
    const bool writing = connection_->has_unsent();
    std::array<pollfd, 3> entries{
        {{connection_->descriptor(), static_cast<short>(writing ? POLLIN | POLLOUT : POLLIN), 0},
         {thinkers_.descriptor(), POLLIN, 0},
         {leave_by_ ? -1 : options_.stop_descriptor, POLLIN, 0}}};
    poll(entries.data(), entries.size(), static_cast<int>(time_left().count()));
    if (entries[0].revents != 0) hear_server();
    if (entries[1].revents != 0) hear_thinkers();
    if (entries[2].revents != 0) leave();
    keep_alive();
    if (connection_ && retry_at_ && steady_clock::now() >= *retry_at_) {
      retry_at_.reset();
      with_campaign([&](Doings& doings) { campaign_.wish_again(doings); });
    }
    if (connection_) connection_->flush();
    if (connection_ && !connection_->why_lost().empty()) lose(connection_->why_lost());
  }

  milliseconds time_left() const {
    TimePoint until = welcomed_ ? pinged_ + options_.ping_after : opened_ + options_.patience;
    if (retry_at_) until = std::min(until, *retry_at_);
    if (leave_by_) until = std::min(until, *leave_by_);
    const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now());
    return std::clamp(left, milliseconds(1), milliseconds(1000));
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
      with_campaign([&](Doings& doings) { campaign_.connected(doings); });
      return;
    }
    if (!welcomed_ && !std::holds_alternative<proto::Error>(message)) {
      return not_ours("it does not begin with a welcome");
    }
    if (const auto* pong = std::get_if<proto::Pong>(&message)) farewell_heard_ = leave_by_ && pong->nonce == pings_;
    // A server that greets and then refuses is not there yet.
    if (std::holds_alternative<proto::MatchStart>(message) || std::holds_alternative<proto::Update>(message)) {
      backoff_.reset();
    }
    with_campaign([&](Doings& doings) { campaign_.hear(message, doings); });
    if (welcomed_ && campaign_.wishes_are_refused() && !retry_at_) retry_at_ = steady_clock::now() + backoff_.next();
  }

  void hear_thinkers() {
    for (const Answer& answer : thinkers_.take_answers()) {
      with_campaign([&](Doings& doings) { campaign_.hear(answer, doings); });
    }
  }

  template <typename What>
  void with_campaign(What what) {
    Doings doings;
    what(doings);
    if (connection_) {
      for (const proto::ClientMessage& message : doings.say) say(message);
    }
    for (Question& question : doings.ask) thinkers_.ask(std::move(question));
    for (const MatchReport& match : doings.ended) count(match);
    for (const std::string& notice : doings.notices) tell(notice);
  }

  void count(const MatchReport& match) {
    ++report_.matches;
    report_.games_won += match.wins;
    report_.games_drawn += match.draws;
    report_.games_lost += match.losses;
    if (options_.match_ended) options_.match_ended(match);
  }

  void keep_alive() {
    const TimePoint now = steady_clock::now();
    if (!welcomed_) {
      if (now >= opened_ + options_.patience) lose("the server does not answer");
      return;
    }
    if (now >= heard_ + 2 * options_.ping_after) return lose("nothing is heard of the server");
    if (now < pinged_ + options_.ping_after) return;
    pinged_ = now;
    say(proto::Ping{.nonce = ++pings_});
  }

  void lose(const std::string& why) {
    if (!is_done()) tell("lost " + text_of(address_) + ": " + why);
    connection_.reset();
    if (welcomed_) ++report_.connections_lost;
    campaign_.disconnected();
  }

  void leave() {
    leave_by_ = steady_clock::now() + kFarewell;
    with_campaign([&](Doings& doings) { campaign_.stop(doings); });
    // What was on its way when we left has arrived with the answer to this.
    if (connection_ && welcomed_) say(proto::Ping{.nonce = ++pings_});
  }

  // Until the next attempt; brains may think on, and answer later.
  void wait(milliseconds time) {
    const TimePoint until = steady_clock::now() + time;
    while (!leave_by_ && steady_clock::now() < until) {
      std::array<pollfd, 2> entries{{{thinkers_.descriptor(), POLLIN, 0}, {options_.stop_descriptor, POLLIN, 0}}};
      const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now());
      poll(entries.data(), entries.size(), static_cast<int>(std::max(left, milliseconds(1)).count()));
      if (entries[0].revents != 0) hear_thinkers();
      if (entries[1].revents != 0) leave();
    }
  }

  const PlayOptions& options_;
  const Address& address_;
  Campaign campaign_;
  Backoff backoff_;
  std::unique_ptr<Connection> connection_;
  bool welcomed_ = false;
  TimePoint opened_;
  TimePoint heard_;
  TimePoint pinged_;
  std::uint64_t pings_ = 0;
  std::optional<TimePoint> retry_at_;  // wishes that were refused
  std::optional<TimePoint> leave_by_;
  bool farewell_heard_ = false;
  std::string why_failed_;
  PlayReport report_;
  Thinkers thinkers_;  // the first to go: it waits for who still thinks
};

PlayReport refused(std::string why) {
  PlayReport report;
  report.why_failed = std::move(why);
  return report;
}

}  // namespace

PlayReport play(const PlayOptions& options, const MakeBrain& make_brain) {
  const rules::Parsed<Address> address = address_of(options.server);
  if (!address) return refused(address.error().message);
  const rules::Ruleset* ruleset = rules::find_ruleset(options.terms.ruleset);
  if (ruleset == nullptr) return refused("no ruleset " + options.terms.ruleset + " is known here");
  const bool turns = ruleset->pacing == rules::Pacing::turns;
  if (turns != (options.terms.clock == proto::Clock::turns)) {
    return refused(ruleset->id + (turns ? " is played by turns" : " is not played by turns"));
  }
  if (options.slots < 1 || options.threads < 1) return refused("at least one slot and one thread are needed");
  return Play(options, *address, *ruleset, make_brain).run();
}

}  // namespace rensa::worker
