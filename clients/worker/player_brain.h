#pragma once

#include "clients/worker/brain.h"
#include "engine/players/registry.h"

namespace rensa::worker {

// Brains that are players of engine/players. A game that brings its own chance takes that as the player's seed: then
// the same chance and the same views lead to the same choices, in whatever order matches come. In others it takes the
// same seed, matches in the same order and the same views: the seed of a game is that of `rensa match`, the match
// counting from 0 as they begin here.
MakeBrain brains_of(const players::Entrant& entrant, std::uint64_t seed);

}  // namespace rensa::worker
