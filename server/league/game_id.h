#pragma once

#include <compare>

namespace rensa::league {

// A game of a run. What is voided is played again in the same place: the same players, seats and queue, the next
// attempt.
struct GameId {
  int pair = 0;     // in the order in which pairs were planned
  int leg = 0;      // which game of the pair
  int attempt = 0;  // 0 is the first
  friend auto operator<=>(const GameId&, const GameId&) = default;
};

}  // namespace rensa::league
