#pragma once

#include <string>

#include "clients/cli/tournament/plan.h"
#include "server/league/tournament.h"

namespace rensa::cli {

// What a run came to, for people and for programs; the same run gives the same bytes, in whatever order its games
// ended.
std::string report_text(const TournamentPlan& plan, const league::Tournament& tournament);
std::string report_json(const TournamentPlan& plan, const league::Tournament& tournament);

}  // namespace rensa::cli
