#pragma once

#include <array>
#include <cstdint>

#include "engine/duel/game_setup.h"
#include "server/tournament/journal/progress.h"
#include "server/tournament/plan/plan.h"

namespace rensa::tournament {

// The random seeds and the seats of a game. They depend only on the seed of the plan, the names of the two players,
// their earlier meetings, and the number of its annulments. Other players have no influence.
struct GameSeeds {
  std::uint64_t queue = 0;                 // seed of the queue of pairs
  std::array<std::uint64_t, 2> players{};  // seed of each player, by side; reveals nothing of the queue
  std::array<PairSide, 2> sides{};         // by seat: the side that sits there

  PairSide side_at(duel::Seat seat) const { return sides[duel::index_of(seat)]; }
};

// From here on a seed is large. A large seed cannot be computed from what a running tournament tells. It does not fit
// into a double.
inline constexpr std::uint64_t kFirstLargeSeed = 1ULL << 53;

// Returns true if both games of a pair have the same queue. `share`: that of such pairs among all.
bool is_audited(std::uint64_t seed, double share, std::size_t pair);

GameSeeds game_seeds(const TournamentPlan& plan, const GameToPlay& game);

// The number of the player in a seat.
std::size_t player_at(const GameToPlay& game, const GameSeeds& seeds, duel::Seat seat);

}  // namespace rensa::tournament
