#pragma once

#include "engine/duel/game.h"

namespace rensa::players {

// Watches a game that is played, without influence on it. Called on the thread that plays.
class Observer {
 public:
  virtual ~Observer() = default;

  // Before a step in which a seat decides something.
  virtual void before_step(const duel::Game& game, const duel::Inputs& inputs) = 0;
  // After each step, and after time has passed without one.
  virtual void after_step(const duel::Game& game, const duel::Events& events) = 0;
  // Time may pass up to this frame before after_step has to be called, even when nothing happens.
  virtual int next_stop() const { return duel::kNoFrameLimit; }
};

}  // namespace rensa::players
