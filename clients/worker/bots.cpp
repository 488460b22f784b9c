#include <utility>

#include "clients/bindings/c/arguments.h"
#include "clients/bindings/c/values.h"
#include "clients/session/process.h"
#include "clients/worker/brain.h"
#include "clients/worker/play.h"
#include "clients/worker/rensa/worker.h"
#include "engine/json/settings_json.h"
#include "engine/rules/pair.h"
#include "engine/rules/ruleset.h"

// The public interface, by the parts that rensa-worker has.

namespace rensa {

namespace {

static_assert(static_cast<int>(GameClock::turns) == static_cast<int>(proto::Clock::turns));
static_assert(static_cast<int>(ThinkingCharge::measured) == static_cast<int>(proto::ThinkingCost::measured));
static_assert(static_cast<int>(MatchOrigin::challenges) == static_cast<int>(session::MatchSource::challenges));

proto::Terms terms_of(const MatchTerms& from) {
  proto::Terms terms;
  terms.ruleset = from.ruleset;
  terms.clock = static_cast<proto::Clock>(from.clock);
  terms.charge = static_cast<proto::ThinkingCost>(from.charge);
  terms.charge_frames = from.charge_frames;
  terms.games = from.games;
  terms.first_to = from.first_to;
  return terms;
}

MatchTerms terms_of(const proto::Terms& from) {
  return {.ruleset = from.ruleset,
          .clock = static_cast<GameClock>(from.clock),
          .charge = static_cast<ThinkingCharge>(from.charge),
          .charge_frames = from.charge_frames,
          .games = from.games,
          .first_to = from.first_to};
}

int number_of(duel::Seat seat) { return static_cast<int>(duel::index_of(seat)); }

BotGame game_of(const worker::GameInfo& from) {
  return {.match = static_cast<std::uint64_t>(from.match),
          .seat = number_of(from.seat),
          .number = from.game,
          .players = from.players,
          .terms = terms_of(from.terms),
          .ruleset = bindings::values_of(from.ruleset),
          .chance = from.chance};
}

FinishedMatch match_of(const session::MatchReport& from) {
  return {.match = static_cast<std::uint64_t>(from.seat.match),
          .seat = number_of(from.seat.seat),
          .players = from.players,
          .terms = terms_of(from.terms),
          .wins = from.wins,
          .draws = from.draws,
          .losses = from.losses};
}

// A number that is not a placement becomes one off the field, which the match client recognises.
rules::Placement placement_of(std::uint32_t index) {
  return index < rules::kPlacementCount ? rules::kPlacements[index] : rules::Placement{};
}

}  // namespace

class BotBrain final : public worker::Brain {
 public:
  explicit BotBrain(std::unique_ptr<Bot> bot) : bot_(std::move(bot)) {}

  rules::Placement choose(const duel::View& view, const limits::StopFlag& stop) override {
    bot_->stop_ = &stop;
    return placement_of(bot_->choose(bindings::view_of(view)));
  }
  std::string comment() override { return bot_->comment(); }
  std::vector<players::Candidate> advise(const duel::View& view, const limits::StopFlag& stop) override {
    bot_->stop_ = &stop;
    std::vector<players::Candidate> candidates;
    for (const BotCandidate& candidate : bot_->advise(bindings::view_of(view))) {
      candidates.push_back({placement_of(candidate.placement), candidate.worth});
    }
    return candidates;
  }
  void ponder(const duel::View& view, const limits::StopFlag& stop) override {
    bot_->stop_ = &stop;
    bot_->ponder(bindings::view_of(view));
  }
  void ended(const duel::Outcome& outcome) override {
    bot_->stop_ = nullptr;
    bot_->ended(bindings::outcome_of(outcome));
  }

 private:
  std::unique_ptr<Bot> bot_;
};

bool Bot::is_stopped() const { return stop_ != nullptr && stop_->is_set(); }

namespace {

worker::PlayOptions options_of(const MatchOptions& from) {
  worker::PlayOptions options;
  const session::Invitation host = from.server.empty() ? session::invitation() : session::Invitation{};
  options.server = from.server.empty() ? host.server : from.server;
  options.token = from.server.empty() && from.token.empty() ? host.token : from.token;
  options.name = from.name;
  options.software = from.software;
  options.terms = terms_of(from.terms);
  options.slots = from.slots;
  options.threads = from.threads;
  if (from.ponders) options.between_decisions = worker::BetweenDecisions::ponder;
  options.matches = from.matches;
  options.source = static_cast<session::MatchSource>(from.origin);
  options.stop_descriptor = from.stop_descriptor;
  options.notice = from.notice;
  if (from.match_ended) {
    options.match_ended = [&from](const session::MatchReport& report) { from.match_ended(match_of(report)); };
  }
  return options;
}

}  // namespace

std::uint32_t possible_placements(const rensa_view& view) {
  rensa_engine engine;
  bindings::Arguments given(engine);
  const duel::View read = bindings::read_view(given, &view);
  return given.is_ok() ? bindings::placements_of(read) : 0;
}

MatchSummary play(const MatchOptions& options, const MakeBot& make_bot) {
  worker::PlayOptions internal = options_of(options);
  for (const std::string& text : options.rulesets) {
    auto ruleset = json::ruleset_of_json(text);
    if (!ruleset) return {.why_failed = "a ruleset: " + ruleset.error().message};
    internal.own_rulesets.push_back(*std::move(ruleset));
  }
  std::optional<session::StopSignals> signals;
  if (options.stops_on_signals) {
    signals.emplace();
    internal.stop_descriptor = signals->descriptor();
  }
  const worker::PlayReport report =
      worker::play(internal, [&make_bot](const worker::GameInfo& game) -> std::unique_ptr<worker::Brain> {
        std::unique_ptr<Bot> bot = make_bot(game_of(game));
        return bot ? std::make_unique<BotBrain>(std::move(bot)) : nullptr;
      });
  return {.why_failed = report.why_failed,
          .matches = report.totals.matches,
          .won = report.totals.won,
          .drawn = report.totals.drawn,
          .lost = report.totals.lost,
          .connections_lost = report.connections_lost};
}

}  // namespace rensa
