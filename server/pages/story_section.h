#pragma once

#include "server/pages/page_layout.h"
#include "server/pages/views.h"

namespace rensa::pages {

// Makes a heading, and a card for each game that is worth telling, with a link to the moment in its replay. Empty if
// there is none.
Markup story_section(const Viewer& viewer, const TournamentView& view);

}  // namespace rensa::pages
