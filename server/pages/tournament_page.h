#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/pages/page_path.h"
#include "server/pages/texts.h"
#include "server/pages/views.h"
#include "server/tournament/formats/stage_plan.h"

namespace rensa::pages {

// The page of a tournament.

std::string tournament_page(const Viewer& viewer, const TournamentView& view);
// Returns the plot of the first stage that is a sequential test, as SVG. Returns an empty text if no stage is one.
std::string sprt_plot(const Viewer& viewer, const TournamentView& view, ColourScheme scheme);

// Returns the formats of all stages as text, such as "round robin → knockout".
std::string formats_text(const Viewer& viewer, const std::vector<tournament::FormatKind>& formats);
// Returns the number of finished games as text, such as "37 of 90".
std::string games_text(const Viewer& viewer, const TournamentStatus& status, std::optional<std::size_t> most);

std::string player_page(const Viewer& viewer, const PlayerView& view);
// Returns the history of a player's rating, or of its share of the points, as SVG.
std::string player_plot(const Viewer& viewer, const PlayerView& view, ColourScheme scheme);

}  // namespace rensa::pages
