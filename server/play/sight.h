#pragma once

#include <cstdint>

#include "engine/duel/event.h"
#include "engine/duel/game.h"
#include "engine/duel/view.h"

namespace rensa::play {

// Who hears of what, and sees what.

// A seat hears at once of all that happens to itself, and of what it must know of the opponent: its field, its attacks.
// The rest waits for the next update, and what the opponent decides is its own business until the pair moves.
enum class Concern : std::uint8_t { news, aside, none };
Concern concern_of(duel::Seat seat, const duel::Event& event);

// Both without what the wire does not carry.
duel::View view_for(const duel::Game& game, duel::Seat seat);
duel::View view_for_spectators(const duel::Game& game);  // both sides whole, seat one's as the own

}  // namespace rensa::play
