#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/contest/plan.h"
#include "server/league/event.h"
#include "server/league/tournament.h"

namespace rensa::contest {

// Players who join while a run is played: they are in its journal as a plan would have them, so that a run is its plan
// and its journal, and nothing else.

// What somebody has written: one of the `players` of a plan.
rules::Parsed<Player> player_of_json(std::string_view text, const LookUp& look_up);

// The player as its event has it: all that a plan has, and what a built-in one stands for.
std::string entry_of(const Player& player);

// The plan with those who have joined. Throws std::runtime_error with a sentence where no plan could have them.
Plan with_joined(Plan plan, const std::vector<league::Event>& past);

// Why nobody can join now, as a sentence; empty: whoever wants to can.
std::string why_closed(const Plan& plan, const league::Tournament& tournament);

}  // namespace rensa::contest
