#include "engine/players/play.h"

#include <algorithm>
#include <cassert>

namespace rensa::players {

GameRun::GameRun(const duel::GameSetup& setup, const Players& players, duel::Observer* observer)
    : game_(setup), players_(players), observer_(observer) {}

void GameRun::play_until(int clock) {
  while (!over() && game_.clock() < clock) {
    duel::Inputs inputs{};
    duel::Events events;
    if (ask(inputs)) {
      if (observer_ != nullptr) observer_->before_step(game_, inputs);
      events = game_.step(inputs);
    } else {
      events = game_.advance(observer_ == nullptr ? clock : std::min(clock, observer_->next_stop()));
    }
    if (observer_ != nullptr) observer_->after_step(game_, events);
    take_down(events);
  }
}

// Both are asked before either answer counts.
bool GameRun::ask(duel::Inputs& inputs) {
  bool any = false;
  for (const duel::Seat seat : duel::kSeats) {
    if (!game_.decision_due(seat)) continue;
    const std::size_t i = duel::index_of(seat);
    inputs[i] = duel::Input::place(players_[i]->choose(duel::view(game_, seat)));
    any = true;
  }
  return any;
}

void GameRun::take_down(const duel::Events& events) {
  std::array<bool, 2> refused{};
  for (const duel::Event& event : events) {
    SeatResult& seat = seats_[duel::index_of(event.seat)];
    switch (event.kind) {
      case duel::EventKind::locked:
        ++seat.hands;
        break;
      case duel::EventKind::link_started:
        seat.longest_chain = std::max(seat.longest_chain, event.number);
        break;
      case duel::EventKind::all_clear:
        ++seat.all_clears;
        break;
      case duel::EventKind::garbage_sent:
        seat.garbage_sent += event.amount;
        seat.garbage_cancelled += event.cancelled;
        break;
      case duel::EventKind::placement_refused:
        refused[duel::index_of(event.seat)] = true;
        break;
      case duel::EventKind::preparation_started:
      case duel::EventKind::controllable:
      case duel::EventKind::next_next_revealed:
      case duel::EventKind::garbage_fixed:
      case duel::EventKind::garbage_fell:
      case duel::EventKind::placement_accepted:
      case duel::EventKind::died:
      case duel::EventKind::game_over:
        break;
    }
  }
  if (refused[0] || refused[1]) punish(refused);
}

void GameRun::punish(const std::array<bool, 2>& refused) {
  if (game_.outcome()) return;
  broken_off_ = duel::Outcome{.winner = std::nullopt, .cause = duel::Cause::illegal, .frame = game_.clock()};
  if (refused[0] != refused[1]) broken_off_->winner = refused[0] ? duel::Seat::two : duel::Seat::one;
}

GameResult GameRun::result() const {
  assert(over());
  GameResult result{.outcome = *outcome(), .seats = seats_, .hash = game_.hash()};
  for (const duel::Seat seat : duel::kSeats) result.seats[duel::index_of(seat)].score = game_.score(seat);
  return result;
}

GameResult play_game(const duel::GameSetup& setup, const Players& players, duel::Observer* observer) {
  GameRun run(setup, players, observer);
  run.play_until(duel::kNoFrameLimit);
  return run.result();
}

}  // namespace rensa::players
