#pragma once

#include <cstdint>

namespace rensa::duel {

// The decisions of one seat in one game that were not played as they were meant. The host of the game counts them; its
// record does not hold them.
struct DecisionCounts {
  std::int64_t refused = 0;  // placements that were impossible
  std::int64_t late = 0;     // answers that did not come in time
  friend bool operator==(const DecisionCounts&, const DecisionCounts&) = default;
};

inline void add_game(DecisionCounts& total, const DecisionCounts& game) {
  total.refused += game.refused;
  total.late += game.late;
}

}  // namespace rensa::duel
