#pragma once

#include "engine/duel/game.h"

namespace rensa::duel {

// Watches a game that is played, without influence on it. Called on the thread that plays.
class Observer {
 public:
  virtual ~Observer() = default;

  // Before a step in which a seat decides something.
  virtual void before_step(const Game& game, const Inputs& inputs) = 0;
  // After each step, and after time has passed without one.
  virtual void after_step(const Game& game, const Events& events) = 0;
  // Time may pass up to this frame before after_step has to be called, even when nothing happens.
  virtual int next_stop() const { return kNoFrameLimit; }
};

}  // namespace rensa::duel
