#pragma once

#include <cstdint>

#include "engine/rules/rng.h"

namespace rensa::players {

// How the games of a match and the players in them come by their seeds.

// The streams that these numbers come from; the low half counts.
inline constexpr std::uint64_t kGameStream = 0x6761'6D65ULL << 32;
inline constexpr std::uint64_t kPlayerStream = 0x706C'6179ULL << 32;

constexpr std::uint64_t wide_number(rules::Rng rng) {
  const std::uint64_t high = rng.next();
  return high << 32 | rng.next();
}

// Of game number `index` (0 is the first) of a match.
constexpr std::uint64_t game_seed(std::uint64_t match_seed, std::uint32_t index) {
  return wide_number(rules::Rng(match_seed, kGameStream | index));
}

// Of one of the two in a game: 0 is who is named first in the match, whatever the seat. Were it the seat, exchanging
// seats would not mirror a game; were it the same for both, two of a kind would play each other's moves.
constexpr std::uint64_t player_seed(std::uint64_t game_seed, int entrant) {
  return wide_number(rules::Rng(game_seed, kPlayerStream | static_cast<std::uint32_t>(entrant)));
}

}  // namespace rensa::players
