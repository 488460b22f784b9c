#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/rules/ruleset.h"
#include "server/live_tournaments/player_processes.h"
#include "server/processes/isolation.h"
#include "server/tournament/plan/plan.h"

namespace rensa::app {

// Looks up on this machine the rulesets, players and programs that settings and plans name.

// Rulesets are published ones only, since all players have to know them. A built-in player is described by its kind,
// its options and the content of the files that it names, since these determine its games.
tournament::NameLookup plan_name_lookup();
// The same, but a player that names a file is refused, and the file is not looked at.
tournament::NameLookup plan_name_lookup_without_files();

// Returns the rulesets of JSON files. Throws std::runtime_error with a sentence if a file has no ruleset, or if two
// files have rulesets with the same id.
std::vector<rules::Ruleset> read_rulesets(const std::vector<std::string>& files);

// Returns true if a player names a file of weights. That file must not change during the run.
bool uses_weights_files(const tournament::TournamentPlan& plan);

// The paths of our programs that run players, in the folder of this program. They are not checked here.
live_tournaments::PlayerPrograms find_programs();
// The path of rensa-server, in the same folder.
std::string path_of_server();

// Returns the isolation that a value of the setting exec_isolation means; nullopt: none. Isolated programs see none of
// the hidden files and folders.
std::optional<processes::Isolation> isolation_of_setting(const std::string& exec_isolation,
                                                         const std::vector<std::string>& hidden);

// Throws std::runtime_error with a sentence if a program of the plan cannot be run from here.
void check_programs(const tournament::TournamentPlan& plan);

}  // namespace rensa::app
