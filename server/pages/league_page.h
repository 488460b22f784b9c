#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/pages/texts.h"
#include "server/pages/views.h"
#include "server/tournament/formats/stage_plan.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::pages {

// The list of all tournaments: a card for each, with its best players.

enum class GameResult : std::uint8_t { won, drawn, lost };

// One of the best players of a tournament.
struct LeaguePlayer {
  std::string name;
  TextId strength_kind = TextId::elo;              // or rating
  std::optional<tournament::Interval> strength{};  // nullopt: it is not known, or cannot be compared
  std::vector<GameResult> form{};                  // of its latest games, the newest last
};
// Returns the best players, the strongest first; empty before the first game, and for a sequential test without ranks.
std::vector<LeaguePlayer> league_players_of(tournament::TournamentSnapshot& run);

struct LeagueRow {
  TournamentStatus status;
  std::string name;
  std::vector<tournament::FormatKind> formats;  // stage by stage
  std::optional<std::size_t> most_games;
  std::vector<LeaguePlayer> players;  // the best ones
};
std::string league_page(const Viewer& viewer, const std::vector<LeagueRow>& rows);

}  // namespace rensa::pages
