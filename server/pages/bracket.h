#pragma once

#include "server/pages/page_layout.h"
#include "server/pages/views.h"

namespace rensa::pages {

// Makes the heading and the bracket of a knock-out: a list of rounds, each with a list of its matches, in the order in
// which they can be played. The style puts the rounds side by side and draws each match as a box.
Markup bracket_section(const Viewer& viewer, const TournamentView& view, const tournament::StageSummary& stage);

}  // namespace rensa::pages
