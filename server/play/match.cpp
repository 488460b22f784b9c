#include "server/play/match.h"

#include <algorithm>
#include <utility>

#include "server/play/commitment.h"
#include "server/play/keys_ahead.h"
#include "server/play/sight.h"
#include "server/play/terms.h"

namespace rensa::play {

namespace {

MatchSettings with(const Patience& patience, MatchSettings settings) {
  settings.grace = patience.grace;
  settings.clock.think_limit = patience.think;
  return settings;
}

std::array<Entrant, 2> entrants_of(const Arrangement& arrangement) {
  std::array<Entrant, 2> entrants;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    entrants[i].session = arrangement.seats[i].session;
    entrants[i].name = arrangement.seats[i].name;
    entrants[i].subscription = arrangement.seats[i].subscription;
  }
  return entrants;
}

}  // namespace

Match::Match(proto::MatchId id, const proto::Terms& terms, const Beginning& beginning, std::array<Entrant, 2> entrants,
             const MatchSettings& settings, int phase, Outlet& outlet)
    : id_(id),
      terms_(terms),
      beginning_(beginning),
      settings_(settings),
      phase_(phase),
      started_(outlet.date()),
      outlet_(outlet),
      chairs_{Chair(settings.history), Chair(settings.history)} {
  for (std::size_t i = 0; i < chairs_.size(); ++i) {
    chairs_[i].session = entrants[i].session;
    chairs_[i].name = std::move(entrants[i].name);
    chairs_[i].subscription = entrants[i].subscription;
    chairs_[i].token = outlet.draw_secret().nonce;
  }
}

Match::Match(proto::MatchId id, const Arrangement& arrangement, const MatchSettings& settings, int phase,
             Outlet& outlet)
    : Match(id, arrangement.terms, {}, entrants_of(arrangement), with(arrangement.patience, settings), phase, outlet) {
  supervision_ = std::make_unique<Supervision>(arrangement);
}

void Match::start(base::Time now) {
  for (const duel::Seat seat : duel::kSeats) outlet_.tell(chair(seat).session, introduction(seat));
  start_game(now);
  run(now);
}

// Without the game whose end the seat has not been told: it counts that when it is.
proto::MatchStart Match::introduction(std::optional<duel::Seat> seat) const {
  Score score = score_;
  if (const auto* untold = seat ? &chairs_[duel::index_of(*seat)].untold : nullptr; untold != nullptr && *untold) {
    score.take_back((*untold)->outcome);
  }
  return {.match = id_,
          .seat = seat,
          .players = names(),
          .terms = terms_,
          .token = seat ? chairs_[duel::index_of(*seat)].token : "",
          .grace_seconds = static_cast<int>(settings_.grace / std::chrono::seconds(1)),
          .wins = score.wins,
          .draws = score.draws};
}

void Match::start_game(base::Time now) {
  ++game_;
  asides_.begin_game();
  secret_ = outlet_.draw_secret();
  if (game_ == 1 && beginning_.seed) secret_.seed = *beginning_.seed;
  if (supervision_) secret_.seed = supervision_->arrangement().seed;
  const duel::GameSetup setup{.ruleset = ruleset_of(terms_), .seed = secret_.seed, .queue = std::nullopt};
  runner_.reset();
  play_ = std::make_unique<Play>(setup, names());
  const std::int64_t frame = base::slot_at(now) / base::kPhases;
  const base::Time frame_begins = base::slot_begins(frame * base::kPhases + phase_);
  runner_ = make_runner(terms_, settings_.clock, *play_, frame_begins);
  heed_audience();
  for (Chair& chair : chairs_) {
    chair.past.forget(chair.updates);
    chair.landing = Landing::open;
  }
  if (is_paused()) paused_at_ = now;
  stage_ = Stage::playing;
  for (const duel::Seat seat : duel::kSeats) tell_seat(seat, game_start(seat));
  tell_crowd(game_start(std::nullopt));
}

proto::GameStart Match::game_start(std::optional<duel::Seat> seat) const {
  proto::GameStart start{.match = id_,
                         .seat = seat,
                         .game = game_,
                         .commitment = commitment_to(secret_),
                         .ruleset_digest = hex_of(rules::digest(ruleset_of(terms_))),
                         .chance = std::nullopt};
  if (supervision_ && seat) start.chance = supervision_->arrangement().seats[duel::index_of(*seat)].chance;
  return start;
}

