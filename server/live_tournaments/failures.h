#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/duel/outcome.h"
#include "server/league/event.h"

namespace rensa::live_tournaments {

// Who fails again and again, by its program and not by its play, is taken out.

constexpr bool is_failure(duel::Cause cause) {
  return cause == duel::Cause::crashed || cause == duel::Cause::time || cause == duel::Cause::illegal ||
         cause == duel::Cause::disconnected;
}

class Failures {
 public:
  // After so many in a row; 0: never.
  Failures(std::size_t players, int bench_after) : in_a_row_(players), bench_after_(bench_after) {}

  void add_player() { in_a_row_.push_back(0); }
  // The players of the game, first and second.
  void count(std::size_t first, std::size_t second, const league::GameEnded& ended);
  bool are_too_many(std::size_t player) const { return bench_after_ > 0 && in_a_row_[player] >= bench_after_; }

 private:
  std::vector<int> in_a_row_;
  int bench_after_;
};

}  // namespace rensa::live_tournaments
