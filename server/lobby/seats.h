#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "engine/duel/game.h"
#include "server/base/types.h"
#include "server/lobby/running_matches.h"
#include "server/match/arrangement.h"

namespace rensa::lobby {

// Look-ups of the seats of running matches.

// Returns how many seats of the match the player has.
std::size_t seat_count(const match::Match& match, base::PlayerId player);
// Returns the name of a seat; nullopt if the player does not have the seat, or if the match was arranged.
std::optional<std::string> seat_name(const RunningMatches& matches, base::PlayerId player, base::MatchId match,
                                     duel::Seat seat);
// Returns true if this is the token of a seat of a running match.
bool is_seat_token(const RunningMatches& matches, base::MatchId match, duel::Seat seat, const std::string& token);
// Returns the players of a running match, with the names that it began with.
std::optional<std::array<match::MatchPlayer, 2>> seat_players(const RunningMatches& matches, base::MatchId match);

}  // namespace rensa::lobby
