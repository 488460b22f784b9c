#pragma once

#include <array>

#include "engine/duel/outcome.h"

namespace rensa::play {

// What the games of a match that are over count for.
struct Score {
  std::array<int, 2> wins{};
  int draws = 0;

  void add(const duel::Outcome& outcome) { count(outcome, 1); }
  void take_back(const duel::Outcome& outcome) { count(outcome, -1); }

 private:
  void count(const duel::Outcome& outcome, int games) {
    if (outcome.winner) {
      wins[duel::index_of(*outcome.winner)] += games;
    } else if (outcome.cause != duel::Cause::voided) {
      draws += games;
    }
  }
};

}  // namespace rensa::play
