#pragma once

#include <string>

#include "server/pages/page_path.h"
#include "server/pages/texts.h"
#include "server/pages/views.h"

namespace rensa::pages {

std::string player_page(const Viewer& viewer, const PlayerView& view);
// The history of the rating or of the points, as SVG.
std::string player_plot(const Viewer& viewer, const PlayerView& view, ColourScheme scheme);

}  // namespace rensa::pages
