#include "server/match/visibility.h"

namespace rensa::match {

namespace {

void clear_unsent_fields(duel::View& view) {
  view.pacing = {};
  view.outcome.reset();
}

}  // namespace

EventRelevance relevance_of(duel::Seat seat, const duel::Event& event, ExpectedLanding landing) {
  const bool is_own = event.seat == seat;
  switch (event.kind) {
    case duel::EventKind::preparation_started:
      return EventRelevance::deferred;
    case duel::EventKind::controllable:
    case duel::EventKind::next_next_revealed:
      return is_own ? EventRelevance::immediate : EventRelevance::deferred;
    case duel::EventKind::placement_accepted:
      return is_own ? EventRelevance::deferred : EventRelevance::hidden;
    case duel::EventKind::placement_refused:
      return is_own || event.refusal == duel::Refusal::missing ? EventRelevance::immediate : EventRelevance::hidden;
    case duel::EventKind::locked:
      return is_own && landing == ExpectedLanding::at_accepted_placement ? EventRelevance::deferred
                                                                         : EventRelevance::immediate;
    case duel::EventKind::link_started:
    case duel::EventKind::garbage_sent:
    case duel::EventKind::garbage_fixed:
    case duel::EventKind::garbage_fell:
    case duel::EventKind::all_clear:
    case duel::EventKind::died:
    case duel::EventKind::game_over:
      break;
  }
  return EventRelevance::immediate;
}

duel::View view_for(const duel::Game& game, duel::Seat seat) {
  duel::View view = duel::view_for_seat(game, seat);
  clear_unsent_fields(view);
  return view;
}

std::optional<duel::Motion> motion_for(const duel::Game& game, duel::Seat seat) {
  const duel::FrameGame* frames = game.frame_game();
  return frames != nullptr ? std::optional(frames->side(seat).motion()) : std::nullopt;
}

duel::View view_for_spectators(const duel::Game& game) {
  duel::View view = duel::view_for_seat(game, duel::Seat::one);
  view.opponent = duel::view_for_seat(game, duel::Seat::two).own;
  view.decision_due = false;
  clear_unsent_fields(view);
  return view;
}

}  // namespace rensa::match
