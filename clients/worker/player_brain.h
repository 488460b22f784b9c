#pragma once

#include <cstdint>

#include "clients/worker/brain.h"
#include "engine/players/registry.h"

namespace rensa::worker {

// Returns a function that makes brains which are players of engine/players. Between decisions they think about the next
// one as far as it is known already (next_decision() in engine/players/position.h).
//
// If the server gives a game its own chance, that is the player's seed: then the same chance and the same views lead to
// the same choices, in whatever order matches come. In other games the same seed, the same order of matches and the
// same views lead to the same choices. The seed of such a game is that of `rensa match`, where matches count from 0 as
// they begin here, whatever numbers the server gives them.
MakeBrain player_brains(const players::Entrant& entrant, std::uint64_t seed);

}  // namespace rensa::worker
