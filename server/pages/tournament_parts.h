#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/pages/markup/markup.h"
#include "server/pages/views.h"

namespace rensa::pages {

// The parts of a tournament's page that are not tables.

// Makes the bracket of a knock-out: its rounds side by side, and the match for the third place apart from them. Lines
// lead from match to match, except in a double knock-out, in which losers go on as well.
Markup bracket_section(const Viewer& viewer, const TournamentView& view, const tournament::StageSummary& stage);

// Makes cards with the games that are worth telling.
Markup story_section(const Viewer& viewer, const TournamentView& view);

// Makes the time of a start. The page's script writes the local time and a countdown instead.
Markup start_time(std::chrono::sys_seconds starts);

// Returns the name of a game, such as "Final, game 2", or of the match if the number of the game is 0.
std::string game_name(const Viewer& viewer, const GamePlace& place);
// Returns the name of a round of a knock-out, such as "Semi-finals". Rounds are counted from 0.
std::string round_name(const Viewer& viewer, int round, int rounds);

// A line of a list: two players, and what is told about their game.
struct PairLine {
  std::array<std::string, 2> players;
  std::string name;                         // of the game
  std::optional<std::uint64_t> match = {};  // in which the game is played now
};
// Makes a list of games that are being played, with links to watch them, or that come next.
Markup pair_lines(const Viewer& viewer, const std::vector<PairLine>& lines);

// Makes the picture of a game that leads to its longest chain.
struct ChainGame {
  std::string address;  // of the replay
  std::int64_t links = 0;
  std::string player;
  std::string opponent;
};
Markup chain_game_card(const Viewer& viewer, const ChainGame& game);

// Makes a list of games with a line for each, which leads to the replay. The older games are behind a button.
struct GameList {
  const std::string& tournament;
  const tournament::TournamentPlan& plan;
  const std::vector<GameRow>& games;
  std::size_t games_of_all;  // also those that are not in `games`
  std::size_t shown = 8;     // without pressing the button
};
Markup games_section(const Viewer& viewer, const GameList& list);

}  // namespace rensa::pages