void Match::heed_audience() {
  const auto wants_frames = [](const auto& listener) { return proto::hears_every_frame(listener.subscription); };
  runner_->set_audience({.seats = {wants_frames(chairs_[0]), wants_frames(chairs_[1])},
                         .spectators = crowd_ && crowd_->wants_every_frame()});
}

void Match::run(base::Time now) {
  settle_absence(now);
  if (stage_ != Stage::playing || is_paused()) return;
  now_ = now;
  runner_->run(now, *this);
  flush();
  if (const auto& outcome = play_->game().outcome()) return end_game(*outcome);
  if (supervision_) settle_failures();
}

void Match::settle_failures() {
  const auto verdict = supervision_->verdict(play_->game().clock());
  if (!verdict) return;
  break_off(verdict->cause, verdict->winner);
  end_game(*verdict);
}

base::Time Match::wake_at() const {
  if (stage_ != Stage::playing) return base::Time::max();
  if (!is_paused()) return runner_->wake_at();
  base::Time wake = base::Time::max();
  for (const Chair& chair : chairs_) {
    if (chair.lost_at) wake = std::min(wake, *chair.lost_at + (settings_.grace - chair.grace_used));
  }
  return wake;
}

void Match::stepped(const duel::Events& events) {
  if (supervision_) supervision_->stepped(play_->game(), events);
  for (const duel::Seat seat : duel::kSeats) {
    Chair& listener = chair(seat);
    Backlog& backlog = listener.backlog;
    for (const duel::Event& event : events) {
      const Concern concern = concern_of(seat, event, listener.landing);
      if (event.seat == seat && event.kind == duel::EventKind::placement_accepted) {
        listener.landing = Landing::as_accepted;
      }
      if (event.seat == seat && event.kind == duel::EventKind::locked) listener.landing = Landing::open;
      if (concern != Concern::none) backlog.events.push_back(event);
      backlog.changed = backlog.changed || concern == Concern::news;
    }
  }
  if (crowd_) {
    crowds_backlog_.events.insert(crowds_backlog_.events.end(), events.begin(), events.end());
    crowds_backlog_.changed = crowds_backlog_.changed || !events.empty() || crowd_->wants_every_frame();
  }
  if (terms_.clock != proto::Clock::real) return;  // else the update comes with the question
  for (const duel::Seat seat : duel::kSeats) {
    if (proto::hears_every_frame(chair(seat).subscription)) update(seat);
  }
}

void Match::decided(duel::Seat seat, std::uint32_t id, int clock) {
  tell_seat(seat, proto::Decided{.match = id_, .seat = seat, .id = id, .clock = clock});
  if (asides_.played(seat, id)) tell_crowd(comment_of(seat));
}

void Match::asks(duel::Seat seat) {
  chair(seat).asked = true;
  chair(seat).backlog.changed = true;
  if (supervision_) supervision_->asked(seat, now_);
}

void Match::missed(duel::Seat seat) {
  if (supervision_) supervision_->missed(seat);
}

void Match::flush() {
  for (const duel::Seat seat : duel::kSeats) {
    if (chair(seat).backlog.changed) update(seat);
  }
  if (crowds_backlog_.changed) show_crowd();
}

proto::Update Match::blank_update(Backlog& backlog) const {
  proto::Update update;
  update.match = id_;
  update.game = game_;
  update.events = std::exchange(backlog.events, {});
  backlog.changed = false;
  return update;
}

proto::Update Match::next_update(duel::Seat seat) {
  Chair& listener = chair(seat);
  proto::Update update = blank_update(listener.backlog);
  update.number = ++listener.updates;
  update.seat = seat;
  update.view = view_for(play_->game(), seat);
  if (listener.subscription == proto::Subscription::steering) update.view.own.motion = motion_for(play_->game(), seat);
  update.answer_due = std::exchange(listener.asked, false);
  update.bank_milliseconds = static_cast<int>(runner_->time_left(seat) / std::chrono::milliseconds(1));
  listener.past.add(update.number, update.events);
  return update;
}

void Match::update(duel::Seat seat) { tell_seat(seat, next_update(seat)); }

