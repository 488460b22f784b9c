#include "server/play/sight.h"

namespace rensa::play {

namespace {

duel::View travelling(duel::View view) {
  view.pacing = {};
  view.outcome.reset();
  return view;
}

}  // namespace

Concern concern_of(duel::Seat seat, const duel::Event& event, Landing landing) {
  const bool is_own = event.seat == seat;
  switch (event.kind) {
    case duel::EventKind::preparation_started:
      return Concern::aside;
    case duel::EventKind::controllable:
    case duel::EventKind::next_next_revealed:
      return is_own ? Concern::news : Concern::aside;
    case duel::EventKind::placement_accepted:
      return is_own ? Concern::aside : Concern::none;
    case duel::EventKind::placement_refused:
      return is_own || event.refusal == duel::Refusal::missing ? Concern::news : Concern::none;
    case duel::EventKind::locked:
      return is_own && landing == Landing::as_accepted ? Concern::aside : Concern::news;
    case duel::EventKind::link_started:
    case duel::EventKind::garbage_sent:
    case duel::EventKind::garbage_fixed:
    case duel::EventKind::garbage_fell:
    case duel::EventKind::all_clear:
    case duel::EventKind::died:
    case duel::EventKind::game_over:
      break;
  }
  return Concern::news;
}

duel::View view_for(const duel::Game& game, duel::Seat seat) { return travelling(duel::view(game, seat)); }

std::optional<duel::Motion> motion_for(const duel::Game& game, duel::Seat seat) {
  const duel::Duel* frames = game.duel();
  return frames != nullptr ? std::optional(frames->lane(seat).motion()) : std::nullopt;
}

duel::View view_for_spectators(const duel::Game& game) {
  duel::View view = duel::view(game, duel::Seat::one);
  view.opponent = duel::view(game, duel::Seat::two).own;
  view.decision_due = false;
  return travelling(view);
}

}  // namespace rensa::play
