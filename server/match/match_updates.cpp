#include <algorithm>
#include <utility>

#include "server/match/match.h"
#include "server/match/series.h"
#include "server/match/visibility.h"

namespace rensa::match {

// The messages of a match to its seats and spectators, except for results.

// The score leaves out a game if the seat has not been sent its end yet: the client counts that game when GameEnd
// comes.
MatchStart Match::match_start(std::optional<duel::Seat> seat) const {
  Score score = score_;
  if (const auto* unsent_game_end = seat ? &seat_states_[duel::index_of(*seat)].unsent_game_end : nullptr;
      unsent_game_end != nullptr && *unsent_game_end) {
    score.subtract((*unsent_game_end)->outcome);
  }
  return {.players = names(),
          .terms = terms_,
          .token = seat ? seat_states_[duel::index_of(*seat)].token : "",
          .grace_seconds = static_cast<int>(settings_.grace / std::chrono::seconds(1)),
          .wins = score.wins,
          .draws = score.draws};
}

GameStart Match::game_start(std::optional<duel::Seat> seat) const {
  GameStart start{.game = game_, .commitment = commitment_, .ruleset_digest = ruleset_digest_, .chance = std::nullopt};
  if (monitor_ && seat) start.chance = monitor_->arranged_game().chances[duel::index_of(*seat)];
  return start;
}

void Match::update_frame_subscribers() {
  const auto wants_frames = [](const auto& listener) { return wants_every_frame(listener.subscription); };
  if (!runner_) return;
  runner_->set_frame_subscribers({.seats = {wants_frames(seat_states_[0]), wants_frames(seat_states_[1])},
                                  .spectators = spectators_ && spectators_->wants_every_frame()});
}

void Match::on_events(const duel::Events& events) {
  if (monitor_) monitor_->on_events(recorded_game_->game(), events);
  for (const duel::Seat seat : duel::kSeats) {
    SeatState& listener = state_of(seat);
    UnsentEvents& unsent = listener.unsent;
    for (const duel::Event& event : events) {
      const EventRelevance relevance = relevance_of(seat, event, listener.landing);
      if (event.seat == seat && event.kind == duel::EventKind::placement_accepted) {
        listener.landing = ExpectedLanding::at_accepted_placement;
      }
      if (event.seat == seat && event.kind == duel::EventKind::locked) listener.landing = ExpectedLanding::unknown;
      if (relevance != EventRelevance::hidden) unsent.events.push_back(event);
      unsent.update_is_due = unsent.update_is_due || relevance == EventRelevance::immediate;
    }
  }
  if (spectators_) {
    unsent_to_spectators_.events.insert(unsent_to_spectators_.events.end(), events.begin(), events.end());
    unsent_to_spectators_.update_is_due =
        unsent_to_spectators_.update_is_due || !events.empty() || spectators_->wants_every_frame();
  }
  if (terms_.clock != Clock::real) return;  // under other clocks the update comes with the question
  // Each frame has its own update, so that what is sent does not depend on how many frames are played at a time.
  for (const duel::Seat seat : duel::kSeats) {
    if (wants_every_frame(state_of(seat).subscription)) send_update(seat);
  }
  send_due_updates();
}

void Match::on_decision_played(duel::Seat seat, std::uint32_t id, int clock) {
  send_to_seat(seat, Decided{.id = id, .clock = clock});
  if (comments_.publish_comment(seat, id)) send_to_spectators(comment_of(seat));
}

void Match::on_question(duel::Seat seat) {
  state_of(seat).answer_is_due = true;
  state_of(seat).unsent.update_is_due = true;
  if (monitor_) monitor_->on_question(seat, now_);
}

void Match::send_due_updates() {
  for (const duel::Seat seat : duel::kSeats) {
    if (state_of(seat).unsent.update_is_due) send_update(seat);
  }
  if (unsent_to_spectators_.update_is_due) send_state_to_spectators();
}

void Match::take_events(UnsentEvents& unsent, Update& update) const {
  update.game = game_;
  update.events = std::exchange(unsent.events, {});
  unsent.update_is_due = false;
}

// An update is large and frequent, so it is made with its view, and not cleared before.
MatchMessage Match::next_update(duel::Seat seat) {
  SeatState& listener = state_of(seat);
  MatchMessage message{.match = id_,
                       .seat = seat,
                       .content = Update{.number = ++listener.update_count,
                                         .view = view_for(recorded_game_->game(), seat),
                                         .events = {},
                                         .answer_due = std::exchange(listener.answer_is_due, false),
                                         .bank_milliseconds = static_cast<int>(runner_->time_left(seat) /
                                                                               std::chrono::milliseconds(1))}};
  Update& update = std::get<Update>(message.content);
  take_events(listener.unsent, update);
  if (listener.subscription == Subscription::steering)
    update.view.own.motion = motion_for(recorded_game_->game(), seat);
  listener.sent.add(update.number, update.events);
  return message;
}

void Match::send_update(duel::Seat seat) {
  if (is_replaying_) return skip_update(seat);
  deliver(seat, next_update(seat));
}

// Does the same as a sent update, apart from its view, which takes most of the time.
void Match::skip_update(duel::Seat seat) {
  SeatState& listener = state_of(seat);
  ++listener.update_count;
  listener.answer_is_due = false;
  const std::vector<duel::Event> events = std::exchange(listener.unsent.events, {});
  listener.unsent.update_is_due = false;
  listener.sent.add(listener.update_count, events);
}

// Sends the events after update `last` if all of them are kept, else none. The view in an update is always complete.
void Match::send_missed_updates(duel::Seat seat, std::uint64_t last) {
  if (is_replaying_) return skip_update(seat);
  std::vector<duel::Event> missed = state_of(seat).sent.events_since(last).value_or(std::vector<duel::Event>{});
  MatchMessage message = next_update(seat);
  std::vector<duel::Event>& events = std::get<Update>(message.content).events;
  events.insert(events.begin(), missed.begin(), missed.end());
  deliver(seat, std::move(message));
}

void Match::send_state_to_spectators() {
  Update update;
  take_events(unsent_to_spectators_, update);
  update.view = view_for_spectators(recorded_game_->game());
  spectators_->add_state(std::move(update), moment_at(now_));
}

void Match::send(base::PlayerId player, std::optional<duel::Seat> seat, MatchMessageContent content) {
  if (!is_replaying_) output_.send(player, {.match = id_, .seat = seat, .content = std::move(content)});
}

void Match::send_to_seat(duel::Seat seat, MatchMessageContent content) {
  deliver(seat, {.match = id_, .seat = seat, .content = std::move(content)});
}

void Match::deliver(duel::Seat seat, MatchMessage&& message) {
  if (!state_of(seat).lost_at && !is_replaying_) output_.send(state_of(seat).player, std::move(message));
}

void Match::send_to_all(const MatchMessageContent& message) {
  for (const duel::Seat seat : duel::kSeats) send_to_seat(seat, message);
  send_to_spectators(message);
}

void Match::refuse(base::PlayerId player, RefusalReason reason, std::string text, std::uint32_t decision) {
  send(player, std::nullopt, Refusal{.reason = reason, .text = std::move(text), .match = id_, .decision = decision});
}

bool Match::refuse_decision(base::PlayerId player, RefusalReason reason, std::string text, std::uint32_t decision) {
  refuse(player, reason, std::move(text), decision);
  return false;
}

void Match::send_to_spectators(const MatchMessageContent& message) {
  if (spectators_) spectators_->add_message(message, moment_at(now_));
}

PauseStatus Match::pause_status(base::Time now) const {
  PauseStatus pause_status{.missing = std::nullopt, .seconds_left = 0};
  for (const duel::Seat seat : duel::kSeats) {
    const SeatState& absent = seat_states_[duel::index_of(seat)];
    if (!absent.lost_at) continue;
    pause_status.missing = seat;
    const base::Span left = absent.grace_left(settings_.grace, now);
    pause_status.seconds_left = static_cast<int>(left / std::chrono::seconds(1));
  }
  if (!pause_status.missing && status_ == Status::playing) {
    // A frame begins up to one frame after the time until which the game is held.
    const base::Span left = std::max<base::Span>(base::Span::zero(), runner_->hold_left(now) - base::kFrame);
    pause_status.seconds_left = static_cast<int>(std::chrono::ceil<std::chrono::seconds>(left).count());
  }
  return pause_status;
}

void Match::send_pause_status(base::Time now) {
  const PauseStatus status = pause_status(now);
  for (const duel::Seat seat : duel::kSeats) send_to_seat(seat, status);
  send_to_spectators(status);
}

bool Match::has_person() const {
  return std::any_of(seat_states_.begin(), seat_states_.end(),
                     [](const SeatState& seat) { return seat.subscription == Subscription::steering; });
}

void Match::set_spectators(SpectatorFeed* feed) {
  spectators_ = feed;
  if (feed == nullptr) unsent_to_spectators_ = {};
  update_frame_subscribers();
}

void Match::show_state_to_spectators(base::Time now) {
  send_state_to_spectators();
  if (is_paused()) send_to_spectators(pause_status(now));
}

void Match::show_comments_to_spectators() {
  for (const duel::Seat seat : duel::kSeats) {
    if (!comments_.comment(seat).empty()) send_to_spectators(comment_of(seat));
  }
}

Comment Match::comment_of(duel::Seat seat) const {
  return {.writer = seat, .game = game_, .text = comments_.comment(seat)};
}

void Match::forward_connection_quality(base::PlayerId player, int milliseconds) {
  for (const duel::Seat seat : duel::kSeats) {
    if (!has_seat(player, seat) || comments_.reports_quality(seat)) continue;
    commit(QualityReported{.seat = seat, .clock = clock()});
  }
  for (const duel::Seat seat : duel::kSeats) {
    if (!has_seat(player, seat)) continue;
    const duel::Seat other = duel::opponent_of(seat);
    const auto quality = comments_.connection_quality(seat, milliseconds);
    if (!quality || state_of(other).subscription != Subscription::steering) continue;
    send_to_seat(other, *quality);
  }
}

}  // namespace rensa::match