// With all that happened after the update `last`, or without if that was too much: a view is always whole.
void Match::update_missed(duel::Seat seat, std::uint64_t last) {
  std::vector<duel::Event> missed = chair(seat).past.since(last).value_or(std::vector<duel::Event>{});
  proto::Update update = next_update(seat);
  update.events.insert(update.events.begin(), missed.begin(), missed.end());
  tell_seat(seat, update);
}

void Match::show_crowd() {
  proto::Update update = blank_update(crowds_backlog_);
  update.view = view_for_spectators(play_->game());
  crowd_->show(std::move(update));
}

void Match::tell_seat(duel::Seat seat, const proto::ServerMessage& message) {
  if (!chair(seat).lost_at) outlet_.tell(chair(seat).session, message);
}

void Match::tell_crowd(const proto::ServerMessage& message) {
  if (crowd_) crowd_->add(message);
}

template <typename Message>
void Match::tell_all(Message message) {
  for (const duel::Seat seat : duel::kSeats) {
    message.seat = seat;
    tell_seat(seat, message);
  }
  message.seat.reset();
  tell_crowd(message);
}

void Match::refuse(base::SessionId session, proto::ErrorCode code, std::string text, std::uint32_t id) {
  outlet_.tell(session, proto::Error{.code = code, .text = std::move(text), .match = id_, .id = id});
}

bool Match::has_seat(base::SessionId session, duel::Seat seat) const {
  const Chair& chair = chairs_[duel::index_of(seat)];
  return chair.session == session && !chair.lost_at;
}

void Match::decide(base::SessionId session, const proto::Decide& decide, base::Time now) {
  if (!has_seat(session, decide.seat)) {
    return refuse(session, proto::ErrorCode::not_yours, "another session plays this seat", decide.id);
  }
  run(now);  // what it is judged by is the present
  if (stage_ != Stage::playing || decide.game != game_) {
    return refuse(session, proto::ErrorCode::late, "this game is not being played: wait for GameStart", decide.id);
  }
  if (decide.input.kind == duel::Input::Kind::keys && terms_.clock == proto::Clock::turns) {
    return refuse(session, proto::ErrorCode::terms, "a game in turns takes placements only", decide.id);
  }
  const base::Time decided_at = is_paused() ? paused_at_ : now;  // no time passes meanwhile
  switch (runner_->decide(decide.seat, {decide.clock, decide.id, decide.input, decide.at}, decided_at)) {
    case Ruling::counts_late:
      asides_.count_late_key(decide.seat);
      [[fallthrough]];
    case Ruling::counts:
      asides_.remark(decide.seat, decide.id, decide.comment);
      if (supervision_) supervision_->decided(decide.seat, decided_at);
      if (decide.input.kind == duel::Input::Kind::keys) chair(decide.seat).landing = Landing::open;
      break;
    case Ruling::late:
      return refuse(session, proto::ErrorCode::late, "what was decided about is over: answer the newest Update",
                    decide.id);
    case Ruling::ahead:
      return refuse(session, proto::ErrorCode::late, "the clock of a Decide is that of the View it answers", decide.id);
    case Ruling::too_far:
      return refuse(
          session, proto::ErrorCode::ahead,
          "keys may wait for one of the next " + std::to_string(KeysAhead::kMostFrames) + " frames: say these later",
          decide.id);
    case Ruling::too_many:
      return refuse(session, proto::ErrorCode::ahead,
                    std::to_string(KeysAhead::kMost) + " keys wait for their frames already: say these later",
                    decide.id);
  }
  if (terms_.clock != proto::Clock::real) run(now);
}

void Match::resign(duel::Seat seat, base::Time now) { forfeit(seat, duel::Cause::resigned, now); }

void Match::forfeit(duel::Seat seat, duel::Cause cause, base::Time now) {
  run(now);
  if (stage_ == Stage::over || broken_off_) return;
  const duel::Seat winner = duel::opponent_of(seat);
  if (!break_off(cause, winner)) return;
  go_on(now);
  end_game({.winner = winner, .cause = cause, .frame = play_->game().clock()});
}

void Match::excuse(base::Span pause) {
  if (stage_ != Stage::playing || is_paused()) return;
  runner_->skip(pause);
  if (supervision_) supervision_->skip(pause);
}

bool Match::is_decided(const Score& score) const {
  return game_ == terms_.games || (terms_.first_to > 0 && std::max(score.wins[0], score.wins[1]) >= terms_.first_to);
}

