#pragma once

#include "engine/notation/shared_position.h"
#include "engine/record/record.h"
#include "engine/rules/parsed.h"

namespace rensa::record {

// Returns the placed pairs and the fallen garbage of one seat as moves on an empty field, for URLs that people share.
// These formats have no movement: they drop pairs straight down, and give the same rows 1 to 13. If keys left a pair
// hanging in row 14, that is impossible, and the error names the hand. Precondition: the record verifies.
rules::Parsed<notation::SharedPosition> shared_moves_of(const record::Record& record, duel::Seat seat);

}  // namespace rensa::record
