#pragma once

#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::rules {

// A pair put down at once, without movement: what searches do instead of playing keys.

struct DropResult {
  bool fits = false;  // both cells ended in rows 1..13; if not, the field is unchanged
  bool tear = false;  // the two come to rest apart, or would if there were room
};

// Precondition: the field is at rest.
DropResult drop_pair(Field& field, Pair pair, Placement placement);

// The estimate that searches use for the frames from control to the next check for a chain, on the field before.
int drop_frames(const Heights& heights, Placement placement);

}  // namespace rensa::rules
