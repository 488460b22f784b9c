#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/pages/texts.h"
#include "server/pages/views.h"
#include "server/tournament/formats/stage_plan.h"

namespace rensa::pages {

// The list of all tournaments: a card for each, with its best players. The first one is large.

// One of the best players of a tournament.
struct LeaguePlayer {
  std::string name;
  TextId strength_kind = TextId::elo;  // or rating
  std::optional<double> strength{};    // nullopt: it is not known, or cannot be compared
  std::vector<GameResult> form{};      // of its latest games, the newest last
};
// The game of a tournament that is worth seeing first: that with the longest chain.
struct LeagueGame {
  std::string game;  // its id in the API
  std::string player;
  std::string opponent;
  std::int64_t links = 0;
};
// The parts of a card that take long to compute. Before the first game there are none.
struct LeagueBest {
  std::vector<LeaguePlayer> players;  // the best ones, the strongest first; empty for a test, which has no ranks
  std::optional<LeagueGame> game{};
};
LeagueBest league_best_of(tournament::TournamentSnapshot& run);

struct LeagueRow {
  TournamentStatus status;
  std::string name;
  std::vector<tournament::FormatKind> formats;  // stage by stage
  std::optional<std::size_t> most_games;
  LeagueBest best;
};
// Running tournaments come first, and then those that have not begun or are paused.
std::string league_page(const Viewer& viewer, const std::vector<LeagueRow>& rows);

}  // namespace rensa::pages
