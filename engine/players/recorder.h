#pragma once

#include <array>
#include <string>

#include "engine/duel/observer.h"
#include "engine/duel/record_writer.h"

namespace rensa::players {

// Takes down a game that is played.
class Recorder final : public duel::Observer {
 public:
  Recorder(const duel::GameSetup& setup, const std::array<std::string, 2>& names) : writer_(setup, names) {}

  void before_step(const duel::Game& game, const duel::Inputs& inputs) override { writer_.before_step(game, inputs); }
  void after_step(const duel::Game& game, const duel::Events& events) override { writer_.after_step(game, events); }
  int next_stop() const override { return writer_.next_checkpoint(); }

  // The outcome as the game's result has it.
  duel::Record finish(const duel::Game& game, const duel::Outcome& outcome) { return writer_.finish(game, outcome); }

 private:
  duel::RecordWriter writer_;
};

}  // namespace rensa::players
