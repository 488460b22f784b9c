#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/duel/outcome.h"
#include "server/league/sample.h"
#include "server/league/tournament.h"

namespace rensa::league {

// What the games of a run that are over add up to. The same whatever order they ended in.

// Two players against each other, from the side of the first.
struct PairingResult {
  std::size_t first = 0;  // the lower number
  std::size_t second = 0;
  GameCounts games;
  PairCounts pairs;      // of two games each, with a queue for each game
  PairCounts audited{};  // with one queue for both
};

struct Results {
  std::vector<PairingResult> pairings;                           // by players
  std::vector<std::array<std::int64_t, duel::kCauses>> lost_by;  // by player
  // Pairs of two games with one queue, from the side of their first player.
  PairCounts audited;
  GameCounts audited_games;

  // nullptr: they have not met.
  const PairingResult* find(std::size_t one, std::size_t two) const;
};

Results results_of(const Tournament& tournament, std::span<const PairRange> ranges);

// Of a pairing: its pairs, where all games belong to one, else its games. Pairs know how their games hang together.
Sample sample_of(const PairingResult& result);

// The same from the other side.
GameCounts reversed(const GameCounts& counts);
PairCounts reversed(const PairCounts& counts);

}  // namespace rensa::league
