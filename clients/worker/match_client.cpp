#include "clients/worker/match_client.h"

#include <algorithm>
#include <utility>

#include "engine/players/choices.h"
#include "engine/rules/parsed.h"
#include "server/base/plain_text.h"

namespace rensa::worker {

namespace {

using session::MatchTracker;

bool was_refused(const proto::Update& update) {
  return std::any_of(update.events.begin(), update.events.end(), [&](const duel::Event& event) {
    return event.kind == duel::EventKind::placement_refused && event.seat == update.seat;
  });
}

// The pacing of a view is not sent.
duel::View view_of(const proto::Update& update, const MatchTracker::Seat& seat) {
  duel::View view = update.view;
  view.pacing = seat.ruleset->pacing;
  return view;
}

rules::ParseError impossible(std::string why) { return {.message = std::move(why), .position = 0}; }

// Returns the placements that the pair of a view with a due decision can reach, at least one. If the view cannot occur
// in a game, returns the reason, and no brain can be asked about it.
rules::Parsed<std::uint32_t> checked_placements(const duel::View& view, movement::ReachMemo& reach) {
  const rules::Pair pair = view.own.pairs[0];
  if (!rules::is_colour(pair.axis) || !rules::is_colour(pair.child))
    return impossible("a choice is asked for without a pair");
  std::uint32_t possible = 0;
  if (view.pacing == rules::Pacing::frames) {
    if (!view.own.falling) return impossible("a choice is asked for while no pair is under control");
    const movement::FallingPair& falling = *view.own.falling;
    const movement::ObstacleMap obstacles(view.own.field);
    const bool inside = falling.y < 15 && falling.child_y() <= 15;
    if (!inside || obstacles.is_blocked(falling.x, falling.y) ||
        obstacles.is_blocked(falling.child_x(), falling.child_y())) {
      return impossible("the pair stands inside of the field's cells or walls");
    }
    possible = reach.reachable_placements(obstacles, falling);
  } else {
    possible = players::possible_placements(view);
  }
  if (possible == 0) return impossible("a choice is asked for where none is possible");
  return possible;
}

}  // namespace

void MatchClient::hear(const Answer& answer) {
  if (answer.seat.match == kNoMatch) return advise(answer);
  if (!answer.failure.empty()) return matches_.fail(answer.failure);
  const auto seat = seats_.find(answer.seat);
  // The question is out of date: its time ran out, or the game has ended.
  if (seat == seats_.end() || !seat->second.asked || seat->second.asked->ticket != answer.ticket) return;
  if (seat->second.has_resigned) return;
  if (!answer.impossible.empty()) return resign(answer.seat, answer.impossible);
  if (!answer.placement.is_on_field()) return resign(answer.seat, "the brain chose a placement that does not exist");
  AskedChoice& asked = *seat->second.asked;
  asked.decide = proto::Decide{.match = answer.seat.match,
                               .seat = answer.seat.seat,
                               .game = asked.game,
                               .clock = asked.clock,
                               .id = matches_.next_decision_id(),
                               .input = duel::Input::place(answer.placement),
                               .comment = base::plain_text(answer.comment, proto::kMaxCommentBytes)};
  if (matches_.can_decide(answer.seat)) matches_.send(*asked.decide);
}

// A connection that is lost takes the message with it: then the seat is left as soon as it is ours again.
void MatchClient::resign(const session::SeatKey& seat, const std::string& why) {
  seats_[seat].has_resigned = true;
  matches_.notify("match " + std::to_string(static_cast<std::uint64_t>(seat.match)) + " is resigned: " + why);
  if (matches_.can_decide(seat)) matches_.send(proto::Leave{seat.match, seat.seat});
}

void MatchClient::game_began(const MatchTracker::Seat& seat, std::optional<std::uint64_t> chance) {
  SeatState& state = seats_[seat.key];
  state.asked.reset();
  state.brain = make_brain_(
      {seat.key.match, seat.key.seat, seat.game, seat.start.players, seat.start.terms, *seat.ruleset, chance});
  if (!state.brain) matches_.fail("there is no brain for a game");
}

void MatchClient::ask(const session::SeatKey& seat, std::uint64_t ticket, decltype(Question::about) about) {
  SeatState& state = seats_[seat];
  if (state.stop) state.stop->set();
  questions_.push_back({seat, ticket, state.brain, std::move(about)});
  state.stop = questions_.back().stop;
}

void MatchClient::updated(MatchTracker::Seat& seat, const proto::Update& update) {
  if (seats_[seat.key].has_resigned) {
    if (std::exchange(seat.is_resuming, false)) matches_.send(proto::Leave{seat.key.match, seat.key.seat});
    return;
  }
  forget_undone_choice(seat.key, update);
  if (shall_ponder(seat, update)) ask(seat.key, 0, Pondering{view_of(update, seat)});
  if (!shall_think(seat, update)) return;
  seat.is_resuming = false;
  SeatState& state = seats_[seat.key];
  if (is_asked_already(seat, update)) {
    // The server asks again after a lost connection. A brain that still thinks answers when it is done.
    state.asked->clock = update.view.clock;
    if (!state.asked->decide) return;
    state.asked->decide->clock = update.view.clock;
    return matches_.send(*state.asked->decide);
  }
  if (!update.view.decision_due) {
    const std::uint32_t id = matches_.next_decision_id();
    return matches_.send(proto::Decide{update.match, *update.seat, update.game, update.view.clock, id, {}});
  }
  const duel::View view = view_of(update, seat);
  const rules::Parsed<std::uint32_t> possible = checked_placements(view, reach_);
  if (!possible) return matches_.fail("the server sent an impossible view: " + possible.error().message);
  state.asked = AskedChoice{update.game, view.clock, view.own.hand, ++tickets_, std::nullopt};
  ask(seat.key, tickets_, view);
  questions_.back().possible = possible.value();
}

// A server that was stopped goes on from a moment before: a choice that came after it was never made.
void MatchClient::forget_undone_choice(const session::SeatKey& seat, const proto::Update& update) {
  std::optional<AskedChoice>& asked = seats_[seat].asked;
  if (asked && asked->game == update.game && update.view.clock < asked->clock) asked.reset();
}

// In real time the game does not wait: we think once about a pair, unless the server refused our choice.
bool MatchClient::shall_think(const MatchTracker::Seat& seat, const proto::Update& update) {
  const SeatState& state = seats_[seat.key];
  if (!state.brain || matches_.is_stopped()) return false;
  if (seat.start.terms.clock != proto::Clock::real) return update.answer_due;
  if (!update.view.decision_due) return false;
  const auto& asked = state.asked;
  const bool is_same_pair = asked && asked->game == update.game && asked->hand == update.view.own.hand;
  return !is_same_pair || seat.is_resuming || was_refused(update);
}

// In real time, the clock goes on while the connection is lost, and a pair stays the same question.
bool MatchClient::is_asked_already(const MatchTracker::Seat& seat, const proto::Update& update) {
  const std::optional<AskedChoice>& asked = seats_[seat.key].asked;
  if (!asked || asked->game != update.game || was_refused(update)) return false;
  if (asked->clock == update.view.clock) return true;
  return seat.start.terms.clock == proto::Clock::real && asked->hand == update.view.own.hand;
}

// A choice that is being thought about is not stopped for pondering.
bool MatchClient::shall_ponder(const MatchTracker::Seat& seat, const proto::Update& update) {
  if (between_decisions_ == BetweenDecisions::rest || update.view.decision_due || matches_.is_stopped()) return false;
  const SeatState& state = seats_[seat.key];
  return state.brain && (!state.asked || state.asked->decide);
}

void MatchClient::game_ended(const MatchTracker::Seat& seat, const proto::GameEnd& end) {
  SeatState& state = seats_[seat.key];
  state.asked.reset();
  if (state.brain) ask(seat.key, 0, end.outcome);
  state.brain.reset();
  state.stop.reset();
}

void MatchClient::match_ended(const MatchTracker::Seat& seat) {
  const auto ended = seats_.find(seat.key);
  if (ended == seats_.end()) return;
  if (ended->second.stop) ended->second.stop->set();
  seats_.erase(ended);
}

// The server forgets its questions with the connection.
void MatchClient::disconnected() {
  for (const auto& [ticket, asked] : consultations_) asked.stop->set();
  consultations_.clear();
}

// In real time the server does not ask again. A decision that it already has is late and does no harm.
void MatchClient::resumed(const MatchTracker::Seat& seat) {
  const SeatState& state = seats_[seat.key];
  if (state.has_resigned) return matches_.send(proto::Leave{seat.key.match, seat.key.seat});
  const std::optional<AskedChoice>& asked = state.asked;
  if (seat.start.terms.clock == proto::Clock::real && asked && asked->decide) matches_.send(*asked->decide);
}

// A question that we cannot answer gets empty advice, so that the server does not wait for it.
void MatchClient::asked_for_advice(const proto::Question& question) {
  const rules::Ruleset* ruleset = matches_.find_ruleset(question.terms.ruleset);
  duel::View view = question.view;
  if (ruleset != nullptr) view.pacing = ruleset->pacing;
  const auto refuse = [&] { matches_.send(proto::Advice{question.question, {}}); };
  const bool are_too_many = consultations_.size() >= static_cast<std::size_t>(matches_.slots());  // than were offered
  if (matches_.is_stopped() || are_too_many || ruleset == nullptr || !view.decision_due) return refuse();
  const rules::Parsed<std::uint32_t> possible = checked_placements(view, reach_);
  if (!possible) return refuse();
  // The seed is always 0, so that the same question gets the same answer.
  std::shared_ptr<Brain> brain = make_brain_({kNoMatch, view.seat, 1, {}, question.terms, *ruleset, 0});
  if (!brain) {
    matches_.notify("there is no brain for a question");
    return refuse();
  }
  questions_.push_back({{kNoMatch, view.seat}, ++tickets_, std::move(brain), Consultation{view}, possible.value()});
  consultations_.emplace(tickets_, AskedAdvice{question.question, questions_.back().stop});
}

void MatchClient::advise(const Answer& answer) {
  const auto consultation = consultations_.find(answer.ticket);
  if (consultation == consultations_.end()) return;  // of a connection that was lost
  if (!answer.failure.empty()) matches_.notify("asked for advice, " + answer.failure);
  if (!answer.impossible.empty()) matches_.notify("asked for advice: " + answer.impossible);
  proto::Advice advice{consultation->second.question, {}};
  consultations_.erase(consultation);
  for (const players::Candidate& candidate : answer.candidates) {
    if (advice.candidates.size() == rules::kPlacementCount) break;
    if (candidate.placement.is_on_field()) advice.candidates.push_back({candidate.placement, candidate.worth});
  }
  matches_.send(std::move(advice));
}

}  // namespace rensa::worker
