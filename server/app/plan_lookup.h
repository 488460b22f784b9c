#pragma once

#include "server/live_tournaments/player_processes.h"
#include "server/tournament/plan/plan.h"

namespace rensa::app {

// Looks up on this machine the rulesets, players and programs that plans name.

// Rulesets are published ones only, since all players have to know them. A built-in player is described by its kind,
// its options and the content of the files that it names, since these determine its games.
tournament::NameLookup plan_name_lookup();

// Returns true if a player names a file of weights. That file must not change during the run.
bool uses_weights_files(const tournament::TournamentPlan& plan);

// The paths of our programs that run players, in the folder of this program. They are not checked here.
live_tournaments::PlayerPrograms find_programs();

// Throws std::runtime_error with a sentence if a program of the plan cannot be run from here.
void check_programs(const tournament::TournamentPlan& plan);

}  // namespace rensa::app
