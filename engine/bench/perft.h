#pragma once

#include <cstdint>

#include "engine/bench/positions.h"
#include "engine/rules/chain.h"

namespace rensa::bench {

// What all placements to a depth come to. Leaf counts alone only see heights; the digest sees every cell.
struct Perft {
  std::uint64_t leaves = 0;
  std::uint64_t links = 0;
  std::uint64_t deaths = 0;
  std::uint64_t digest = 0;  // sum over the leaves, so that their order does not matter
  friend bool operator==(const Perft&, const Perft&) = default;
};

std::uint64_t digest_of(const rules::Field& field);

// Plays every placement that seems reachable, and after it every one of the next pair; depth 1..3.
Perft perft(const Position& position, int depth, const rules::ChainPath& path);

// The sum over the fixed positions.
Perft perft_of_fixed_positions(int depth, const rules::ChainPath& path);

}  // namespace rensa::bench