// With the game that has ended and that nobody has heard of yet.
Score Match::score_with_last() const {
  Score score = score_;
  score.add(outcome_);
  return score;
}

// False: the game before counts as it ended, and no other follows.
bool Match::break_off(duel::Cause cause, std::optional<duel::Seat> winner) {
  if (stage_ == Stage::playing || !is_decided(score_with_last())) broken_off_ = {.cause = cause, .winner = winner};
  return stage_ == Stage::playing;
}

std::optional<duel::Seat> Match::winner() const {
  if (broken_off_) return broken_off_->winner;
  const auto [one, two] = score_.wins;
  if (one == two) return std::nullopt;
  return one > two ? duel::Seat::one : duel::Seat::two;
}

Abandoned Match::abandon(base::Time now) {
  run(now);
  if (stage_ == Stage::over || broken_off_) return Abandoned::once_saved;
  if (!break_off(duel::Cause::voided, std::nullopt)) return Abandoned::once_saved;
  go_on(now);
  end_game({.winner = std::nullopt, .cause = duel::Cause::voided, .frame = play_->game().clock()});
  return Abandoned::voided;
}

void Match::lose(base::SessionId session, base::Time now) {
  run(now);
  unwatch(session);
  if (stage_ == Stage::over) return;
  bool any = false;
  const bool was_paused = is_paused();
  for (const duel::Seat seat : duel::kSeats) {
    if (!has_seat(session, seat)) continue;
    chair(seat).lost_at = now;
    any = true;
  }
  if (!any) return;
  if (!was_paused) paused_at_ = now;
  tell_standing(now);
}

// Who does not come back in time loses; if the other is gone as well, nobody wins.
void Match::settle_absence(base::Time now) {
  if (stage_ != Stage::playing || broken_off_) return;
  std::array<bool, 2> gone{};
  for (std::size_t i = 0; i < chairs_.size(); ++i) {
    const Chair& chair = chairs_[i];
    gone[i] = chair.lost_at && chair.grace_used + (now - *chair.lost_at) >= settings_.grace;
  }
  if (!gone[0] && !gone[1]) return;
  duel::Outcome outcome{.winner = std::nullopt, .cause = duel::Cause::disconnected, .frame = play_->game().clock()};
  if (!chairs_[0].lost_at) outcome.winner = duel::Seat::one;
  if (!chairs_[1].lost_at) outcome.winner = duel::Seat::two;
  break_off(outcome.cause, outcome.winner);
  end_game(outcome);
}

void Match::resume(base::SessionId session, const proto::Resume& resume, base::Time now) {
  Chair& back = chair(resume.seat);
  if (stage_ == Stage::over || resume.token.empty() || resume.token != back.token) {
    return refuse(session, proto::ErrorCode::not_yours, "no seat of this match goes with this token", 0);
  }
  // A page that comes back by itself does not know that somebody has gone on elsewhere. With its own old connection,
  // which may not have been missed yet, it may.
  const bool is_others = !back.lost_at && !back.holder.empty() && back.holder != resume.holder;
  if (resume.back && is_others) {
    return refuse(session, proto::ErrorCode::elsewhere, "the seat goes on with who took it over meanwhile", 0);
  }
  back.holder = resume.holder;
  unwatch(session);  // a player sees what its seat may see, and no more
  run(now);          // if the other connection has not been missed yet, the game goes on and may sleep
  const bool was_lost = back.lost_at.has_value();
  if (was_lost) back.grace_used += now - *back.lost_at;
  back.lost_at.reset();
  back.subscription = resume.subscription;
  heed_audience();
  // The old connection may not have been missed yet, or may be a page that is still open.
  const base::SessionId before = std::exchange(back.session, session);
  if (before != session && !was_lost) {
    refuse(before, proto::ErrorCode::not_yours, "the seat goes on with another connection", 0);
  }
  outlet_.tell(session, introduction(resume.seat));
  if (back.untold) outlet_.tell(session, *std::exchange(back.untold, {}));
  outlet_.tell(session, game_start(resume.seat));
  back.asked = stage_ == Stage::playing && runner_->waits_for(resume.seat);  // what was never answered is asked again
  update_missed(resume.seat, resume.last);
  if (!is_paused()) go_on(now);
  tell_standing(now);
  run(now);
}

void Match::go_on(base::Time now) {
  if (paused_at_ == base::Time{}) return;
  runner_->skip(now - paused_at_);
  if (supervision_) supervision_->skip(now - paused_at_);
  paused_at_ = {};
}

