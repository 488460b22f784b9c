#include "clients/worker/play.h"

#include <algorithm>
#include <array>
#include <poll.h>

#include "clients/worker/thinkers.h"
#include "proto/feature.h"

namespace rensa::worker {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using TimePoint = steady_clock::time_point;

// For the server's last words when we leave.
constexpr milliseconds kFarewell{2000};

class Play final : private Line::Listener {
 public:
  Play(const PlayOptions& options, const Address& address, const MakeBrain& make_brain)
      : options_(options),
        match_client_({options.terms, options.slots, options.matches, options.source}, make_brain),
        line_(address, options, *this),
        thinkers_(options.threads) {}

  PlayReport run() {
    while (!is_done()) {
      retry_at_.reset();
      line_.open();
      while (line_.is_open() && !is_done()) turn();
      if (!line_.is_open() && !is_done()) wait(line_.next_delay());
    }
    if (line_.is_open()) line_.flush();
    report_.why_failed = why_failed();
    return report_;
  }

 private:
  std::string why_failed() const {
    return line_.why_failed().empty() ? match_client_.why_failed() : line_.why_failed();
  }

  bool is_done() const override {
    if (!why_failed().empty()) return true;
    if (!leave_by_) return match_client_.is_over();
    const bool heard_out = match_client_.is_over() && (!line_.is_welcomed() || farewell_heard_);
    return !line_.is_open() || heard_out || steady_clock::now() >= *leave_by_;
  }

  void tell(const std::string& what) const {
    if (options_.notice) options_.notice(what);
  }

  // One wait for whatever comes next, and the answer to it.
  void turn() {
    std::array<pollfd, 3> entries{line_.entry(), pollfd{thinkers_.descriptor(), POLLIN, 0},
                                  pollfd{leave_by_ ? -1 : options_.stop_descriptor, POLLIN, 0}};
    poll(entries.data(), entries.size(), static_cast<int>(time_left().count()));
    if (entries[0].revents != 0) line_.receive();
    if (entries[1].revents != 0) hear_thinkers();
    if (entries[2].revents != 0) leave();
    line_.keep_alive();
    if (line_.is_open() && retry_at_ && steady_clock::now() >= *retry_at_) {
      retry_at_.reset();
      with_match_client([&](Doings& doings) { match_client_.wish_again(doings); });
    }
    if (!line_.is_open()) return;
    line_.flush();
    line_.notice_loss();
  }

  milliseconds time_left() const {
    TimePoint until = line_.due();
    if (retry_at_) until = std::min(until, *retry_at_);
    if (leave_by_) until = std::min(until, *leave_by_);
    const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now());
    return std::clamp(left, milliseconds(1), milliseconds(1000));
  }

  void welcomed(const proto::Welcome& welcome) override {
    with_match_client([&](Doings& doings) { match_client_.connected(welcome, doings); });
  }

  void hear(const proto::ServerMessage& message) override {
    if (const auto* pong = std::get_if<proto::Pong>(&message)) {
      farewell_heard_ = farewell_heard_ || (farewell_ && pong->nonce == *farewell_);
    }
    with_match_client([&](Doings& doings) { match_client_.hear(message, doings); });
    if (line_.is_welcomed() && match_client_.wishes_are_refused() && !retry_at_) {
      retry_at_ = steady_clock::now() + line_.next_delay();
    }
  }

  void disconnected() override {
    if (line_.is_welcomed()) ++report_.connections_lost;
    match_client_.disconnected();
  }

  void hear_thinkers() {
    for (const Answer& answer : thinkers_.take_answers()) {
      with_match_client([&](Doings& doings) { match_client_.hear(answer, doings); });
    }
  }

  template <typename What>
  void with_match_client(What what) {
    Doings doings;
    what(doings);
    if (line_.is_open()) {
      for (const proto::ClientMessage& message : doings.say) line_.say(message);
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

  void leave() {
    leave_by_ = steady_clock::now() + kFarewell;
    with_match_client([&](Doings& doings) { match_client_.stop(doings); });
    // When the answer to this ping arrives, all earlier messages of the server have arrived, too.
    if (line_.is_open() && line_.is_welcomed()) farewell_ = line_.ping();
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
  MatchClient match_client_;
  Line line_;
  std::optional<TimePoint> retry_at_;  // wishes that were refused
  std::optional<TimePoint> leave_by_;
  std::optional<std::uint64_t> farewell_;  // the ping with which we left
  bool farewell_heard_ = false;
  PlayReport report_;
  Thinkers thinkers_;  // destroyed first: it waits for brains that still think
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
  PlayOptions offering = options;
  offering.features.push_back(
      proto::feature_text(proto::ArrangedFeature{.matches = options.slots,
                                                 .subscription = proto::Subscription::events,
                                                 .bound_only = options.source != Source::host}));
  if (options.source == Source::challenges) {
    offering.features.push_back(
        proto::feature_text(proto::OpenFeature{.matches = options.slots, .subscription = proto::Subscription::events}));
    offering.features.push_back(proto::feature_text(proto::AdvisesFeature{.questions = options.slots}));
  }
  return Play(offering, *address, make_brain).run();
}

}  // namespace rensa::worker
