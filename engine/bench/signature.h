#pragma once

#include <cstdint>

#include "engine/rules/chain.h"

namespace rensa::bench {

// Numbers that stand for the behaviour of a part: a change that is not meant to change it leaves them alone.

// Chains of random full fields, four and five colours and garbage: results and what is left.
std::uint64_t chain_signature(const rules::ChainPath& path);

// Duels under random keys and placements: every state and event of two minutes of frames, and of turn games.
std::uint64_t duel_signature();

// Routes and reachability of every placement on the fixed positions, from the spawn and from mid-air.
std::uint64_t route_signature();

}  // namespace rensa::bench
