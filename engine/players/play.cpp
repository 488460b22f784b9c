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
    counter_.after_step(game_, events);
    look_for_refusals(events);
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

void GameRun::look_for_refusals(const duel::Events& events) {
  std::array<bool, 2> refused{};
  for (const duel::Event& event : events) {
    if (event.kind == duel::EventKind::placement_refused) refused[duel::index_of(event.seat)] = true;
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
  return {.outcome = *outcome(), .seats = counter_.feats(), .hash = game_.hash()};
}

GameResult play_game(const duel::GameSetup& setup, const Players& players, duel::Observer* observer) {
  GameRun run(setup, players, observer);
  run.play_until(duel::kNoFrameLimit);
  return run.result();
}

}  // namespace rensa::players
