#pragma once

#include "engine/players/local_game.h"

namespace rensa::tests {

// Plays a whole game. `observer` may be null.
inline players::GameResult play_game(const duel::GameSetup& setup, const players::Players& players,
                                     duel::GameObserver* observer) {
  players::LocalGame game(setup, players, observer);
  game.play_until(duel::kNoFrameLimit);
  return game.result();
}

}  // namespace rensa::tests
