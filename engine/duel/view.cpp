#include "engine/duel/view.h"

#include <algorithm>

#include "engine/movement/route.h"
#include "engine/rules/drop.h"

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

int pairs_shown(const rules::Ruleset& ruleset, const FrameSide& side) {
  return side.is_next_next_revealed() ? ruleset.visible_pairs : pairs_shown_at_decision(ruleset);
}

SideView whole_side(const FrameGame& game, Seat seat) {
  const FrameSide& from = game.side(seat);
  SideView side = side_view_of(from);
  side.pairs_shown = pairs_shown(game.ruleset(), from);
  for (int i = 0; i < side.pairs_shown; ++i) {
    const int hand = from.hand() + i;
    if (hand > 0) side.pairs[static_cast<std::size_t>(i)] = game.queues().at(seat, hand);
  }
  return side;
}

SideView whole_side(const TurnGame& game, Seat seat) {
  const TurnGame::Side& state = game.side(seat);
  SideView side;
  side.field = state.field;
  side.hand = game.turn() + 1;
  side.pairs_shown = game.ruleset().visible_pairs;
  for (int i = 0; i < side.pairs_shown; ++i) {
    side.pairs[static_cast<std::size_t>(i)] = game.queues().at(seat, side.hand + i);
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

template <class AnyGame>
View view_of(const AnyGame& game, Seat seat, int clock, bool decision_due) {
  return {.seat = seat,
          .pacing = game.ruleset().pacing,
          .clock = clock,
          .decision_due = decision_due,
          .own = whole_side(game, seat),
          .opponent = hide_secrets(whole_side(game, opponent_of(seat))),
          .outcome = game.outcome()};
}

}  // namespace

SideView side_view_of(const FrameSide& side) {
  SideView view;
  view.field = side.field();
  if (side.phase() == Phase::control) view.falling = side.falling_pair();
  view.waiting = side.waiting();
  view.score = side.score();
  view.link = side.link();
  view.hand = side.hand();
  view.phase = side.phase();
  return view;
}

View view_for_seat(const FrameGame& game, Seat seat) {
  return view_of(game, seat, game.frame(), !game.outcome() && game.side(seat).is_decision_due());
}

View view_for_seat(const TurnGame& game, Seat seat) { return view_of(game, seat, game.turn(), !game.outcome()); }

View view_for_seat(const Game& game, Seat seat) {
  return game.frame_game() != nullptr ? view_for_seat(*game.frame_game(), seat)
                                      : view_for_seat(*game.turn_game(), seat);
}

std::uint32_t possible_placements(rules::Pacing pacing, const SideView& own) {
  if (pacing == rules::Pacing::turns) return rules::droppable_placements(own.field.heights());
  return movement::reachable_placements(movement::ObstacleMap(own.field), *own.falling);
}

}  // namespace rensa::duel
