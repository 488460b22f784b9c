#include <algorithm>
#include <utility>

#include "server/match/match.h"

namespace rensa::match {

// Each event changes the match here, and is then told to the seats and the spectators.

namespace {

// After a restart of the server, a game in real time with a person waits so long before it goes on, because the person
// has to find the pair again. Another time needs a new version of the log: games are played forward by this one.
constexpr base::Span kCountIn = std::chrono::seconds(3);

// A person sends keys many times a second, so most of them come without a check of the game's state.
constexpr int kFramesPerKeyCheck = 60;

MatchSettings with_limits(const PlayerLimits& limits, MatchSettings settings) {
  settings.grace = limits.grace;
  settings.clock.think_limit = limits.think;
  settings.clock.first_think_limit = limits.first_think;
  return settings;
}

}  // namespace

void Match::apply(const MatchEvent& event) {
  std::visit([this](const auto& one) { change(one); }, event);
}

void Match::play_on(base::Time time) {
  if (status_ != Status::playing || is_paused() || early_end_ || terms_.clock == Clock::real) return;
  now_ = time;
  runner_->play(time, *this);
  send_due_updates();
}

void Match::play_to(int clock) {
  if (runner_) runner_->play_to(clock, *this);
}

const MatchCreated* creation_of(const MatchEvent& first) {
  if (const auto* snapshot = std::get_if<SnapshotTaken>(&first)) return &snapshot->created;
  return std::get_if<MatchCreated>(&first);
}

void Match::set_up(const MatchCreated& created) {
  id_ = created.match;
  started_ = created.date;
  terms_ = created.terms;
  is_invited_ = created.is_invited;
  if (created.conditions) {
    const MatchConditions& conditions = *created.conditions;
    phase_ = conditions.phase;
    settings_.clock = conditions.clock;
    settings_.grace = conditions.grace;
    if (conditions.spectator_delay) settings_.spectator_delay = *conditions.spectator_delay;
    settings_.history = static_cast<std::size_t>(std::max(conditions.history, 0));
    for (SeatState& seat_state : seat_states_) seat_state.sent = SentUpdates(settings_.history);
  }
  ruleset_digest_ = hex_of(rules::digest(ruleset_of(terms_, settings_.own_rulesets)));
  first_seed_ = created.first_seed;
  if (created.arranged) {
    settings_ = with_limits(created.arranged->limits, settings_);
    monitor_ = std::make_unique<ArrangedMatchMonitor>(*created.arranged, settings_.clock.max_refusals);
  }
  for (std::size_t i = 0; i < seat_states_.size(); ++i) {
    const CreatedSeat& seat = created.seats[i];
    seat_states_[i].player = seat.player.id;
    seat_states_[i].name = seat.player.name;
    seat_states_[i].subscription = seat.player.subscription;
    seat_states_[i].token_hash = seat.token_hash;
  }
}

void Match::change(const MatchCreated& created) {
  set_up(created);
  for (const duel::Seat seat : duel::kSeats) send_to_seat(seat, match_start(seat));
}

void Match::change(const GameStarted& started) {
  ++game_;
  next_key_check_ = 0;
  comments_.begin_game();
  secret_seed_ = started.secret;
  commitment_ = started.commitment;
  const duel::GameSetup setup{
      .ruleset = ruleset_of(terms_, settings_.own_rulesets), .seed = secret_seed_.seed, .queue = std::nullopt};
  runner_.reset();
  const Opening* opening = monitor_ ? monitor_->arranged_game().opening.get() : nullptr;
  recorded_game_ = opening != nullptr ? std::make_unique<RecordedGame>(opening->record, opening->clock, names())
                                      : std::make_unique<RecordedGame>(setup, names());
  runner_ = make_runner(terms_, settings_.clock, *recorded_game_, time_of(started.begins));
  update_frame_subscribers();
  for (SeatState& seat_state : seat_states_) {
    seat_state.sent.forget_until(seat_state.update_count);
    seat_state.landing = ExpectedLanding::unknown;
  }
  if (is_paused()) paused_at_ = time_of(started.time);
  status_ = Status::playing;
  for (const duel::Seat seat : duel::kSeats) send_to_seat(seat, game_start(seat));
  send_to_spectators(game_start(std::nullopt));
  play_on(time_of(started.time));
}

void Match::change(const InputAccepted& accepted) {
  const AcceptedInput& input = accepted.input;
  const base::Time time = time_of(accepted.time);
  play_to(accepted.clock);
  if (is_replaying_ && accepted.check != 0 && accepted.check != state_check()) has_diverged_ = true;
  if (accepted.check != 0) next_key_check_ = accepted.clock + kFramesPerKeyCheck;
  if (input.is_late) comments_.count_late_key(input.seat);
  comments_.add_comment(input.seat, input.id, accepted.comment, accepted.clock);
  if (monitor_) monitor_->on_answer(input.seat, time);
  if (input.input.kind == duel::Input::Kind::keys) state_of(input.seat).landing = ExpectedLanding::unknown;
  runner_->accept(input, time);
  play_on(time);
}

void Match::change(const DecisionMissed& missed) {
  const base::Time time = time_of(missed.time);
  if (monitor_) monitor_->on_missed_answer(missed.seat, recorded_game_->game().hand(missed.seat), time);
  runner_->miss_decision(missed.seat, time);
  play_on(time_of(missed.time));
}

void Match::change(const FramesDelayed& delayed) {
  play_to(delayed.clock);
  runner_->delay_frames(delayed.frames);
}

void Match::change(const StallSkipped& stall) {
  play_to(stall.clock);
  runner_->skip_pause(stall.span);
  if (monitor_) monitor_->skip_pause(stall.span);
}

void Match::change(const SeatsLost& lost) {
  const base::Time time = time_of(lost.time);
  play_to(lost.clock);
  if (!is_paused()) paused_at_ = time;
  for (std::size_t i = 0; i < seat_states_.size(); ++i) {
    if (lost.seats[i]) seat_states_[i].lost_at = time;
  }
  send_pause_status(time);
}

void Match::change(const SeatTaken& taken) {
  const base::Time time = time_of(taken.time);
  play_to(taken.clock);
  SeatState& seat = state_of(taken.seat);
  seat.client_id = taken.client_id;
  const bool was_lost = seat.lost_at.has_value();
  if (was_lost && !seat.is_lost_by_server) seat.grace_used += time - *seat.lost_at;
  seat.lost_at.reset();
  seat.is_lost_by_server = false;
  seat.subscription = taken.subscription;
  if (taken.new_token_hash) seat.second_token_hash = taken.new_token_hash;
  update_frame_subscribers();
  // The old connection may still be there: its loss was not noticed yet, or its page is still open.
  const base::PlayerId before = std::exchange(seat.player, taken.player);
  if (before != taken.player && !was_lost) {
    refuse(before, RefusalReason::not_yours, "another connection has taken this seat over", 0);
  }
  send_to_seat(taken.seat, match_start(taken.seat));
  if (seat.unsent_game_end) send_to_seat(taken.seat, *std::exchange(seat.unsent_game_end, {}));
  send_to_seat(taken.seat, game_start(taken.seat));
  // A question without an answer is asked again.
  seat.answer_is_due = status_ == Status::playing && runner_->waits_for(taken.seat);
  send_missed_updates(taken.seat, taken.last_update);
  if (!is_paused()) resume_clock(time);
  send_pause_status(time);
  play_on(time);
}

void Match::resume_clock(base::Time now) {
  if (paused_at_ == base::Time{} || !runner_) return;
  runner_->skip_pause(now - paused_at_);
  if (monitor_) monitor_->skip_pause(now - paused_at_);
  paused_at_ = {};
  if (std::exchange(is_interrupted_, false) && has_person()) runner_->hold_until(now + kCountIn);
}

void Match::change(const QualityReported& reported) {
  play_to(reported.clock);
  comments_.note_quality_report(reported.seat);
}

void Match::change(const SeriesEnded& ended) {
  play_to(ended.clock);
  early_end_ = ended;
}

void Match::change(const GameEnded& ended) {
  play_to(ended.outcome.frame);
  if (is_replaying_ && ended.outcome != present_outcome()) has_diverged_ = true;
  // The last frames may have had points and no event.
  if (monitor_) monitor_->on_events(recorded_game_->game(), {});
  outcome_ = ended.outcome;
  ended_ = ended.date;
  status_ = Status::saving;
}

void Match::change(const GameSaved& saved) { announce_game_end(saved.record); }

void Match::change(const GameVoided&) {
  outcome_.winner.reset();
  outcome_.cause = duel::Cause::voided;
  if (early_end_) early_end_ = SeriesEnded{.cause = outcome_.cause, .winner = {}, .clock = early_end_->clock};
  announce_game_end(0);
}

// Results are sent only now, so that no result is sent that could be lost.
void Match::announce_game_end(std::uint64_t record) {
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
  status_ = Status::starting;
}

void Match::change(const MatchEnded&) {
  status_ = Status::over;
  send_to_all(MatchEnd{.wins = score_.wins,
                       .draws = score_.draws,
                       .cause = early_end_ ? std::optional(early_end_->cause) : std::nullopt,
                       .winner = winner()});
}

// A player that was lost before has used a part of its grace until now. The server's own stop does not count.
void Match::change(const ServerInterrupted& interrupted) {
  const base::Time time = time_of(interrupted.time);
  play_to(interrupted.clock);
  if (status_ == Status::playing) recorded_game_->note_interruption();
  if (!is_paused()) paused_at_ = time;
  is_interrupted_ = true;
  for (SeatState& seat_state : seat_states_) {
    if (seat_state.lost_at && !seat_state.is_lost_by_server) seat_state.grace_used += time - *seat_state.lost_at;
    seat_state.lost_at = time;
    seat_state.is_lost_by_server = true;
    seat_state.update_count = seat_state.sent.begin_epoch(seat_state.update_count);
  }
}

// A match between two games: nothing of its last game is needed any more.
SnapshotTaken Match::snapshot(base::Time now) const {
  SnapshotTaken taken{.created = {.match = id_,
                                  .date = started_,
                                  .terms = terms_,
                                  .first_seed = {},
                                  .seats = {},
                                  .arranged = std::nullopt,
                                  .conditions = conditions(),
                                  .is_invited = is_invited_},
                      .games = game_,
                      .score = score_,
                      .seats = {},
                      .time = since_creation(now)};
  for (const duel::Seat seat : duel::kSeats) {
    const std::size_t i = duel::index_of(seat);
    const SeatState& state = seat_states_[i];
    taken.created.seats[i] = {.player = {.id = state.player, .name = state.name, .subscription = state.subscription},
                              .token_hash = state.token_hash};
    taken.seats[i] = {.client_id = state.client_id,
                      .lost_at = state.lost_at ? std::optional(since_creation(*state.lost_at)) : std::nullopt,
                      .is_lost_by_server = state.is_lost_by_server,
                      .grace_used = state.grace_used,
                      .update_count = state.update_count,
                      .unsent_game_end = state.unsent_game_end,
                      .late_keys = comments_.late_keys(seat),
                      .reports_quality = comments_.reports_quality(seat)};
  }
  return taken;
}

void Match::change(const SnapshotTaken& snapshot) {
  games_at_snapshot_ = snapshot.games;
  if (game_ > 0) return;  // all of this has happened here
  set_up(snapshot.created);
  game_ = snapshot.games;
  score_ = snapshot.score;
  for (const duel::Seat seat : duel::kSeats) {
    const SnapshotSeat& before = snapshot.seats[duel::index_of(seat)];
    SeatState& state = state_of(seat);
    state.client_id = before.client_id;
    state.lost_at = before.lost_at ? std::optional(time_of(*before.lost_at)) : std::nullopt;
    state.is_lost_by_server = before.is_lost_by_server;
    state.grace_used = before.grace_used;
    state.update_count = before.update_count;
    state.unsent_game_end = before.unsent_game_end;
    comments_.restore(seat, before.late_keys, before.reports_quality);
    is_interrupted_ = is_interrupted_ || before.is_lost_by_server;
  }
}

}  // namespace rensa::match
