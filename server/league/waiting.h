#pragma once

#include <cstddef>
#include <vector>

#include "server/league/tournament.h"

namespace rensa::league {

// Who of these waits for an opponent: who plays nobody, is not benched, and has met fewer than so many (`encounters` is
// by player, and counts whom it plays now). Nobody, while it is better to wait: from few the pairing could not choose,
// but no slow game shall hold up the others. So at least half of those who have somebody to meet yet have to wait, or
// all that nobody plays.
std::vector<std::size_t> waiting_players(const Tournament& tournament, const std::vector<std::size_t>& players,
                                         const std::vector<int>& encounters, int most_encounters);

}  // namespace rensa::league
