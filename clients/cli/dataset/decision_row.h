#pragma once

#include <cstdint>
#include <vector>

#include "engine/duel/outcome.h"
#include "engine/record/game_history.h"
#include "engine/record/record.h"

namespace rensa::cli {

// A decision of a recorded game, as one row of data from which programs learn.
struct DecisionRow {
  std::int32_t game = 0;  // 0 is the first record
  std::uint64_t seed = 0;
  duel::Seat seat = duel::Seat::one;
  record::Decision decision;
  int attack = 0;  // garbage that the chain of this pair was worth, both sent and used against waiting garbage
  int result = 0;  // of the seat in this game: 1 won, 0 drawn, -1 lost
};

// Returns the decisions of both seats, those of seat one first, each seat's in their order. The record must verify.
std::vector<DecisionRow> decision_rows_of(const record::Record& record, std::int32_t game);

// Returns true if the decisions of this game belong to the test data. About `percent` of all games do. The answer
// depends on the queue of the pairs alone, that is on the seed, or on the queue that the record has itself. So games
// with the same pairs are never divided.
bool is_test_game(const record::Record& record, int percent);

}  // namespace rensa::cli
