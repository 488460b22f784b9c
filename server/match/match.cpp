#include "server/match/match.h"

#include <algorithm>
#include <utility>

#include "server/match/real_time_runner.h"
#include "server/match/visibility.h"

namespace rensa::match {

Match::Match(MatchCreated created, const MatchSettings& settings, int phase, base::Time now, MatchOutput& output)
    : settings_(settings),
      phase_(phase),
      created_at_(now),
      output_(output),
      id_(created.match),
      seat_states_{SeatState(settings.history), SeatState(settings.history)} {
  for (std::size_t i = 0; i < seat_states_.size(); ++i) {
    seat_states_[i].token = output.draw_secret_seed().nonce;
    created.seats[i].token_hash = sha256_of(seat_states_[i].token);
  }
  terms_ = created.terms;
  created.conditions = conditions();
  commit(created);
}

MatchConditions Match::conditions() const {
  return {.created_at = created_at_.time_since_epoch(),
          .phase = phase_,
          .ruleset_digest = rules::digest(ruleset_of(terms_, settings_.own_rulesets)),
          .clock = settings_.clock,
          .grace = settings_.grace,
          .history = static_cast<int>(settings_.history),
          .spectator_delay = settings_.spectator_delay};
}

Match::Match(std::span<const MatchEvent> events, const MatchSettings& settings, int phase, base::Time created,
             MatchOutput& output)
    : settings_(settings),
      phase_(phase),
      created_at_(created),
      output_(output),
      seat_states_{SeatState(settings.history), SeatState(settings.history)} {
  is_replaying_ = true;
  for (const MatchEvent& event : events) {
    if (!has_diverged_) apply(event);
  }
  is_replaying_ = false;
}

base::Time creation_time(base::Span created_at, base::Span played, base::Time now) {
  const base::Span latest = now.time_since_epoch() - played;
  const base::Span beyond = (latest - created_at) % base::kFrame;
  return base::Time(latest - (beyond < base::Span::zero() ? beyond + base::kFrame : beyond));
}

void Match::commit(const MatchEvent& event) {
  output_.record_event(id_, event);
  apply(event);
}

void Match::run(base::Time now) {
  if (status_ == Status::starting) begin_next_game(now);
  if (status_ != Status::playing) return;
  end_if_player_absent(now);
  if (!is_paused() && !early_end_) play_until(now);
  end_game_if_decided();
}

void Match::begin_next_game(base::Time now) {
  if (game_ > 0 && (early_end_ || is_decided(score_))) return commit(MatchEnded{});
  if (game_ > games_at_snapshot_) commit(snapshot(now));
  SecretSeed secret = output_.draw_secret_seed();
  if (game_ == 0 && first_seed_.seed) secret.seed = *first_seed_.seed;
  if (monitor_) secret.seed = monitor_->arranged_game().seed;
  std::string commitment = commitment_to(secret);
  const std::int64_t frame = base::slot_at(now) / base::kPhases;
  const base::Time begins = base::slot_begins(frame * base::kPhases + phase_);
  commit(GameStarted{.secret = std::move(secret),
                     .commitment = std::move(commitment),
                     .begins = since_creation(begins),
                     .time = since_creation(now)});
}

void Match::play_until(base::Time now) {
  now_ = now;
  for (ClockStep step = runner_->next_clock_step(now); step.is_any(); step = runner_->next_clock_step(now)) {
    if (step.missed) {
      commit(DecisionMissed{.seat = *step.missed, .time = since_creation(now)});
    } else {
      commit(FramesDelayed{.frames = step.late_frames, .clock = clock()});
    }
  }
  // Under other clocks, each event has been followed by all that can be played.
  if (terms_.clock == Clock::real) runner_->play(now, *this);
}

// A player that does not come back in time loses. If the opponent is missing as well, there is no winner.
void Match::end_if_player_absent(base::Time now) {
  if (early_end_) return;
  std::array<bool, 2> gone{};
  for (std::size_t i = 0; i < seat_states_.size(); ++i) {
    const SeatState& seat_state = seat_states_[i];
    gone[i] = seat_state.lost_at && seat_state.grace_left(settings_.grace, now) <= base::Span::zero();
  }
  if (!gone[0] && !gone[1]) return;
  std::optional<duel::Seat> winner;
  if (!seat_states_[0].lost_at) winner = duel::Seat::one;
  if (!seat_states_[1].lost_at) winner = duel::Seat::two;
  commit(SeriesEnded{.cause = duel::Cause::disconnected, .winner = winner, .clock = clock()});
}

void Match::end_game_if_decided() {
  std::optional<duel::Outcome> outcome = present_outcome();
  if (!outcome && monitor_) {
    if (const auto failure = monitor_->outcome_by_failure(clock())) {
      commit(SeriesEnded{.cause = failure->cause, .winner = failure->winner, .clock = clock()});
      outcome = present_outcome();
    }
  }
  if (!outcome) return;
  commit(GameEnded{.outcome = *outcome, .date = output_.date()});
  save_again();
}

std::optional<duel::Outcome> Match::present_outcome() const {
  if (early_end_) return duel::Outcome{.winner = early_end_->winner, .cause = early_end_->cause, .frame = clock()};
  return recorded_game_ ? recorded_game_->game().outcome() : std::nullopt;
}

void Match::save_again() {
  if (status_ != Status::saving) return;
  const duel::Game& game = recorded_game_->game();
  output_.save({.match = id_,
                .game = game_,
                .terms = terms_,
                .match_started = started_,
                .ended = ended_,
                .scores = {game.score(duel::Seat::one), game.score(duel::Seat::two)},
                .record = recorded_game_->finish(outcome_),
                .statistics = monitor_ ? std::optional(monitor_->play_statistics()) : std::nullopt,
                .players = players(),
                .is_arranged = is_arranged()});
}

base::Time Match::next_deadline() const {
  if (status_ == Status::starting) return created_at_;
  if (status_ != Status::playing) return base::Time::max();
  if (!is_paused()) return runner_->next_deadline();
  base::Time deadline = base::Time::max();
  for (const SeatState& seat_state : seat_states_) {
    if (!seat_state.lost_at) continue;
    const base::Time lost_at = *seat_state.lost_at;
    deadline = std::min<base::Time>(deadline, lost_at + seat_state.grace_left(settings_.grace, lost_at));
  }
  return deadline;
}

bool Match::has_seat(base::PlayerId player, duel::Seat seat) const {
  const SeatState& seat_state = seat_states_[duel::index_of(seat)];
  return seat_state.player == player && !seat_state.lost_at;
}

// A program may tell its token to others, so that they would play for it.
bool Match::may_have_seat(base::PlayerId player, duel::Seat seat) const {
  const base::PlayerId& owner = seat_states_[duel::index_of(seat)].player;
  if (owner.kind != base::PlayerId::Kind::program) return true;
  return player.kind == owner.kind && player.number == owner.number;
}

bool Match::is_token_of(duel::Seat seat, const std::string& token) const {
  if (status_ == Status::over || token.empty()) return false;
  const SeatState& state = seat_states_[duel::index_of(seat)];
  const Sha256 hash = sha256_of(token);
  return hash == state.token_hash || hash == state.second_token_hash;
}

std::optional<base::PlayerId> Match::lost_player(duel::Seat seat, const std::string& token) const {
  const SeatState& seat_state = seat_states_[duel::index_of(seat)];
  return seat_state.lost_at && is_token_of(seat, token) ? std::optional(seat_state.player) : std::nullopt;
}

bool Match::decide(base::PlayerId player, const SeatDecision& wanted, base::Time now) {
  const Decision& decision = wanted.decision;
  if (!has_seat(player, wanted.seat)) {
    return refuse_decision(player, RefusalReason::not_yours, "another session has this seat", decision.id);
  }
  run(now);  // the decision is judged by the present state
  if (status_ != Status::playing || wanted.game != game_) {
    return refuse_decision(player, RefusalReason::late, "this game is not being played: wait for GameStart",
                           decision.id);
  }
  if (decision.input.kind == duel::Input::Kind::keys && terms_.clock == Clock::turns) {
    return refuse_decision(player, RefusalReason::terms, "a game in turns needs placements, not keys", decision.id);
  }
  const base::Time decided_at = is_paused() ? paused_at_ : now;  // during a pause no time passes
  const Judgement judgement = runner_->judge(wanted.seat, decision, decided_at);
  switch (judgement.result) {
    case DecisionResult::accepted:
    case DecisionResult::accepted_late:
      break;
    case DecisionResult::outdated:
      return refuse_decision(player, RefusalReason::late, "this decision comes too late: answer the newest Update",
                             decision.id);
    case DecisionResult::not_yet_played:
      return refuse_decision(player, RefusalReason::late, "clock must be the clock of the View that it answers",
                             decision.id);
    case DecisionResult::frame_too_far:
      return refuse_decision(player, RefusalReason::ahead,
                             "keys may be sent at most " + std::to_string(FutureInputs::kMaxFramesAhead) +
                                 " frames before they count: send these later",
                             decision.id);
    case DecisionResult::too_many_inputs:
      return refuse_decision(
          player, RefusalReason::ahead,
          std::to_string(FutureInputs::kMaxInputs) + " keys already wait for their frames: send these later",
          decision.id);
  }
  const bool is_real = terms_.clock == Clock::real;
  if (wanted.is_missed && !is_real && runner_->waits_for(wanted.seat)) {
    commit(DecisionMissed{.seat = wanted.seat, .time = since_creation(decided_at)});
    run(now);
    return true;
  }
  const bool is_heard = !is_real || comments_.is_readable(wanted.seat, clock());
  const std::string comment = is_heard ? wanted.comment : "";
  const bool only_confirms = is_real && decision.input.kind == duel::Input::Kind::none && comment.empty();
  if (only_confirms) return true;
  const bool are_keys = is_real && decision.input.kind == duel::Input::Kind::keys;
  commit(InputAccepted{.input = input_of(wanted.seat, decision, judgement),
                       .comment = comment,
                       .clock = clock(),
                       .time = are_keys ? MatchTime::zero() : since_creation(decided_at),
                       .check = are_keys && clock() < next_key_check_ ? 0 : state_check()});
  if (!is_real) run(now);
  return true;
}

// Two bytes are enough: a game that is played otherwise is noticed at one of its next checks.
std::uint32_t Match::state_check() const { return static_cast<std::uint32_t>(recorded_game_->game().hash() & 0xFFFFU); }

void Match::interrupt(base::Span played) {
  if (status_ == Status::over) return;
  if (status_ == Status::playing && !is_paused() && !early_end_ && terms_.clock == Clock::real) {
    now_ = time_of(played);
    runner_->play(now_, *this);
  }
  commit(ServerInterrupted{
      .clock = clock(), .time = played, .created_at = created_at_.time_since_epoch(), .date = output_.date()});
}

void Match::resign(duel::Seat seat, base::Time now) { forfeit(seat, duel::Cause::resigned, now); }

void Match::forfeit(duel::Seat seat, duel::Cause cause, base::Time now) {
  run(now);
  end_series(cause, duel::opponent_of(seat));
  run(now);
}

AbandonResult Match::abandon(base::Time now) {
  run(now);
  const bool is_void = status_ == Status::playing && !early_end_;
  end_series(duel::Cause::voided, std::nullopt);
  run(now);
  return is_void ? AbandonResult::voided : AbandonResult::ends_after_saving;
}

// A game that has ended and is still being saved counts. It may have decided the match.
void Match::end_series(duel::Cause cause, std::optional<duel::Seat> winner) {
  if (status_ == Status::over || early_end_) return;
  if (status_ == Status::saving && is_decided(score_with_unsaved_game())) return;
  commit(SeriesEnded{.cause = cause, .winner = winner, .clock = clock()});
}

void Match::skip_stall(base::Span pause) {
  if (status_ == Status::playing && !is_paused()) commit(StallSkipped{.span = pause, .clock = clock()});
}

bool Match::is_decided(const Score& score) const {
  return game_ == terms_.games || (terms_.first_to > 0 && std::max(score.wins[0], score.wins[1]) >= terms_.first_to);
}

// Returns the score including the game that has ended and is still being saved.
Score Match::score_with_unsaved_game() const {
  Score score = score_;
  score.add(outcome_);
  return score;
}

std::optional<duel::Seat> Match::winner() const {
  if (early_end_) return early_end_->winner;
  const auto [one, two] = score_.wins;
  if (one == two) return std::nullopt;
  return one > two ? duel::Seat::one : duel::Seat::two;
}

void Match::lose_player(base::PlayerId player, base::Time now) {
  run(now);
  if (status_ == Status::over) return;
  const std::array<bool, 2> lost{has_seat(player, duel::Seat::one), has_seat(player, duel::Seat::two)};
  if (lost[0] || lost[1]) commit(SeatsLost{.seats = lost, .clock = clock(), .time = since_creation(now)});
}

void Match::close_seat(base::PlayerId player, duel::Seat seat, const std::string& why, base::Time now) {
  run(now);
  if (status_ == Status::over || !has_seat(player, seat)) return;
  std::array<bool, 2> lost{};
  lost[duel::index_of(seat)] = true;
  commit(SeatsLost{.seats = lost, .clock = clock(), .time = since_creation(now)});
  refuse(player, RefusalReason::not_yours, why, 0);
}

void Match::resume_seat(base::PlayerId player, const ResumeRequest& wanted, base::Time now) {
  SeatState& seat = state_of(wanted.seat);
  // The seat may have been given back to this player already, with another token than this one.
  const bool was_given_back = seat.second_token_hash && has_seat(player, wanted.seat);
  const bool has_token = is_token_of(wanted.seat, wanted.token);
  if (!has_token && !was_given_back) {
    return refuse(player, RefusalReason::not_yours, "this is not the token of this seat", 0);
  }
  if (!may_have_seat(player, wanted.seat)) {
    return refuse(player, RefusalReason::not_yours, "only the program that the server has started plays this seat", 0);
  }
  // A page that reconnects by itself may not take the seat from another client that took it over meanwhile. It may take
  // it from its own old connection, whose loss may not have been noticed yet.
  const bool is_held_by_other_client = !seat.lost_at && !seat.client_id.empty() && seat.client_id != wanted.client_id;
  if (wanted.is_automatic && is_held_by_other_client) {
    return refuse(player, RefusalReason::elsewhere, "another client has taken this seat over", 0);
  }
  run(now);  // if the old connection is still there, the game is running and may sleep
  if (has_token) seat.token = wanted.token;
  take_seat(player, wanted, std::nullopt, now);
}

void Match::return_lost_seat(duel::Seat seat, base::PlayerId player, Subscription subscription, base::Time now) {
  SeatState& state = state_of(seat);
  if (is_over() || !state.lost_at) return;
  // The first token is not known after a restart, and without one the player could not resume the seat later.
  std::optional<Sha256> new_token_hash;
  if (state.token.empty()) {
    state.token = output_.draw_secret_seed().nonce;
    new_token_hash = sha256_of(state.token);
  }
  ResumeRequest wanted;
  wanted.seat = seat;
  wanted.subscription = subscription;
  take_seat(player, wanted, new_token_hash, now);
}

void Match::take_seat(base::PlayerId player, const ResumeRequest& wanted, const std::optional<Sha256>& new_token_hash,
                      base::Time now) {
  commit(SeatTaken{.seat = wanted.seat,
                   .player = player,
                   .subscription = wanted.subscription,
                   .client_id = wanted.client_id,
                   .last_update = wanted.last_update,
                   .clock = clock(),
                   .time = since_creation(now),
                   .new_token_hash = new_token_hash});
  run(now);
}

void Match::on_game_saved(int game, std::uint64_t record, base::Time now) {
  if (status_ != Status::saving || game != game_) return;
  commit(GameSaved{record});
  run(now);
}

void Match::on_game_voided(int game, base::Time now) {
  if (status_ != Status::saving || game != game_) return;
  commit(GameVoided{});
  run(now);
}

// A void arranged game is played again with the same seed.
bool Match::reveals_seed() const {
  if (!monitor_) return true;
  return monitor_->arranged_game().reveals_seed && outcome_.cause != duel::Cause::voided;
}

}  // namespace rensa::match
