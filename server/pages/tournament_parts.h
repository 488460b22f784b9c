#pragma once

#include "server/pages/markup.h"
#include "server/pages/views.h"

namespace rensa::pages {

// The parts of a tournament's page that are not tables.

// Makes the bracket of a knock-out: its rounds side by side, and the match for the third place apart from them. Lines
// lead from match to match, except in a double knock-out, in which losers go on as well.
Markup bracket_section(const Viewer& viewer, const TournamentView& view, const tournament::StageSummary& stage);

// Makes cards with the games that are worth telling.
Markup story_section(const Viewer& viewer, const TournamentView& view);

// Makes a list of games with a line for each, which leads to the replay. The older games are behind a button.
struct GameList {
  const std::string& tournament;
  const tournament::TournamentPlan& plan;
  const std::vector<GameRow>& games;
  std::size_t shown = 8;         // without pressing the button
  std::size_t games_of_all = 0;  // also those that are not in `games`
};
Markup games_section(const Viewer& viewer, const GameList& list);

}  // namespace rensa::pages
