#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/pages/tables.h"
#include "server/pages/texts.h"
#include "server/pages/views.h"
#include "server/tournament/formats/stage_plan.h"

namespace rensa::pages {

// The list of all tournaments: those that are played now, those that come, and those that are over. Each has a card
// with its best players; the first one is large.

// One of the best players of a tournament.
struct LeaguePlayer {
  std::string name;
  std::string strength;            // a whole number, or "–"
  std::vector<GameResult> form{};  // of its latest games, the newest last
  std::string points{};
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
  std::vector<std::vector<CrossCell>> cross{};  // of these players; empty if there are more players
  std::optional<std::string> last_win{};        // the game with the last win of the first player
  bool is_last_win_final = false;               // it was a game of the final
  bool has_average_rating = false;              // the players' average rating is 1500 by definition; no ladder has one
};
LeagueBest league_best_of(tournament::TournamentSnapshot& run);

// A game that is played now.
struct LeagueLiveGame {
  std::uint64_t match = 0;
  std::array<std::string, 2> players;
  GamePlace place;
};

struct LeagueRow {
  TournamentStatus status;
  std::string name;
  std::vector<tournament::FormatKind> formats;  // stage by stage
  std::optional<std::size_t> most_games;
  LeagueBest best;
  std::optional<std::chrono::sys_seconds> starts{};
  std::size_t players = 0;              // their number
  std::vector<std::string> entrants{};  // the first of them
  std::vector<LeagueLiveGame> live{};   // the first of the games that are played now
};
// Running tournaments come first, and then those that have not begun or are paused.
std::string league_page(const Viewer& viewer, const std::vector<LeagueRow>& rows);

}  // namespace rensa::pages
