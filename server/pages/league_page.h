#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/league/stage_plan.h"
#include "server/pages/tournament_view.h"
#include "server/pages/visitor.h"

namespace rensa::pages {

// A tournament in the list of all.
struct LeagueRow {
  Standing standing;
  std::string name;
  std::vector<league::FormatKind> formats;  // stage by stage
  std::optional<std::size_t> most_games;
  std::string leader;  // empty: nobody yet
};
std::string league_page(const Visitor& visitor, const std::vector<LeagueRow>& rows);

}  // namespace rensa::pages
