#pragma once

#include <array>
#include <cstdint>

#include "engine/duel/seat.h"
#include "server/contest/plan.h"
#include "server/league/tournament.h"

namespace rensa::contest {

// Where the chance of a game comes from, and who sits where. A function of the plan's seed, of the two players' names
// and of how often they have met: who else plays, or fails to, changes nothing.
struct GameChance {
  std::uint64_t queue = 0;                 // of the pairs
  std::array<std::uint64_t, 2> players{};  // of each, by side of the pair; tells nothing of the queue
  std::array<league::Side, 2> sides{};     // by seat: whose seat it is

  league::Side side_at(duel::Seat seat) const { return sides[duel::index_of(seat)]; }
};

GameChance chance_of(const Plan& plan, const league::GameToPlay& game);

// The player in a seat, by number in the plan.
std::size_t player_at(const league::GameToPlay& game, const GameChance& chance, duel::Seat seat);

}  // namespace rensa::contest
