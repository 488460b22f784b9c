#pragma once

#include <span>

#include "engine/rules/chain.h"
#include "engine/rules/pair.h"

namespace rensa::record {

// The greatest chain that can be fired with these pairs, by points: what a curve of a game shows beside what was really
// fired. Placements that a search thinks reachable count, nothing is built on luck.
// Preconditions: the field is at rest; two pairs at most, the empty ones of a game that begins count as none.
rules::ChainResult greatest_threat(const rules::Field& field, std::span<const rules::Pair> pairs);

}  // namespace rensa::record
