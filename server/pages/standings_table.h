#pragma once

#include <string>
#include <vector>

#include "server/league/glicko.h"
#include "server/pages/frame.h"
#include "server/pages/tournament_view.h"

namespace rensa::pages {

// Who has how many points and what strength, as they stand; of a ladder with its ratings, by player, else with Elo.
Markup standings_table(const Visitor& visitor, const TournamentView& view, const Caption& caption,
                       const std::vector<league::Standing>& standings, const std::vector<league::Rating>& ratings);

// Who took how many points from whom; of more players than fit, nothing.
Markup crosstable(const Visitor& visitor, const TournamentView& view);

// What each does in its games.
Markup measures_table(const Visitor& visitor, const TournamentView& view);

// "3.5": wins, and half of the draws.
std::string points(const league::GameCounts& games);
std::string measured(const league::Performance& performance, league::Measure measure);

}  // namespace rensa::pages
