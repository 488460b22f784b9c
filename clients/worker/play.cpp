#include "clients/worker/play.h"

#include <algorithm>
#include <poll.h>
#include <span>
#include <vector>

#include "clients/worker/match_client.h"
#include "clients/worker/thinkers.h"
#include "proto/feature.h"

namespace rensa::worker {

namespace {

using session::MatchSource;

constexpr std::chrono::milliseconds kLongestStep{1000};

// Returns the options with the features that Hello offers.
PlayOptions offering(PlayOptions options) {
  options.features.push_back(
      proto::feature_text(proto::ArrangedFeature{.matches = options.slots,
                                                 .subscription = proto::Subscription::events,
                                                 .bound_only = options.source != MatchSource::host}));
  if (options.source == MatchSource::challenges) {
    options.features.push_back(
        proto::feature_text(proto::OpenFeature{.matches = options.slots, .subscription = proto::Subscription::events}));
    options.features.push_back(proto::feature_text(proto::AdvisesFeature{.questions = options.slots}));
  }
  if (!options.token.empty()) options.features.emplace_back(proto::kMessagesFeature);
  return options;
}

// Returns the reason why nothing can be played with these options; empty: it can.
std::string why_refused(const PlayOptions& options) {
  if (options.server.empty()) return "no server is given, and RENSA_SERVER names none";
  const rules::Parsed<session::Address> address = session::address_of(options.server);
  if (!address) return address.error().message;
  const rules::Ruleset* ruleset = rules::find_ruleset(options.terms.ruleset, options.own_rulesets);
  if (ruleset == nullptr) return "no ruleset " + options.terms.ruleset + " is known here";
  const bool turns = ruleset->pacing == rules::Pacing::turns;
  if (turns != (options.terms.clock == proto::Clock::turns)) {
    return ruleset->id + (turns ? " is played by turns" : " is not played by turns");
  }
  return options.slots < 1 || options.threads < 1 ? "at least one slot and one thread are needed" : "";
}

}  // namespace

// Carries questions to the answerer, and its answers to the match client.
class SteppedPlay::Client final : private session::ServerSession::LocalPlayer {
 public:
  Client(const PlayOptions& options, const MakeBrain& make_brain, Answerer& answerer)
      : options_(offering(options)),
        address_(session::address_of(options.server).value()),
        answerer_(answerer),
        match_client_({.terms = options.terms,
                       .slots = options.slots,
                       .matches = options.matches,
                       .source = options.source,
                       .own_rulesets = options.own_rulesets,
                       .opponent = options.opponent},
                      make_brain, options.between_decisions),
        session_(options_, address_, match_client_.matches(), *this) {}

  session::ServerSession& session() { return session_; }
  PlayReport report() const {
    const session::MatchTracker& matches = match_client_.matches();
    return {session_.why_failed(), matches.totals(), session_.connections_lost(), matches.is_dismissed()};
  }

 private:
  void add_poll_entries(std::vector<pollfd>& entries) const override {
    entries.push_back({answerer_.descriptor(), POLLIN, 0});
  }

  void serve(std::span<const pollfd> entries) override {
    if (entries[0].revents == 0) return;
    for (const Answer& answer : answerer_.take_answers()) match_client_.hear(answer);
    session_.carry_out();
  }

  void carry_out() override {
    for (Question& question : match_client_.take_questions()) answerer_.ask(std::move(question));
  }

  PlayOptions options_;
  session::Address address_;
  Answerer& answerer_;
  MatchClient match_client_;
  session::ServerSession session_;
};

SteppedPlay::SteppedPlay(const PlayOptions& options, const MakeBrain& make_brain, Answerer& answerer)
    : why_refused_(why_refused(options)) {
  if (why_refused_.empty()) client_ = std::make_unique<Client>(options, make_brain, answerer);
}

SteppedPlay::~SteppedPlay() = default;

bool SteppedPlay::is_over() const { return client_ == nullptr || client_->session().is_done(); }

void SteppedPlay::step(std::chrono::milliseconds longest_wait) {
  if (client_ != nullptr) client_->session().step(longest_wait);
}

PlayReport SteppedPlay::report() const {
  if (client_ != nullptr) return client_->report();
  PlayReport report;
  report.why_failed = why_refused_;
  return report;
}

PlayReport play(const PlayOptions& options, const MakeBrain& make_brain) {
  auto thinkers = std::make_unique<Thinkers>(std::max(options.threads, 1));
  SteppedPlay playing(options, make_brain, *thinkers);
  while (!playing.is_over()) playing.step(kLongestStep);
  thinkers.reset();  // waits for brains that still think
  return playing.report();
}

}  // namespace rensa::worker
