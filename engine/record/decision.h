#pragma once

#include <optional>
#include <vector>

#include "engine/duel/record.h"
#include "engine/duel/view.h"

namespace rensa::record {

// A decision of a finished game: what the seat saw when it was due, and what came of it.
struct Decision {
  duel::View view;                        // when the pair came under control
  std::optional<rules::Placement> taken;  // where the pair locked; none: the game ended before
};

// The one that a moment of the game belongs to: the last that was due by then, else the first of all. Nullopt: the
// seat never had any. Precondition: the record verifies.
std::optional<Decision> decision_at(const duel::Record& record, duel::Seat seat, int clock);

// All of a seat, in their order; where the game ended before a pair locked, nothing was taken. Precondition: the record
// verifies.
std::vector<Decision> decisions_of(const duel::Record& record, duel::Seat seat);

}  // namespace rensa::record
