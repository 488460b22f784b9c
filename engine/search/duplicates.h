#pragma once

#include <cstdint>

#include "engine/rules/field.h"
#include "engine/rules/hash.h"
#include "engine/rules/pair.h"

namespace rensa::search {

// Functions that help searches not to look at the same position twice.

// Returns the key of a field for hash tables. It leaves out the trap row, so compare fields with equal keys.
inline std::uint64_t field_key(const rules::Field& field) {
  rules::Hash hash;
  for (const rules::Board& plane : field.planes().bits) hash.add(plane.low).add(plane.high);
  return hash.value();
}

// Removes the placements (bits by kPlacements) that put down a double upside down, because the result is the same.
constexpr std::uint32_t without_symmetric_placements(rules::Pair pair, std::uint32_t placements) {
  constexpr int kUpsideDown = rules::kPlacementCount / 2;
  return pair.axis == pair.child ? placements & ~(placements << kUpsideDown) : placements;
}

}  // namespace rensa::search
