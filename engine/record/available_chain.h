#pragma once

#include <span>

#include "engine/rules/chain.h"
#include "engine/rules/pair.h"

namespace rensa::record {

// Returns the chain with most points that can be fired with these pairs. A curve of a game shows it beside the chains
// that were really fired. It counts the placements that a search thinks reachable.
// Preconditions: the field is at rest; there are at most two pairs. Empty pairs, as at a game's start, count as none.
rules::ChainResult largest_available_chain(const rules::Field& field, std::span<const rules::Pair> pairs);

}  // namespace rensa::record
