#include "server/play/play.h"

#include <algorithm>

namespace rensa::play {

duel::Events Play::step(const duel::Inputs& inputs) {
  writer_.before_step(game_, inputs);
  const duel::Events events = game_.step(inputs);
  writer_.after_step(game_, events);
  return events;
}

duel::Events Play::advance(int last) {
  const duel::Events events = game_.advance(std::min(last, writer_.next_checkpoint()));
  writer_.after_step(game_, events);
  return events;
}

}  // namespace rensa::play
