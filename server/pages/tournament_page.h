#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/pages/page_path.h"
#include "server/pages/texts.h"
#include "server/pages/views.h"
#include "server/tournament/formats/stage_plan.h"

namespace rensa::pages {

// The list of all tournaments, and the page of one.

// A tournament in the list.
struct LeagueRow {
  TournamentStatus status;
  std::string name;
  std::vector<tournament::FormatKind> formats;  // stage by stage
  std::optional<std::size_t> most_games;
  std::string leader;  // empty: no game is over yet
};
std::string league_page(const Viewer& viewer, const std::vector<LeagueRow>& rows);

std::string tournament_page(const Viewer& viewer, const TournamentView& view);
// The plot of the first stage that is a sequential test, as SVG; empty: no stage is one.
std::string test_plot(const Viewer& viewer, const TournamentView& view, ColourScheme scheme);

// The formats of all stages: "round robin → knockout".
std::string formats_text(const Viewer& viewer, const std::vector<tournament::FormatKind>& formats);
// "37 of 90".
std::string games_text(const Viewer& viewer, std::size_t games, std::optional<std::size_t> most);

std::string player_page(const Viewer& viewer, const PlayerView& view);
// The history of the rating or of the points, as SVG.
std::string player_plot(const Viewer& viewer, const PlayerView& view, ColourScheme scheme);

}  // namespace rensa::pages
