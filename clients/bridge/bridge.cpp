#include "clients/bridge/bridge.h"

#include <algorithm>
#include <array>
#include <poll.h>
#include <stdexcept>

#include "clients/worker/address.h"
#include "proto/feature.h"

namespace rensa::bridge {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using TimePoint = steady_clock::time_point;

// For the server's last words after we have left.
constexpr milliseconds kFarewell{2000};
// The time per frame for a program that did not answer in time, until it answers again. The reference server waits no
// longer for any program.
constexpr milliseconds kFrame{17};

class Bridge final : private worker::Line::Listener {
 public:
  Bridge(const BridgeOptions& options, const worker::Address& address)
      : options_(options), dialogue_(options.plan), line_(address, options, *this) {}

  BridgeReport run() {
    if (options_.program.path.empty()) let_in();
    while (!is_done()) {
      retry_at_.reset();
      line_.open();
      while (line_.is_open() && !is_done()) turn();
      if (!line_.is_open() && !is_done()) wait(line_.next_delay());
    }
    if (line_.is_open()) line_.flush();
    if (link_ != nullptr) link_->flush();
    return {why_failed(), dialogue_.counts()};
  }

 private:
  std::string why_failed() const {
    if (!why_failed_.empty()) return why_failed_;
    return line_.why_failed().empty() ? dialogue_.why_failed() : line_.why_failed();
  }

  bool is_done() const override {
    if (!dialogue_.why_failed().empty() || dialogue_.is_over()) return true;
    if (leave_by_) return !line_.is_open() || steady_clock::now() >= *leave_by_;
    return !why_failed().empty();
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

  // One wait for whatever comes next, and the answer to it.
  void turn() {
    std::array<pollfd, 4> entries{
        line_.entry(), pollfd{leave_by_ ? -1 : options_.stop_descriptor, POLLIN, 0},
        pollfd{link_ != nullptr ? link_->from_program() : -1, POLLIN, 0},
        pollfd{link_ != nullptr && link_->has_unsent() ? link_->to_program() : -1, POLLOUT, 0}};
    poll(entries.data(), entries.size(), static_cast<int>(time_left().count()));
    if (entries[1].revents != 0) leave();
    if (entries[0].revents != 0) line_.receive();
    if (entries[2].revents != 0) hear_program();
    keep_time();
    line_.keep_alive();
    if (link_ != nullptr) link_->flush();
    look_after_program();
    if (!line_.is_open()) return;
    line_.flush();
    line_.notice_loss();
  }

  milliseconds time_left() const {
    TimePoint until = line_.due();
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

  void welcomed(const proto::Welcome& welcome) override {
    with_dialogue([&](Doings& doings) { dialogue_.connected(welcome, doings); });
  }

  void hear(const proto::ServerMessage& message) override {
    with_dialogue([&](Doings& doings) { dialogue_.hear(message, doings); });
    if (line_.is_welcomed() && dialogue_.wish_is_refused() && !retry_at_) {
      retry_at_ = steady_clock::now() + line_.next_delay();
    }
  }

  void disconnected() override { dialogue_.disconnected(); }

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
    if (line_.is_open()) {
      for (const proto::ClientMessage& message : doings.say) line_.say(message);
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
  Dialogue dialogue_;
  worker::Line line_;
  std::unique_ptr<Link> guest_;       // of a program that came by itself
  std::unique_ptr<Program> program_;  // one that we started
  Link* link_ = nullptr;              // of either, while it lives
  bool silent_ = false;               // the program has not said a word since its time was up
  TimePoint asked_at_;
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
  BridgeOptions offering = options;
  offering.features.push_back(proto::feature_text(proto::ArrangedFeature{
      .matches = 1, .subscription = proto::Subscription::frames, .bound_only = !options.plan.arranged}));
  return Bridge(offering, *address).run();
}

}  // namespace rensa::bridge
