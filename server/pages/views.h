#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/duel/outcome.h"
#include "server/pages/story.h"
#include "server/pages/texts.h"
#include "server/tournament/plan/summary.h"
#include "server/tournament/plan/tournament_run.h"
#include "server/tournament/statistics/elo.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::pages {

// The data that the pages of tournaments and players show.

// A game that is being played.
struct RunningGameRow {
  std::string game;
  std::uint64_t match = 0;  // in which it can be watched
  std::size_t first = 0;    // players by number
  std::size_t second = 0;
};

// The state of a tournament, without the content of its games.
struct TournamentStatus {
  std::string id;
  TextId state = TextId::state_running;  // or another text of a state
  std::string why_failed;
  std::size_t games = 0;  // finished games
  std::size_t running = 0;
  std::vector<std::string> awaited;  // guests that are not connected
  std::vector<RunningGameRow> running_games{};
};

struct GameRow {
  std::string game;  // its id in the API
  int stage = 0;
  std::size_t first = 0;  // players by number
  std::size_t second = 0;
  std::optional<std::size_t> winner;
  duel::Cause cause = duel::Cause::choked;
  bool is_public = true;                 // of its record; false while another game on its queue is still to be played
  std::array<std::int64_t, 2> chains{};  // the longest one of the first and of the second player
  std::int64_t clock = 0;                // frames or turns until the last pair has locked
};

enum class GameResult : std::uint8_t { won, drawn, lost };

// Returns the results of the latest games of a player that count, the newest last.
std::vector<GameResult> latest_results(const tournament::TournamentProgress& progress, std::size_t player);

struct TournamentView {
  TournamentStatus status;
  tournament::TournamentPlan plan;  // with all players that have joined
  std::shared_ptr<const tournament::TournamentSummary> summary;
  std::vector<GameRow> games;  // the latest
  TournamentStory story{};
  std::vector<std::vector<GameResult>> latest_results{};  // by player
};
TournamentView make_tournament_view(TournamentStatus status, tournament::TournamentSnapshot& run);

// The games that are over, the newest pair first, of all players or of one.
std::vector<GameRow> latest_games(const tournament::TournamentProgress& tournament, std::optional<std::size_t> player,
                                  std::size_t most);

// The public games that a player has won with its longest chains, the longest first.
std::vector<GameRow> best_games(const tournament::TournamentProgress& tournament, std::size_t player);

struct OpponentRow {
  std::size_t opponent = 0;
  tournament::GameCounts games;
  tournament::Interval share;                      // of the points
  std::optional<tournament::Interval> difference;  // in Elo; none if one player has won all points
};

// The values that the history of a player shows: ratings, or shares of the points.
enum class HistoryKind : std::uint8_t { rating, share };

struct PlayerView {
  TournamentView tournament;
  std::size_t player = 0;
  std::vector<OpponentRow> opponents;  // the opponents of most games come first
  std::vector<GameRow> games;          // the latest
  std::vector<GameRow> best_games;     // those won, with the longest chains of the player
  HistoryKind history_kind = HistoryKind::share;
  std::vector<tournament::Interval> history;
};
// Makes the view of a player; nullopt: there is no player of this name.
std::optional<PlayerView> make_player_view(TournamentStatus status, tournament::TournamentSnapshot& run,
                                           const std::string& name);

}  // namespace rensa::pages
