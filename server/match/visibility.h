#pragma once

#include <cstdint>
#include <optional>

#include "engine/duel/event.h"
#include "engine/duel/game.h"
#include "engine/duel/view.h"

namespace rensa::match {

// Decides which events and which parts of the state each seat and the spectators may see.

// Says whether an event is sent to a seat, and when. Events on which the seat can act are sent at once: its own, and
// the opponent's field and attacks. Events that tell the seat nothing new are sent with the next update: a pair that
// was announced before, or a pair that locks where its accepted placement said. The opponent's decisions stay hidden.
enum class EventRelevance : std::uint8_t { immediate, deferred, hidden };
// Says if the seat's pair is expected to lock at its accepted placement.
enum class ExpectedLanding : std::uint8_t { unknown, at_accepted_placement };
EventRelevance relevance_of(duel::Seat seat, const duel::Event& event, ExpectedLanding landing);

// The views leave out the fields that are not sent to clients.
duel::View view_for(const duel::Game& game, duel::Seat seat);
// Returns the motion of the seat's pair, for a client that steers it and simulates its own side; nullopt in turn games.
std::optional<duel::Motion> motion_for(const duel::Game& game, duel::Seat seat);
duel::View view_for_spectators(const duel::Game& game);  // both sides in full; seat one is `own`

}  // namespace rensa::match
