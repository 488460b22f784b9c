#pragma once

#include <cstddef>

#include "server/pages/frame.h"
#include "server/pages/tournament_view.h"

namespace rensa::pages {

// How a stage stands, as its format has it: a table, groups, a bracket, a test.
Markup stage_section(const Visitor& visitor, const TournamentView& view, std::size_t stage);

}  // namespace rensa::pages
