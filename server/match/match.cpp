#include "server/match/match.h"

#include <algorithm>
#include <utility>

#include "server/match/real_time_runner.h"
#include "server/match/visibility.h"

namespace rensa::match {

namespace {

MatchSettings with_limits(const PlayerLimits& limits, MatchSettings settings) {
  settings.grace = limits.grace;
  settings.clock.think_limit = limits.think;
  return settings;
}

std::array<MatchPlayer, 2> players_of(const Arrangement& arrangement) {
  std::array<MatchPlayer, 2> players;
  for (std::size_t i = 0; i < players.size(); ++i) {
    players[i].session = arrangement.seats[i].session;
    players[i].name = arrangement.seats[i].name;
    players[i].subscription = arrangement.seats[i].subscription;
  }
  return players;
}

}  // namespace

Match::Match(base::MatchId id, const Terms& terms, const FirstGameSeed& first_seed, std::array<MatchPlayer, 2> players,
             const MatchSettings& settings, int phase, MatchOutput& output)
    : id_(id),
      terms_(terms),
      first_seed_(first_seed),
      settings_(settings),
      phase_(phase),
      started_(output.date()),
      output_(output),
      seat_states_{SeatState(settings.history), SeatState(settings.history)} {
  for (std::size_t i = 0; i < seat_states_.size(); ++i) {
    seat_states_[i].session = players[i].session;
    seat_states_[i].name = std::move(players[i].name);
    seat_states_[i].subscription = players[i].subscription;
    seat_states_[i].token = output.draw_secret_seed().nonce;
  }
}

Match::Match(base::MatchId id, const Arrangement& arrangement, const MatchSettings& settings, int phase,
             MatchOutput& output)
    : Match(id, arrangement.terms, {}, players_of(arrangement), with_limits(arrangement.limits, settings), phase,
            output) {
  monitor_ = std::make_unique<ArrangedMatchMonitor>(arrangement);
}

void Match::start(base::Time now) {
  for (const duel::Seat seat : duel::kSeats) send(state_of(seat).session, seat, match_start(seat));
  start_game(now);
  run(now);
}

void Match::start_game(base::Time now) {
  ++game_;
  comments_.begin_game();
  secret_seed_ = output_.draw_secret_seed();
  if (game_ == 1 && first_seed_.seed) secret_seed_.seed = *first_seed_.seed;
  if (monitor_) secret_seed_.seed = monitor_->arrangement().seed;
  const duel::GameSetup setup{.ruleset = ruleset_of(terms_), .seed = secret_seed_.seed, .queue = std::nullopt};
  runner_.reset();
  recorded_game_ = std::make_unique<RecordedGame>(setup, names());
  const std::int64_t frame = base::slot_at(now) / base::kPhases;
  const base::Time frame_begins = base::slot_begins(frame * base::kPhases + phase_);
  runner_ = make_runner(terms_, settings_.clock, *recorded_game_, frame_begins);
  update_frame_subscribers();
  for (SeatState& seat_state : seat_states_) {
    seat_state.sent.forget_until(seat_state.update_count);
    seat_state.landing = ExpectedLanding::unknown;
  }
  if (is_paused()) paused_at_ = now;
  status_ = Status::playing;
  for (const duel::Seat seat : duel::kSeats) send_to_seat(seat, game_start(seat));
  send_to_spectators(game_start(std::nullopt));
}

void Match::run(base::Time now) {
  end_if_player_absent(now);
  if (status_ != Status::playing || is_paused()) return;
  now_ = now;
  runner_->run(now, *this);
  send_due_updates();
  if (const auto& outcome = recorded_game_->game().outcome()) return end_game(*outcome);
  if (monitor_) end_if_player_failed();
}

void Match::end_if_player_failed() {
  const auto outcome = monitor_->outcome_by_failure(recorded_game_->game().clock());
  if (!outcome) return;
  end_series_early(outcome->cause, outcome->winner);
  end_game(*outcome);
}

base::Time Match::next_deadline() const {
  if (status_ != Status::playing) return base::Time::max();
  if (!is_paused()) return runner_->next_deadline();
  base::Time deadline = base::Time::max();
  for (const SeatState& seat_state : seat_states_) {
    if (seat_state.lost_at)
      deadline = std::min(deadline, *seat_state.lost_at + (settings_.grace - seat_state.grace_used));
  }
  return deadline;
}

void Match::send_to_all(const MatchMessageContent& message) {
  for (const duel::Seat seat : duel::kSeats) send_to_seat(seat, message);
  send_to_spectators(message);
}

void Match::refuse(base::SessionId session, RefusalReason reason, std::string text, std::uint32_t decision) {
  send(session, std::nullopt, Refusal{.reason = reason, .text = std::move(text), .match = id_, .decision = decision});
}

bool Match::has_seat(base::SessionId session, duel::Seat seat) const {
  const SeatState& seat_state = seat_states_[duel::index_of(seat)];
  return seat_state.session == session && !seat_state.lost_at;
}

void Match::decide(base::SessionId session, const SeatDecision& wanted, base::Time now) {
  const Decision& decision = wanted.decision;
  if (!has_seat(session, wanted.seat)) {
    return refuse(session, RefusalReason::not_yours, "another session has this seat", decision.id);
  }
  run(now);  // the decision is judged by the present state
  if (status_ != Status::playing || wanted.game != game_) {
    return refuse(session, RefusalReason::late, "this game is not being played: wait for GameStart", decision.id);
  }
  if (decision.input.kind == duel::Input::Kind::keys && terms_.clock == Clock::turns) {
    return refuse(session, RefusalReason::terms, "a game in turns needs placements, not keys", decision.id);
  }
  const base::Time decided_at = is_paused() ? paused_at_ : now;  // during a pause no time passes
  switch (runner_->decide(wanted.seat, decision, decided_at)) {
    case DecisionResult::accepted_late:
      comments_.count_late_key(wanted.seat);
      [[fallthrough]];
    case DecisionResult::accepted:
      comments_.add_comment(wanted.seat, decision.id, wanted.comment);
      if (monitor_) monitor_->on_answer(wanted.seat, decided_at);
      if (decision.input.kind == duel::Input::Kind::keys) state_of(wanted.seat).landing = ExpectedLanding::unknown;
      break;
    case DecisionResult::outdated:
      return refuse(session, RefusalReason::late, "this decision comes too late: answer the newest Update",
                    decision.id);
    case DecisionResult::not_yet_played:
      return refuse(session, RefusalReason::late, "clock must be the clock of the View that it answers", decision.id);
    case DecisionResult::frame_too_far:
      return refuse(session, RefusalReason::ahead,
                    "keys may be sent at most " + std::to_string(FutureInputs::kMaxFramesAhead) +
                        " frames before they count: send these later",
                    decision.id);
    case DecisionResult::too_many_inputs:
      return refuse(session, RefusalReason::ahead,
                    std::to_string(FutureInputs::kMaxInputs) + " keys already wait for their frames: send these later",
                    decision.id);
  }
  if (terms_.clock != Clock::real) run(now);
}

void Match::resign(duel::Seat seat, base::Time now) { forfeit(seat, duel::Cause::resigned, now); }

void Match::forfeit(duel::Seat seat, duel::Cause cause, base::Time now) {
  run(now);
  if (status_ == Status::over || early_end_) return;
  const duel::Seat winner = duel::opponent_of(seat);
  if (!end_series_early(cause, winner)) return;
  resume_clock(now);
  end_game({.winner = winner, .cause = cause, .frame = recorded_game_->game().clock()});
}

void Match::skip_stall(base::Span pause) {
  if (status_ != Status::playing || is_paused()) return;
  runner_->skip_pause(pause);
  if (monitor_) monitor_->skip_pause(pause);
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

// Makes this game the last one. Returns true if it is still being played; otherwise it counts as it ended.
bool Match::end_series_early(duel::Cause cause, std::optional<duel::Seat> winner) {
  if (status_ == Status::playing || !is_decided(score_with_unsaved_game()))
    early_end_ = {.cause = cause, .winner = winner};
  return status_ == Status::playing;
}

std::optional<duel::Seat> Match::winner() const {
  if (early_end_) return early_end_->winner;
  const auto [one, two] = score_.wins;
  if (one == two) return std::nullopt;
  return one > two ? duel::Seat::one : duel::Seat::two;
}

AbandonResult Match::abandon(base::Time now) {
  run(now);
  if (status_ == Status::over || early_end_) return AbandonResult::ends_after_saving;
  if (!end_series_early(duel::Cause::voided, std::nullopt)) return AbandonResult::ends_after_saving;
  resume_clock(now);
  end_game({.winner = std::nullopt, .cause = duel::Cause::voided, .frame = recorded_game_->game().clock()});
  return AbandonResult::voided;
}

void Match::lose_session(base::SessionId session, base::Time now) {
  run(now);
  unwatch(session);
  if (status_ == Status::over) return;
  bool any = false;
  const bool was_paused = is_paused();
  for (const duel::Seat seat : duel::kSeats) {
    if (!has_seat(session, seat)) continue;
    state_of(seat).lost_at = now;
    any = true;
  }
  if (!any) return;
  if (!was_paused) paused_at_ = now;
  send_pause_status(now);
}

// A player that does not come back in time loses. If the opponent is missing as well, there is no winner.
void Match::end_if_player_absent(base::Time now) {
  if (status_ != Status::playing || early_end_) return;
  std::array<bool, 2> gone{};
  for (std::size_t i = 0; i < seat_states_.size(); ++i) {
    const SeatState& seat_state = seat_states_[i];
    gone[i] = seat_state.lost_at && seat_state.grace_used + (now - *seat_state.lost_at) >= settings_.grace;
  }
  if (!gone[0] && !gone[1]) return;
  duel::Outcome outcome{
      .winner = std::nullopt, .cause = duel::Cause::disconnected, .frame = recorded_game_->game().clock()};
  if (!seat_states_[0].lost_at) outcome.winner = duel::Seat::one;
  if (!seat_states_[1].lost_at) outcome.winner = duel::Seat::two;
  end_series_early(outcome.cause, outcome.winner);
  end_game(outcome);
}

void Match::resume_seat(base::SessionId session, const ResumeRequest& wanted, base::Time now) {
  SeatState& seat = state_of(wanted.seat);
  if (status_ == Status::over || wanted.token.empty() || wanted.token != seat.token) {
    return refuse(session, RefusalReason::not_yours, "this is not the token of this seat", 0);
  }
  // A page that reconnects by itself may not take the seat from another client that took it over meanwhile. It may take
  // it from its own old connection, whose loss may not have been noticed yet.
  const bool is_held_by_other_client = !seat.lost_at && !seat.client_id.empty() && seat.client_id != wanted.client_id;
  if (wanted.is_automatic && is_held_by_other_client) {
    return refuse(session, RefusalReason::elsewhere, "another client has taken this seat over", 0);
  }
  seat.client_id = wanted.client_id;
  unwatch(session);  // a player may see only what its seat sees
  run(now);          // if the old connection is still there, the game is running and may sleep
  const bool was_lost = seat.lost_at.has_value();
  if (was_lost) seat.grace_used += now - *seat.lost_at;
  seat.lost_at.reset();
  seat.subscription = wanted.subscription;
  update_frame_subscribers();
  // The old connection may still be there: its loss was not noticed yet, or its page is still open.
  const base::SessionId before = std::exchange(seat.session, session);
  if (before != session && !was_lost) {
    refuse(before, RefusalReason::not_yours, "another connection has taken this seat over", 0);
  }
  send(session, wanted.seat, match_start(wanted.seat));
  if (seat.unsent_game_end) send(session, wanted.seat, *std::exchange(seat.unsent_game_end, {}));
  send(session, wanted.seat, game_start(wanted.seat));
  seat.answer_is_due =
      status_ == Status::playing && runner_->waits_for(wanted.seat);  // a question without an answer is asked again
  send_missed_updates(wanted.seat, wanted.last_update);
  if (!is_paused()) resume_clock(now);
  send_pause_status(now);
  run(now);
}

void Match::resume_clock(base::Time now) {
  if (paused_at_ == base::Time{}) return;
  runner_->skip_pause(now - paused_at_);
  if (monitor_) monitor_->skip_pause(now - paused_at_);
  paused_at_ = {};
}

void Match::end_game(const duel::Outcome& outcome) {
  outcome_ = outcome;
  status_ = Status::saving;
  const duel::Game& game = recorded_game_->game();
  output_.save({.match = id_,
                .game = game_,
                .terms = terms_,
                .match_started = started_,
                .scores = {game.score(duel::Seat::one), game.score(duel::Seat::two)},
                .record = recorded_game_->finish(outcome),
                .statistics = monitor_ ? std::optional(monitor_->play_statistics()) : std::nullopt});
}

// Results are sent only now, so that no result is sent that could be lost.
void Match::on_game_saved(int game, std::uint64_t record, base::Time now) {
  if (status_ != Status::saving || game != game_) return;
  score_ = score_with_unsaved_game();
  const duel::Game& played = recorded_game_->game();
  const GameEnd end{.game = game_,
                    .outcome = outcome_,
                    .scores = {played.score(duel::Seat::one), played.score(duel::Seat::two)},
                    .seed = reveals_seed() ? hex_of(secret_seed_.seed) : "",
                    .nonce = reveals_seed() ? secret_seed_.nonce : "",
                    .record = record};
  send_to_all(end);
  for (SeatState& seat_state : seat_states_) {
    if (seat_state.lost_at) seat_state.unsent_game_end = end;
  }
  if (early_end_ || is_decided(score_)) return end_match();
  start_game(now);
  run(now);
}

// A voided arranged game is played again with the same seed.
bool Match::reveals_seed() const {
  return !monitor_ || (monitor_->arrangement().reveals_seed && outcome_.cause != duel::Cause::voided);
}

void Match::end_match() {
  status_ = Status::over;
  send_to_all(MatchEnd{.wins = score_.wins,
                       .draws = score_.draws,
                       .cause = early_end_ ? std::optional(early_end_->cause) : std::nullopt,
                       .winner = winner()});
}

}  // namespace rensa::match
