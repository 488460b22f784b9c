#pragma once

#include <cstdint>

#include "engine/rules/pair.h"

namespace rensa::search {

// The placements (bits by kPlacements) that a search has to look at: a double upside down is the same.
constexpr std::uint32_t without_twins(rules::Pair pair, std::uint32_t placements) {
  constexpr int kUpsideDown = rules::kPlacementCount / 2;
  return pair.axis == pair.child ? placements & ~(placements << kUpsideDown) : placements;
}

}  // namespace rensa::search
