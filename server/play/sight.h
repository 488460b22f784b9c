#pragma once

#include <cstdint>
#include <optional>

#include "engine/duel/event.h"
#include "engine/duel/game.h"
#include "engine/duel/view.h"

namespace rensa::play {

// Who hears of what, and sees what.

// A seat hears at once of what it can act on: of itself, and of the opponent its field and its attacks. That a pair is
// announced, or that a placement counts, waits for the next update: the pair was known, and the decision was answered.
// So does the end of the way that was accepted. What the opponent decides is its own business until the pair moves.
enum class Concern : std::uint8_t { news, aside, none };
enum class Landing : std::uint8_t { open, as_accepted };  // where the seat's pair goes
Concern concern_of(duel::Seat seat, const duel::Event& event, Landing landing);

// Both without what the wire does not carry.
duel::View view_for(const duel::Game& game, duel::Seat seat);
// For who steers its own pair and plays its side on by itself; nothing in a game of turns.
std::optional<duel::Motion> motion_for(const duel::Game& game, duel::Seat seat);
duel::View view_for_spectators(const duel::Game& game);  // both sides whole, seat one's as the own

}  // namespace rensa::play
