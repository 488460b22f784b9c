#pragma once

#include <cstdint>

#include "engine/duel/view.h"
#include "engine/rules/pair.h"

namespace rensa::players {

// What a seat that has to decide can choose from, as bits by kPlacements: where the falling pair can truly get, or what
// a turn game allows. Never empty while a decision is due.
std::uint32_t possible_placements(const duel::View& view);

// The second half of kPlacements is the first half upside down: what puts the same cells down the other way round.
inline constexpr int kUpsideDown = rules::kPlacementCount / 2;

// One of each two choices that come to the same for this pair, the first: of a double, half of them are doubles.
std::uint32_t different_placements(std::uint32_t choices, rules::Pair pair);

}  // namespace rensa::players
