#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/search/potential.h"

namespace rensa::players {

// A chain that hurts, and that the opponent cannot answer: where turns are taken, garbage falls after the victim's next
// turn, so that only what it can fire then, or together with the chain, takes anything away from it.

struct StrikeSituation {
  int waiting = 0;  // garbage that is going to fall on who strikes: it has to be answered in this turn
  int to_bury = 0;  // garbage that ends the game
  // The most that the opponent can fire with the first, second and third pair that it knows.
  std::array<int, search::kMostProspectPairs> answers{};
  int worth = 1;  // of a garbage, in what attacks are counted in
};

// The placement that fires one, or that leads to one which the known pairs fire: the more is left of it, and the
// sooner, the better; the first of equals. None: there is none. Of those with a bit in `placements`.
std::optional<std::size_t> choose_strike(const search::Prospects& prospects, std::uint32_t placements,
                                         const StrikeSituation& situation);

// What a side can fire at most with each pair that it knows.
std::array<int, search::kMostProspectPairs> most_attacks(const search::Prospects& prospects);

}  // namespace rensa::players
