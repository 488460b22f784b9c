#pragma once

#include <array>
#include <string>

#include "engine/duel/game.h"
#include "engine/duel/record_writer.h"

namespace rensa::play {

// A game that is played, with the record that is taken of it. No clock: whoever runs it says when.
class Play {
 public:
  // Precondition: the names are names for a record.
  Play(const duel::GameSetup& setup, const std::array<std::string, 2>& names) : game_(setup), writer_(setup, names) {}

  const duel::Game& game() const { return game_; }

  duel::Events step(const duel::Inputs& inputs);
  // Without inputs up to and including the first event, or up to `last`; or less far.
  duel::Events advance(int last);
  // The outcome is the game's own if it has one.
  duel::Record finish(const duel::Outcome& outcome) { return writer_.finish(game_, outcome); }

 private:
  duel::Game game_;
  duel::RecordWriter writer_;
};

}  // namespace rensa::play
