#pragma once

#include <span>
#include <string>
#include <vector>

#include "server/pages/page_layout.h"
#include "server/pages/views.h"
#include "server/tournament/plan/plan.h"
#include "server/tournament/statistics/glicko.h"
#include "server/tournament/statistics/standings.h"

namespace rensa::pages {

// The tables of tournament pages.

// Returns the strength of a player as text, "1699" or "–", where 1500 is the average of those whose strength can be
// compared. `scale` is that of elo_scales().
std::string rating_text(const tournament::PlayerStanding& standing, std::size_t scale);
// Makes the sentence below a table that says what the ratings relate to. It is no part of the table of a ladder.
Markup rating_note(const Viewer& viewer);

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

// The games of a row's player against a column's.
using CrossCell = tournament::GameCounts;
// Returns the cells of a crosstable, row by row.
std::vector<std::vector<CrossCell>> cross_cells(const tournament::GameResults& results,
                                                std::span<const tournament::PlayerStanding> standings);
// Make the cells of a crosstable: "4–2" in the colour of its result, and the cell of a player against itself.
Markup cross_cell(const CrossCell& games);
Markup cross_diagonal();

// Makes a table of the points of each player against each other player; empty if there are too many players.
Markup crosstable(const Viewer& viewer, const TournamentView& view);

// Makes a table of measures of how each player plays, such as its longest chain.
Markup measures_table(const Viewer& viewer, const TournamentView& view);

// Returns the points as text, such as "3.5": the wins plus half of the draws.
std::string points_text(const tournament::GameCounts& games);
Markup points_cell(const tournament::GameCounts& games);
// The cells of games, wins, draws and losses.
Markup count_cells(const tournament::GameCounts& games);
// Return an average as text: "7.33", or "29,900" without decimals.
std::string average_text(double value);
std::string measure_text(const tournament::Performance& performance, tournament::Measure measure);

}  // namespace rensa::pages
