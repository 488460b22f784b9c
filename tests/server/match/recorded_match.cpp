#include "tests/server/match/recorded_match.h"

#include <utility>

#include "engine/record/codec.h"
#include "engine/rules/rng.h"
#include "proto/codec.h"
#include "server/sessions/wire/wire_messages.h"

namespace rensa::match::test {

namespace {

// Returns the clock of the game at which the event happened, if the event says it.
std::optional<int> clock_of(const MatchEvent& event) {
  return std::visit(
      [](const auto& one) -> std::optional<int> {
        if constexpr (requires { one.clock; }) return one.clock;
        if constexpr (requires { one.outcome.frame; }) return one.outcome.frame;
        return std::nullopt;
      },
      event);
}

}  // namespace

RecordedMatch::RecordedMatch(const MatchPlan& plan) : plan_(plan) {
  match_.emplace(plan.created, plan.settings, plan.phase, plan.begins, static_cast<MatchOutput&>(*this));
}

RecordedMatch::RecordedMatch(const MatchPlan& plan, std::span<const MatchEvent> events, Spectators spectators)
    : plan_(plan) {
  drawn_ = 2;  // the tokens
  if (const auto* snapshot = std::get_if<SnapshotTaken>(&events.front()))
    drawn_ += static_cast<std::uint64_t>(snapshot->games);
  for (const MatchEvent& event : events) drawn_ += std::holds_alternative<GameStarted>(event) ? 1U : 0U;
  match_.emplace(events.first(events.size() - 1), plan.settings, plan.phase, plan.begins,
                 static_cast<MatchOutput&>(*this));
  spectators_ = spectators;
  if (spectators != Spectators::none) match_->set_spectators(this);
  // The frames before the last event are not its consequence.
  if (const auto clock = clock_of(events.back())) match_->apply(FramesDelayed{.frames = 0, .clock = *clock});
  transcript_.said.clear();
  match_->apply(events.back());
  said_by_last_event_ = transcript_.said.size();
  match_->save_again();
}

void RecordedMatch::say(const std::string& receiver, MatchMessage message) {
  transcript_.said.push_back(receiver + " " +
                             proto::encode(sessions::wire_message(std::move(message)), proto::Encoding::binary));
}

void RecordedMatch::send(base::PlayerId player, MatchMessage&& message) {
  if (message.seat) {
    const std::size_t seat = duel::index_of(*message.seat);
    if (const auto* update = std::get_if<Update>(&message.content)) updates_[seat] = *update;
    if (const auto* start = std::get_if<MatchStart>(&message.content)) tokens_[seat] = start->token;
    if (std::holds_alternative<GameStart>(message.content)) updates_[seat].reset();
  }
  say("player " + std::to_string(player.number), std::move(message));
}

void RecordedMatch::record_event(base::MatchId, const MatchEvent& event) {
  transcript_.said_before_event.push_back(transcript_.said.size());
  transcript_.events.push_back(event);
}

void RecordedMatch::save(FinishedGame game) {
  is_saving_ = true;
  std::string text =
      "save " + std::to_string(game.game) + " " + game.match_started + " " + game.ended + " " + game.terms.ruleset;
  for (const std::int64_t score : game.scores) text += " " + std::to_string(score);
  if (game.statistics) {
    for (const duel::GameStatistics& one : game.statistics->statistics) {
      for (const duel::StatisticField& field : duel::kStatisticFields) text += " " + std::to_string(one.*field.count);
    }
    for (const duel::DecisionCounts& counts : game.statistics->decisions) {
      text += " " + std::to_string(counts.refused) + " " + std::to_string(counts.late);
    }
    for (const base::Durations& thinking : game.statistics->thinking) {
      for (const auto& [step, number] : thinking.counts()) {
        text += " " + std::to_string(step) + ":" + std::to_string(number);
      }
      text += " " + std::to_string(thinking.longest());
    }
  }
  const std::vector<std::uint8_t> bytes = record::encode(game.record);
  text.append(" ").append(bytes.begin(), bytes.end());
  transcript_.said.push_back(std::move(text));
}

SecretSeed RecordedMatch::draw_secret_seed() {
  rules::Rng rng(plan_.seed, ++drawn_);
  return {.seed = rng.next_wide(), .nonce = hex_of(rng.next_wide())};
}

void RecordedMatch::add_message(MatchMessageContent message, const MatchMoment&) {
  say("spectators", {.match = match_->id(), .seat = std::nullopt, .content = std::move(message)});
}

void RecordedMatch::add_state(Update state, const MatchMoment& moment) { add_message(std::move(state), moment); }

void RecordedMatch::watch(Spectators wanted, base::Time now) {
  match_->run(now);
  const bool are_first = spectators_ == Spectators::none;
  spectators_ = wanted;
  if (wanted == Spectators::none) return match_->set_spectators(nullptr);
  match_->set_spectators(this);
  match_->show_state_to_spectators(now);
  if (are_first) match_->show_comments_to_spectators();
}

void RecordedMatch::make(const Call& call) {
  Match& match = *match_;
  const base::Time now = now_ = call.now;
  if (std::holds_alternative<PlayOn>(call.what)) match.run(now);
  if (const auto* decide = std::get_if<Decide>(&call.what)) match.decide(decide->player, decide->decision, now);
  if (const auto* lost = std::get_if<LosePlayer>(&call.what)) match.lose_player(lost->player, now);
  if (const auto* resume = std::get_if<Resume>(&call.what)) match.resume_seat(resume->player, resume->request, now);
  if (const auto* forfeit = std::get_if<Forfeit>(&call.what)) match.forfeit(forfeit->seat, forfeit->cause, now);
  if (std::holds_alternative<Abandon>(call.what)) match.abandon(now);
  if (const auto* saved = std::get_if<SaveGame>(&call.what)) {
    is_saving_ = false;
    match.on_game_saved(saved->game, saved->record, now);
  }
  if (const auto* voided = std::get_if<VoidGame>(&call.what)) {
    is_saving_ = false;
    match.on_game_voided(voided->game, now);
  }
  if (const auto* stall = std::get_if<SkipStall>(&call.what)) match.skip_stall(stall->span);
  if (const auto* report = std::get_if<Report>(&call.what)) {
    match.forward_connection_quality(report->player, report->milliseconds);
  }
  if (const auto* spectators = std::get_if<Spectators>(&call.what)) watch(*spectators, now);
}

bool is_acceptance(const Call& call, const MatchEvent& event) {
  struct Test {
    const MatchEvent& event;
    bool operator()(const PlayOn&) const { return false; }
    bool operator()(const Decide&) const { return std::holds_alternative<InputAccepted>(event); }
    bool operator()(const LosePlayer&) const { return std::holds_alternative<SeatsLost>(event); }
    bool operator()(const Resume&) const { return std::holds_alternative<SeatTaken>(event); }
    bool operator()(const Forfeit&) const { return std::holds_alternative<SeriesEnded>(event); }
    bool operator()(const Abandon&) const { return std::holds_alternative<SeriesEnded>(event); }
    bool operator()(const SaveGame&) const { return std::holds_alternative<GameSaved>(event); }
    bool operator()(const VoidGame&) const { return std::holds_alternative<GameVoided>(event); }
    bool operator()(const SkipStall&) const { return std::holds_alternative<StallSkipped>(event); }
    bool operator()(const Report&) const { return false; }
    bool operator()(const Spectators&) const { return false; }
  };
  return std::visit(Test{event}, call.what);
}

}  // namespace rensa::match::test
