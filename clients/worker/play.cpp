#include "clients/worker/play.h"

#include <poll.h>
#include <span>
#include <vector>

#include "clients/worker/match_client.h"
#include "clients/worker/thinkers.h"
#include "proto/feature.h"

namespace rensa::worker {

namespace {

using session::MatchSource;

// Carries questions to the threads that think, and their answers to the match client.
class Play final : private session::ServerSession::LocalPlayer {
 public:
  Play(const PlayOptions& options, const session::Address& address, const MakeBrain& make_brain)
      : match_client_({.terms = options.terms,
                       .slots = options.slots,
                       .matches = options.matches,
                       .source = options.source,
                       .own_rulesets = options.own_rulesets},
                      make_brain, options.between_decisions),
        session_(options, address, match_client_.matches(), *this),
        thinkers_(options.threads) {}

  PlayReport run() {
    session_.run();
    return {session_.why_failed(), match_client_.matches().totals(), session_.connections_lost()};
  }

 private:
  void add_poll_entries(std::vector<pollfd>& entries) const override {
    entries.push_back({thinkers_.descriptor(), POLLIN, 0});
  }

  void serve(std::span<const pollfd> entries) override {
    if (entries[0].revents == 0) return;
    for (const Answer& answer : thinkers_.take_answers()) match_client_.hear(answer);
    session_.carry_out();
  }

  void carry_out() override {
    for (Question& question : match_client_.take_questions()) thinkers_.ask(std::move(question));
  }

  MatchClient match_client_;
  session::ServerSession session_;
  Thinkers thinkers_;  // destroyed first: it waits for brains that still think
};

PlayReport refused(std::string why) {
  PlayReport report;
  report.why_failed = std::move(why);
  return report;
}

}  // namespace

PlayReport play(const PlayOptions& options, const MakeBrain& make_brain) {
  if (options.server.empty()) return refused("no server is given, and RENSA_SERVER names none");
  const rules::Parsed<session::Address> address = session::address_of(options.server);
  if (!address) return refused(address.error().message);
  const rules::Ruleset* ruleset = rules::find_ruleset(options.terms.ruleset, options.own_rulesets);
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
                                                 .bound_only = options.source != MatchSource::host}));
  if (options.source == MatchSource::challenges) {
    offering.features.push_back(
        proto::feature_text(proto::OpenFeature{.matches = options.slots, .subscription = proto::Subscription::events}));
    offering.features.push_back(proto::feature_text(proto::AdvisesFeature{.questions = options.slots}));
  }
  return Play(offering, *address, make_brain).run();
}

}  // namespace rensa::worker
