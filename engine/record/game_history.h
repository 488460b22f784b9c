#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "engine/duel/game_statistics.h"
#include "engine/duel/view.h"
#include "engine/notation/shared_position.h"
#include "engine/record/record.h"
#include "engine/rules/chain.h"
#include "engine/rules/pair.h"
#include "engine/rules/parsed.h"

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

// Returns the chain with most points that can be fired with these pairs, by placements that rules::seems_reachable()
// accepts. The timeline of a game shows it beside the chains that were really fired.
// Preconditions: the field is at rest; there are at most two pairs. Empty pairs, as at a game's start, count as none.
rules::ChainResult largest_available_chain(const rules::Field& field, std::span<const rules::Pair> pairs);

// Returns the placed pairs and the fallen garbage of one seat as moves on an empty field, for URLs that people share.
// These formats have no movement: they drop pairs straight down, and give the same rows 1 to 13. If keys left a pair
// hanging in row 14, that is impossible, and the error names the hand. Precondition: the record verifies.
rules::Parsed<notation::SharedPosition> shared_moves_of(const record::Record& record, duel::Seat seat);

}  // namespace rensa::record
