#include "engine/record/head.h"

#include <algorithm>

namespace rensa::record {

void play_on(Head& head, const duel::Record& record, int clock, duel::Observer& observer) {
  duel::Game& game = head.game;
  const int end = std::min(clock, record.outcome.frame);
  while (!game.outcome() && game.clock() < end) {
    duel::Inputs inputs{};
    duel::Routes routes;
    const std::size_t first = head.next_input;
    std::size_t& next = head.next_input;
    for (; next < record.inputs.size() && record.inputs[next].clock == game.clock() + 1; ++next) {
      const duel::RecordedInput& entry = record.inputs[next];
      inputs[duel::index_of(entry.seat)] = entry.input;
      if (entry.route.frames() > 0) routes[duel::index_of(entry.seat)] = entry.route;
    }
    if (next != first || game.duel() == nullptr) {
      observer.before_step(game, inputs);
      observer.after_step(game, game.replay(inputs, routes));
    } else {
      const int last = next == record.inputs.size() ? end : std::min(end, record.inputs[next].clock - 1);
      const duel::Events events = game.advance(last);
      observer.after_step(game, events);
    }
  }
}

}  // namespace rensa::record
