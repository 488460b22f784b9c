#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/duel/game.h"
#include "engine/duel/game_statistics.h"
#include "engine/players/player.h"

namespace rensa::players {

// A game between two players in one process, in virtual time. The game stands still while a player thinks, and the
// chosen placement takes effect in the next frame. There is no clock and no I/O.

struct GameResult {
  duel::Outcome outcome;
  std::array<duel::GameStatistics, 2> seats;
  std::uint64_t hash = 0;  // of the last state
  friend bool operator==(const GameResult&, const GameResult&) = default;
};

using Players = std::array<Player*, 2>;  // by seat

// A game in progress, which the caller can inspect between steps. The players and the observer must outlive it.
class LocalGame {
 public:
  // `observer` may be null. The players search without limits.
  LocalGame(const duel::GameSetup& setup, const Players& players, duel::GameObserver* observer);

  // Plays until the clock reaches `clock`, or to the end. The game ends by the rules, or with the cause illegal at the
  // first placement that it refuses.
  void play_until(int clock);

  const duel::Game& game() const { return game_; }
  bool is_over() const { return outcome().has_value(); }
  const std::optional<duel::Outcome>& outcome() const { return refusal_ ? refusal_ : game_.outcome(); }
  GameResult result() const;  // precondition: is_over()

 private:
  bool ask_players(duel::Inputs& inputs);
  void check_refusals(const duel::Events& events);

  duel::Game game_;
  Players players_;
  duel::GameObserver* observer_;
  duel::StatisticsCounter counter_;
  std::optional<duel::Outcome> refusal_;  // the end by a refused placement
};

}  // namespace rensa::players
