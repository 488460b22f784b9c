#pragma once

#include <string>

#include "server/pages/path.h"
#include "server/pages/player_view.h"
#include "server/pages/visitor.h"

namespace rensa::pages {

std::string player_page(const Visitor& visitor, const PlayerView& view);
// How it has done game by game, as SVG.
std::string player_plot(const Visitor& visitor, const PlayerView& view, Scheme scheme);

}  // namespace rensa::pages
