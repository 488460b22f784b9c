#pragma once

#include <array>
#include <optional>
#include <vector>

#include "engine/duel/game_statistics.h"
#include "engine/duel/view.h"
#include "engine/record/record.h"

namespace rensa::record {

// Facts about a recorded game: the result of each pair, the decisions of each seat, and statistics. All functions
// replay the record, which must verify.

// The result of one pair of a seat.
struct HandResult {
  duel::Seat seat = duel::Seat::one;
  int number = 0;  // 1 is the first
  int clock = 0;   // the frame or turn in which the pair locked
  rules::Pair pair;
  rules::Placement placement;
  int links = 0;
  int points = 0;  // of the chain, including all clear
  bool all_clear = false;
  int sent = 0;
  int cancelled = 0;
  int fell = 0;  // garbage that fell onto this seat before its next pair
};

// All pairs that locked, in the order in which they locked.
std::vector<HandResult> hand_results_of(const Record& record);

// The statistics of both seats, by seat.
std::array<duel::GameStatistics, 2> statistics_of(const Record& record);

// A decision of a finished game.
struct Decision {
  duel::View view;                            // as the seat saw it when the pair came under control
  std::optional<rules::Placement> placement;  // where the pair locked; none if the game ended before
};

// The last decision that was due by this clock, or the first of the game if none was. Returns nothing if the seat never
// had a decision.
std::optional<Decision> decision_at(const Record& record, duel::Seat seat, int clock);

// All decisions of a seat in their order.
std::vector<Decision> decisions_of(const Record& record, duel::Seat seat);

}  // namespace rensa::record
