#pragma once

#include "engine/duel/record.h"
#include "engine/rules/parsed.h"
#include "engine/rules/shared.h"

namespace rensa::record {

// What a seat did in a recorded game as moves on an empty field, for URLs that people share: pairs where they were
// placed, and the garbage that fell. Played as formats without movement play it, it gives the same rows 1 to 13; where
// it would not, because keys left a pair hanging in row 14, there is an error that names the hand.
// Precondition: the record verifies.
rules::Parsed<rules::Shared> shared_of_record(const duel::Record& record, duel::Seat seat);

}  // namespace rensa::record
