#pragma once

#include <string>
#include <vector>

#include "server/pages/page_layout.h"
#include "server/pages/views.h"
#include "server/tournament/plan/plan.h"
#include "server/tournament/statistics/glicko.h"

namespace rensa::pages {

// The tables of tournament pages.

struct GameList {
  const std::string& tournament;
  const tournament::TournamentPlan& plan;
  const std::vector<GameRow>& games;
};
Markup games_section(const Viewer& viewer, TextId title, const GameList& list);

// Makes a table of the running games with links to watch them.
Markup running_games_table(const Viewer& viewer, const TournamentView& view);

// The players with their points and strengths. For a ladder `ratings` holds the ratings by player; otherwise it is
// empty, and the strength is Elo.
Markup standings_table(const Viewer& viewer, const TournamentView& view, const Caption& caption,
                       const std::vector<tournament::PlayerStanding>& standings,
                       const std::vector<tournament::Rating>& ratings);

// Returns the note that a player was disqualified, with the reason, or withdrawn; empty if it takes part.
std::string exclusion_text(const Viewer& viewer, const TournamentView& view, std::size_t player);

// Makes a table of the points of each player against each other player; empty if there are too many players.
Markup crosstable(const Viewer& viewer, const TournamentView& view);

// Makes a table of measures of how each player plays, such as its longest chain.
Markup measures_table(const Viewer& viewer, const TournamentView& view);

Markup points_cell(const tournament::GameCounts& games);
// The cells of games, wins, draws and losses.
Markup count_cells(const tournament::GameCounts& games);
std::string measure_text(const tournament::Performance& performance, tournament::Measure measure);

}  // namespace rensa::pages
