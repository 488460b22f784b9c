#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>

#include "server/base/table.h"
#include "server/tournament/journal/progress.h"
#include "server/tournament/plan/plan.h"

namespace rensa::tournament {

// Lists finished games for programs. Each is an object with its name "game" (PAIR-LEG), its "stage" from 1, its two
// "players" in the order of the pair, the name of the "winner" or null, and the "cause" of its end. Annulled results
// are left out.

// Adds the games of one pair to an array.
void add_finished_games(const TournamentPlan& plan, const TournamentProgress& progress, std::size_t pair,
                        nlohmann::ordered_json& list);

// Returns the games of all pairs, the newest pair first.
nlohmann::ordered_json finished_games_json(const TournamentPlan& plan, const TournamentProgress& progress);

// Returns such a list as a table with a row for each game. A drawn game has no winner.
base::Table game_table(const nlohmann::ordered_json& games);

}  // namespace rensa::tournament
