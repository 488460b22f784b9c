#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "server/league/tournament.h"

namespace rensa::league {

// The players by the points of these pairs, the best first; of equal points, by those of the opponents they met
// (Buchholz), then by their place in `players`. Pairs with somebody who is benched count for nobody: not all have met
// him. `given`: half points beyond, by player; none: to nobody.
std::vector<std::size_t> ranking_by_points(const Tournament& tournament, const std::vector<std::size_t>& players,
                                           PairRange pairs, std::span<const int> given);

}  // namespace rensa::league
