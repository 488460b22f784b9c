#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/duel/feats.h"
#include "engine/duel/game.h"
#include "engine/duel/observer.h"
#include "engine/players/player.h"

namespace rensa::players {

// A game between two players in one process, in virtual time: a player thinks while the game stands still, and what it
// chooses takes effect in the next frame. No clock, no I/O.

struct GameResult {
  duel::Outcome outcome;
  std::array<duel::Feats, 2> seats;
  std::uint64_t hash = 0;  // of the last state
  friend bool operator==(const GameResult&, const GameResult&) = default;
};

using Players = std::array<Player*, 2>;  // by seat

// A game that is under way, for who wants to look at it on the way. The players and the observer outlive it.
class GameRun {
 public:
  // `observer` may be null.
  GameRun(const duel::GameSetup& setup, const Players& players, duel::Observer* observer);

  // Plays on until the clock stands at `clock`, or to the end. The end is that of the rules, or, with cause illegal,
  // the first placement that the game refuses.
  void play_until(int clock);

  const duel::Game& game() const { return game_; }
  bool over() const { return outcome().has_value(); }
  const std::optional<duel::Outcome>& outcome() const { return broken_off_ ? broken_off_ : game_.outcome(); }
  GameResult result() const;  // precondition: over()

 private:
  bool ask(duel::Inputs& inputs);
  void look_for_refusals(const duel::Events& events);
  void punish(const std::array<bool, 2>& refused);

  duel::Game game_;
  Players players_;
  duel::Observer* observer_;
  duel::FeatCounter counter_;
  std::optional<duel::Outcome> broken_off_;
};

GameResult play_game(const duel::GameSetup& setup, const Players& players, duel::Observer* observer);

}  // namespace rensa::players
