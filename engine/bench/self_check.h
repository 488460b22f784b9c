#pragma once

#include <cstdint>

#include "engine/rules/chain.h"

namespace rensa::bench {

// Self-checks: numbers that stand for the behaviour of the rules, the routes and the duel. A change that is not meant
// to change the behaviour leaves them the same.

// The counts over all sequences of placements to a depth. The digest depends on every cell, leaf counts only on
// heights.
struct Perft {
  std::uint64_t leaves = 0;
  std::uint64_t links = 0;
  std::uint64_t deaths = 0;
  std::uint64_t digest = 0;  // a sum over the leaves, so that their order does not matter
  friend bool operator==(const Perft&, const Perft&) = default;
};

// Plays every droppable placement of each pair in turn, on each of the fixed positions, to a depth of 1..3. Returns the
// sum over the positions.
Perft perft_of_fixed_positions(int depth, const rules::ChainKernel& kernel);

// Plays chains on random fields of four and five colours and garbage. Covers the results of the chains and the fields
// after them.
std::uint64_t chain_signature(const rules::ChainKernel& kernel);

// Plays duels under random keys and placements. Covers every state and event of two minutes of frames, and of turns.
std::uint64_t duel_signature();

// Covers the routes and the reachability of every placement on the fixed positions, from the spawn and from mid-air.
std::uint64_t route_signature();

// Covers the beam searches for building, for races and under incoming garbage, on the fixed positions.
std::uint64_t search_signature();

}  // namespace rensa::bench
