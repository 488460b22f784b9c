#pragma once

#include <string>
#include <vector>

#include "server/pages/page_layout.h"
#include "server/pages/views.h"
#include "server/tournament/plan/plan.h"
#include "server/tournament/statistics/glicko.h"

namespace rensa::pages {

// The tables of tournament pages.

// Makes a table of the running games with links to watch them.
Markup running_games_table(const Viewer& viewer, const TournamentView& view);

// Makes the table that tells how a tournament stands: place, player, latest results, points and strength. For a ladder
// `ratings` holds the ratings by player; otherwise it is empty, and the strength is Elo. Narrow screens show the first
// columns only, since standings_details_table() has all numbers.
Markup standings_table(const Viewer& viewer, const TournamentView& view, const Caption& caption,
                       const std::vector<tournament::PlayerStanding>& standings,
                       const std::vector<tournament::Rating>& ratings);

// Makes the table of the same players with all numbers: also the interval of the strength, and the decisions that were
// refused or late, if there are any.
Markup standings_details_table(const Viewer& viewer, const TournamentView& view, const Caption& caption,
                               const std::vector<tournament::PlayerStanding>& standings,
                               const std::vector<tournament::Rating>& ratings);

// Makes the row of letters for the latest results of a player. A screen reader reads the words.
Markup results_row(const Viewer& viewer, const std::vector<GameResult>& results);

// Returns the note that a player was disqualified, with the reason, or withdrawn; empty if it takes part.
std::string exclusion_text(const Viewer& viewer, const TournamentView& view, std::size_t player);

// Makes a table of the points of each player against each other player; empty if there are too many players.
Markup crosstable(const Viewer& viewer, const TournamentView& view);

// Makes a table of measures of how each player plays, such as its longest chain.
Markup measures_table(const Viewer& viewer, const TournamentView& view);

Markup points_cell(const tournament::GameCounts& games);
// The cells of games, wins, draws and losses.
Markup count_cells(const tournament::GameCounts& games);
// Return an average as text: "7.33", or "29,900" without decimals.
std::string average_text(double value);
std::string measure_text(const tournament::Performance& performance, tournament::Measure measure);

}  // namespace rensa::pages
