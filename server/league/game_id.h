#pragma once

#include <compare>
#include <string>

namespace rensa::league {

// A game of a run. What is voided is played again in the same place: the same players, seats and queue, the next
// attempt.
struct GameId {
  int pair = 0;     // in the order in which pairs were planned
  int leg = 0;      // which game of the pair
  int attempt = 0;  // 0 is the first
  friend auto operator<=>(const GameId&, const GameId&) = default;
};

// "PAIR-LEG", and "-ATTEMPT" where it is not the first: in names of files, for the log, in URLs.
std::string name_of(const GameId& game);

}  // namespace rensa::league
