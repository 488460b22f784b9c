#pragma once

#include <string>
#include <vector>

#include "server/contest/plan.h"
#include "server/pages/frame.h"
#include "server/pages/tournament_view.h"

namespace rensa::pages {

struct GamesOf {
  const std::string& tournament;
  const contest::Plan& plan;
  const std::vector<GameRow>& games;
};
Markup games_section(const Visitor& visitor, Word title, const GamesOf& of);

}  // namespace rensa::pages