proto::Standing Match::standing(base::Time now) const {
  proto::Standing standing{.match = id_, .missing = std::nullopt, .seconds_left = 0};
  for (const duel::Seat seat : duel::kSeats) {
    const Chair& absent = chairs_[duel::index_of(seat)];
    if (!absent.lost_at) continue;
    standing.missing = seat;
    const base::Span left = settings_.grace - absent.grace_used - (now - *absent.lost_at);
    standing.seconds_left = static_cast<int>(left / std::chrono::seconds(1));
  }
  return standing;
}

void Match::tell_standing(base::Time now) {
  const proto::Standing told = standing(now);
  for (const duel::Seat seat : duel::kSeats) tell_seat(seat, told);
  tell_crowd(told);
}

// The game may have slept: a newcomer shall see where it is.
void Match::watch(base::SessionId session, const proto::Watch& wanted, base::Time now) {
  run(now);
  unwatch(session);
  const bool is_first = !crowd_;
  if (is_first) crowd_ = std::make_shared<Crowd>(introduction(std::nullopt));
  crowd_->join(session, wanted);
  heed_audience();
  show_crowd();
  if (is_paused()) tell_crowd(standing(now));
  if (!is_first) return;
  for (const duel::Seat seat : duel::kSeats) {
    if (!asides_.comment(seat).empty()) tell_crowd(comment_of(seat));
  }
}

proto::Comment Match::comment_of(duel::Seat seat) const {
  return {.match = id_, .seat = seat, .game = game_, .text = asides_.comment(seat)};
}

void Match::note_round_trip(base::SessionId session, int milliseconds) {
  for (const duel::Seat seat : duel::kSeats) {
    if (!has_seat(session, seat)) continue;
    const duel::Seat other = duel::opponent_of(seat);
    const auto line = asides_.line(seat, milliseconds);
    if (!line || chair(other).subscription != proto::Subscription::steering) continue;
    tell_seat(other, proto::Line{.match = id_, .seat = other, .round_trip = line->round_trip, .late = line->late});
  }
}

void Match::unwatch(base::SessionId session) {
  if (!crowd_) return;
  crowd_->leave(session);
  if (crowd_->is_empty()) {
    crowd_.reset();
    crowds_backlog_ = {};
  }
  heed_audience();
}

void Match::end_game(const duel::Outcome& outcome) {
  outcome_ = outcome;
  stage_ = Stage::saving;
  const duel::Game& game = play_->game();
  outlet_.save({.match = id_,
                .game = game_,
                .terms = terms_,
                .match_started = started_,
                .scores = {game.score(duel::Seat::one), game.score(duel::Seat::two)},
                .record = play_->finish(outcome),
                .conduct = supervision_ ? std::optional(supervision_->conduct()) : std::nullopt});
}

// Only now may anybody hear of the result.
void Match::saved(int game, std::uint64_t record, base::Time now) {
  if (stage_ != Stage::saving || game != game_) return;
  score_ = score_with_last();
  const duel::Game& played = play_->game();
  const proto::GameEnd end{.match = id_,
                           .seat = std::nullopt,
                           .game = game_,
                           .outcome = outcome_,
                           .scores = {played.score(duel::Seat::one), played.score(duel::Seat::two)},
                           .seed = tells_seed() ? hex_of(secret_.seed) : "",
                           .nonce = tells_seed() ? secret_.nonce : "",
                           .record = record};
  tell_all(end);
  for (const duel::Seat seat : duel::kSeats) {
    if (!chair(seat).lost_at) continue;
    chair(seat).untold = end;
    chair(seat).untold->seat = seat;
  }
  if (broken_off_ || is_decided(score_)) return end_match();
  start_game(now);
  run(now);
}

// A game that is void is played again by the same.
bool Match::tells_seed() const {
  return !supervision_ || (supervision_->arrangement().tells_seed && outcome_.cause != duel::Cause::voided);
}

void Match::end_match() {
  stage_ = Stage::over;
  tell_all(proto::MatchEnd{.match = id_,
                           .seat = std::nullopt,
                           .wins = score_.wins,
                           .draws = score_.draws,
                           .cause = broken_off_ ? std::optional(broken_off_->cause) : std::nullopt,
                           .winner = winner()});
}

}  // namespace rensa::play
