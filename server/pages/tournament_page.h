#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/league/stage_plan.h"
#include "server/pages/path.h"
#include "server/pages/tournament_view.h"
#include "server/pages/visitor.h"

namespace rensa::pages {

std::string tournament_page(const Visitor& visitor, const TournamentView& view);
// Of the first stage that is a test, as SVG; empty: none is.
std::string test_plot(const Visitor& visitor, const TournamentView& view, Scheme scheme);

// Stage by stage: "round robin → knockout".
std::string formats_text(const Visitor& visitor, const std::vector<league::FormatKind>& formats);
// "37 of 90".
std::string games_text(const Visitor& visitor, std::size_t games, std::optional<std::size_t> most);

}  // namespace rensa::pages
