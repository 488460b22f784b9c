#pragma once

#include <cstdint>
#include <span>

#include "engine/bench/positions.h"
#include "engine/rules/chain.h"

namespace rensa::bench {

// What a two-ply search does: every placement of the first pair, then every one of the second, each simulated.
struct Plies {
  std::uint64_t nodes = 0;
  int best_score = 0;
};

Plies two_plies(const Position& position, const rules::ChainPath& path);

}  // namespace rensa::bench
