#pragma once

#include "engine/rules/field.h"
#include "engine/rules/hash.h"

namespace rensa::duel {

// A field as part of a state hash: all rows, the trap row included.
inline void add_field(rules::Hash& hash, const rules::Field& field) {
  for (const rules::Board& plane : field.planes().bits) hash.add(plane.low).add(plane.high);
  std::uint64_t trap = 0;
  for (int x = 1; x <= rules::kColumns; ++x)
    trap = trap << 4 | static_cast<std::uint64_t>(field.at(x, rules::kTrapRow));
  hash.add(trap);
}

}  // namespace rensa::duel
