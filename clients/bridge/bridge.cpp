#include "clients/bridge/bridge.h"

#include <algorithm>
#include <array>
#include <memory>
#include <poll.h>
#include <span>
#include <stdexcept>
#include <vector>

#include "proto/feature.h"

namespace rensa::bridge {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using TimePoint = steady_clock::time_point;

// The time that a program has for each frame after it did not answer in time, until it answers again. The reference
// server gives every program only this time.
constexpr milliseconds kFrameTime{17};

// Carries texts between the program and the dialogue, and limits the time for an answer.
class Bridge final : private session::ServerSession::LocalPlayer {
 public:
  Bridge(const BridgeOptions& options, const session::Address& address)
      : options_(options), dialogue_(options.plan), session_(options, address, dialogue_.matches(), *this) {}

  BridgeReport run() {
    if (options_.program.path.empty()) accept_program();
    session_.run();
    if (stream_ != nullptr) stream_->flush();
    if (program_ && session_.is_leaving()) program_->end_promptly();
    return {.why_failed = session_.why_failed(),
            .has_program_failed = has_program_failed_,
            .totals = dialogue_.matches().totals(),
            .counts = dialogue_.counts()};
  }

 private:
  // Waits for a program that connects by itself, before the server is asked for anything.
  void accept_program() {
    ProgramListener listener(options_.program.listen_port);
    session_.notify("waiting for a program on 127.0.0.1:" + std::to_string(listener.port()));
    while (!accepted_ && !session_.is_leaving()) {
      std::array<pollfd, 2> entries{{{listener.descriptor(), POLLIN, 0}, {options_.stop_descriptor, POLLIN, 0}}};
      poll(entries.data(), entries.size(), -1);
      if (entries[1].revents != 0) session_.leave();
      if (entries[0].revents != 0) accepted_ = listener.accept();
    }
    stream_ = accepted_.get();
  }

  // Starts the program, once for all games. The request with ID=1 tells it that a game begins.
  void start_program(duel::Seat seat) {
    if (stream_ != nullptr) return;
    try {
      program_ = std::make_unique<Program>(options_.program, seat);
      stream_ = &program_->stream();
    } catch (const std::runtime_error& error) {
      fail_for_program(error.what());
    }
  }

  void add_poll_entries(std::vector<pollfd>& entries) const override {
    const bool has_unsent = stream_ != nullptr && stream_->has_unsent();
    entries.push_back({stream_ != nullptr ? stream_->input() : -1, POLLIN, 0});
    entries.push_back({has_unsent ? stream_->output() : -1, POLLOUT, 0});
  }

  TimePoint next_deadline() const override { return dialogue_.awaited() ? answer_by() : TimePoint::max(); }

  TimePoint answer_by() const {
    if (stream_ == nullptr || stream_->is_garbled()) return asked_at_;
    if (is_silent_) return asked_at_ + std::min(kFrameTime, options_.think);
    const TimePoint usual = asked_at_ + options_.think;
    return dialogue_.has_decided() ? usual : std::max(usual, first_asked_at_ + options_.first_think);
  }

  void serve(std::span<const pollfd> entries) override {
    if (stream_ != nullptr && entries[0].revents != 0) receive_from_program();
    limit_time();
    if (stream_ == nullptr) return;
    stream_->flush();
    notice_end_of_program();
  }

  void receive_from_program() {
    const bool was_garbled = stream_->is_garbled();
    stream_->receive();
    while (const auto text = stream_->next()) {
      is_silent_ = false;
      dialogue_.receive_from_program(*text);
      session_.carry_out();
    }
    dialogue_.on_all_received();
    session_.carry_out();
    if (!was_garbled && stream_->is_garbled()) {
      session_.notify("the program answers with more than 1024 bytes: it is not heard any more");
    }
  }

  void limit_time() {
    if (!dialogue_.awaited() || steady_clock::now() < answer_by()) return;
    if (!is_silent_ && stream_ != nullptr && !stream_->is_garbled()) {
      session_.notify("the program does not answer: its pair falls");
    }
    is_silent_ = true;
    dialogue_.on_time_up();
    session_.carry_out();
  }

  // Fails if the program has ended, because without it the bridge can only resign.
  void notice_end_of_program() {
    if (stream_->why_lost().empty()) return;
    const std::string why = program_ ? program_->why_gone() : stream_->why_lost();
    stream_ = nullptr;
    fail_for_program("the program is gone: " + why);
  }

  void fail_for_program(const std::string& why) {
    has_program_failed_ = has_program_failed_ || !session_.is_leaving();
    session_.fail(why);
  }

  void carry_out() override {
    const ProgramActions actions = dialogue_.take_actions();
    if (actions.begin) start_program(*actions.begin);
    if (actions.has_missed_answer) is_silent_ = true;
    for (const std::string& request : actions.requests) {
      if (stream_ != nullptr) stream_->send(request);
      asked_at_ = steady_clock::now();
    }
    if (actions.begins_game) first_asked_at_ = asked_at_;
    for (const std::string& line : actions.messages) {
      if (options_.message) options_.message(line);
    }
  }

  const BridgeOptions& options_;
  Dialogue dialogue_;
  session::ServerSession session_;
  std::unique_ptr<session::MessageStream> accepted_;  // of a program that connected by itself
  std::unique_ptr<Program> program_;                  // one that we started
  session::MessageStream* stream_ = nullptr;          // of either program, while it lives
  bool has_program_failed_ = false;
  bool is_silent_ = false;  // the program has not answered since its time was up
  TimePoint asked_at_;
  TimePoint first_asked_at_;  // in this game
};

BridgeReport refused(std::string why) {
  BridgeReport report;
  report.why_failed = std::move(why);
  return report;
}

}  // namespace

BridgeReport run(const BridgeOptions& options) {
  const rules::Parsed<session::Address> address = session::address_of(options.server);
  if (!address) return refused(address.error().message);
  const rules::Ruleset* ruleset = rules::find_ruleset(options.plan.terms.ruleset, options.plan.own_rulesets);
  if (ruleset == nullptr) return refused("no ruleset " + options.plan.terms.ruleset + " is known here");
  if (const auto why = why_unbridgeable(*ruleset)) return refused(*why);
  BridgeOptions offering = options;
  offering.features.push_back(
      proto::feature_text(proto::ArrangedFeature{.matches = 1,
                                                 .subscription = proto::Subscription::frames,
                                                 .bound_only = options.plan.source != session::MatchSource::host}));
  return Bridge(offering, *address).run();
}

}  // namespace rensa::bridge
