#include "engine/duel/view.h"

#include <algorithm>

namespace rensa::duel {

namespace {

rules::Field without_hidden_rows(const rules::Field& whole) {
  rules::Field field = whole;
  for (rules::Board& plane : field.planes().bits) plane = plane & rules::kVisibleCells;
  for (int x = 1; x <= rules::kColumns; ++x) field.put(x, rules::kTrapRow, rules::Cell::empty);
  return field;
}

// Hides the counters of the movement, which would tell the player's next keys.
movement::FallingPair without_movement_counters(const movement::FallingPair& pair) {
  movement::FallingPair place;
  place.x = pair.x;
  place.y = pair.y;
  place.r = pair.r;
  return place;
}

SideView whole_side(const FrameGame& duel, Seat seat) {
  const FrameSide& lane = duel.side(seat);
  SideView side;
  side.field = lane.field();
  side.pairs_shown = std::min(duel.ruleset().visible_pairs, lane.is_next_next_revealed() ? 3 : 2);
  for (int i = 0; i < side.pairs_shown; ++i) {
    const int hand = lane.hand() + i;
    if (hand > 0) side.pairs[static_cast<std::size_t>(i)] = duel.queues().at(seat, hand);
  }
  if (lane.phase() == Phase::control) side.falling = lane.falling_pair();
  side.waiting = lane.waiting();
  side.score = lane.score();
  side.link = lane.link();
  side.hand = lane.hand();
  side.phase = lane.phase();
  return side;
}

SideView whole_side(const TurnGame& duel, Seat seat) {
  const TurnGame::Side& state = duel.side(seat);
  SideView side;
  side.field = state.field;
  side.hand = duel.turn() + 1;
  side.pairs_shown = duel.ruleset().visible_pairs;
  for (int i = 0; i < side.pairs_shown; ++i) {
    side.pairs[static_cast<std::size_t>(i)] = duel.queues().at(seat, side.hand + i);
  }
  side.waiting = state.waiting;
  side.score = state.score;
  side.phase = Phase::control;
  return side;
}

SideView hide_secrets(SideView side) {
  side.field = without_hidden_rows(side.field);
  if (side.falling) side.falling = without_movement_counters(*side.falling);
  return side;
}

template <class AnyDuel>
View view_of(const AnyDuel& duel, Seat seat, int clock, bool decision_due) {
  return {.seat = seat,
          .pacing = duel.ruleset().pacing,
          .clock = clock,
          .decision_due = decision_due,
          .own = whole_side(duel, seat),
          .opponent = hide_secrets(whole_side(duel, opponent_of(seat))),
          .outcome = duel.outcome()};
}

}  // namespace

View view_for_seat(const FrameGame& duel, Seat seat) {
  return view_of(duel, seat, duel.frame(), !duel.outcome() && duel.side(seat).is_decision_due());
}

View view_for_seat(const TurnGame& duel, Seat seat) { return view_of(duel, seat, duel.turn(), !duel.outcome()); }

View view_for_seat(const Game& game, Seat seat) {
  return game.frame_game() != nullptr ? view_for_seat(*game.frame_game(), seat)
                                      : view_for_seat(*game.turn_game(), seat);
}

}  // namespace rensa::duel
