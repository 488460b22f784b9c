#pragma once

#include <cstdint>

#include "engine/duel/garbage.h"
#include "engine/rules/movement.h"

namespace rensa::duel {

// What a lane goes by beside what is seen of it: with this, who sits there can play it on (foresight.h). Nothing of it
// is a secret from its own seat.
struct Motion {
  int wait = 1;    // frames until the phase acts, that one included
  int reveal = 0;  // frames until the next-next pair is shown; 0: it is
  int rows = 0;    // fallen so far
  GarbageColumns entering{};
  int dropping = 0;  // garbage of this turn
  rules::Keys held = rules::Keys::none;
  bool driven = false;      // a placement leads the pair: nothing is told of its way
  std::int64_t unsent = 0;  // points that no attack has been made of yet
  friend bool operator==(const Motion&, const Motion&) = default;
};

}  // namespace rensa::duel
