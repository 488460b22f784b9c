#include "engine/players/local_game.h"

#include <algorithm>
#include <cassert>

namespace rensa::players {

LocalGame::LocalGame(const duel::GameSetup& setup, const Players& players, duel::GameObserver* observer)
    : game_(setup), players_(players), observer_(observer) {}

void LocalGame::play_until(int clock) {
  while (!is_over() && game_.clock() < clock) {
    duel::Inputs inputs{};
    duel::Events events;
    if (ask_players(inputs)) {
      if (observer_ != nullptr) observer_->before_step(game_, inputs);
      events = game_.step(inputs);
    } else {
      events = game_.advance(observer_ == nullptr ? clock : std::min(clock, observer_->next_required_clock()));
    }
    if (observer_ != nullptr) observer_->after_step(game_, events);
    counter_.after_step(game_, events);
    check_refusals(events);
  }
}

// Asks both players before an answer takes effect.
bool LocalGame::ask_players(duel::Inputs& inputs) {
  bool any = false;
  for (const duel::Seat seat : duel::kSeats) {
    if (!game_.is_decision_due(seat)) continue;
    const std::size_t i = duel::index_of(seat);
    const Position position = position_of(duel::view_for_seat(game_, seat), game_.ruleset());
    inputs[i] = duel::Input::place(players_[i]->choose(position, {}));
    any = true;
  }
  return any;
}

void LocalGame::check_refusals(const duel::Events& events) {
  std::array<bool, 2> refused{};
  for (const duel::Event& event : events) {
    if (event.kind == duel::EventKind::placement_refused) refused[duel::index_of(event.seat)] = true;
  }
  if ((!refused[0] && !refused[1]) || game_.outcome()) return;
  refusal_ = duel::Outcome{.winner = std::nullopt, .cause = duel::Cause::illegal, .frame = game_.clock()};
  if (refused[0] != refused[1]) refusal_->winner = refused[0] ? duel::Seat::two : duel::Seat::one;
}

GameResult LocalGame::result() const {
  assert(is_over());
  return {.outcome = *outcome(), .seats = counter_.statistics(), .hash = game_.hash()};
}

}  // namespace rensa::players
