#pragma once

#include <array>

#include "engine/duel/feats.h"
#include "engine/duel/record.h"

namespace rensa::duel::test {

// A second count of what a seat did: from the states before and after each step, without a look at the events.
struct NaiveFeats {
  Feats feats;
  // What became of the garbage that is not told of.
  std::int64_t found_no_room = 0;
  std::int64_t in_the_air = 0;  // at the end
  std::int64_t waiting = 0;     // at the end
  std::int64_t met = 0;         // in a turn game: another attack of the same turn
};

// Precondition: the record verifies, and in a turn game each placement is legal.
std::array<NaiveFeats, 2> naive_feats_of(const Record& record);

}  // namespace rensa::duel::test
