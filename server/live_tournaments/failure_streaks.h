#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/duel/outcome.h"
#include "server/tournament/journal/event.h"

namespace rensa::live_tournaments {

// True if a game was lost by a failure of the program, not by its play.

constexpr bool is_failure(duel::Cause cause) {
  return cause == duel::Cause::crashed || cause == duel::Cause::time || cause == duel::Cause::illegal ||
         cause == duel::Cause::disconnected;
}

// Counts for each player the games in a row that it lost by failures.
class FailureStreaks {
 public:
  // `bench_after`: the limit; 0: no limit.
  FailureStreaks(std::size_t players, int bench_after) : in_a_row_(players), bench_after_(bench_after) {}

  void add_player() { in_a_row_.push_back(0); }
  // Counts a finished game of these two players.
  void count(std::size_t first, std::size_t second, const tournament::GameEnded& ended) {
    const std::array players{first, second};
    for (const tournament::PairSide side : {0, 1}) {
      const std::size_t player = players[static_cast<std::size_t>(side)];
      const bool has_failed = is_failure(ended.cause) && ended.winner != side;
      in_a_row_[player] = has_failed ? in_a_row_[player] + 1 : 0;
    }
  }
  bool is_over_limit(std::size_t player) const { return bench_after_ > 0 && in_a_row_[player] >= bench_after_; }

 private:
  std::vector<int> in_a_row_;
  int bench_after_;
};

}  // namespace rensa::live_tournaments
