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
#include "server/tournament/formats/stage_plan.h"
#include "server/tournament/plan/summary.h"
#include "server/tournament/plan/tournament_run.h"
#include "server/tournament/statistics/elo.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::pages {

// The data that the pages of tournaments and players show.

// The place of a game in its tournament, from which its name is made: "Final, game 2".
struct GamePlace {
  tournament::FormatKind format = tournament::FormatKind::round_robin;
  bool has_stages = false;  // the tournament has several stages, so the name of the stage belongs to that of the game
  int round = 0;            // of a knock-out, counted from 0
  int rounds = 0;
  bool is_for_third_place = false;
  int match = 0;           // of a double knock-out, counted from 0
  std::size_t number = 0;  // of the game in its match or, if there are no matches, in its stage; counted from 1

  bool is_final() const {
    return format == tournament::FormatKind::knock_out && round + 1 == rounds && !is_for_third_place;
  }
};
GamePlace place_of(const tournament::TournamentPlan& plan, const tournament::TournamentProgress& progress,
                   const tournament::GameId& game);

// A game that is being played.
struct RunningGameRow {
  std::uint64_t match = 0;  // in which it can be watched
  std::size_t first = 0;    // players by number
  std::size_t second = 0;
  GamePlace place{};
};

// Two players that play next. The number of the place is 0.
struct NextPairRow {
  std::size_t first = 0;  // players by number
  std::size_t second = 0;
  GamePlace place{};
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
  GamePlace place{};
  std::size_t first = 0;  // players by number
  std::size_t second = 0;
  std::optional<std::size_t> winner;
  duel::Cause cause = duel::Cause::choked;
  bool counts = true;                    // false: a player of it was disqualified
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
  std::vector<NextPairRow> next_pairs{};                  // the first few
  std::vector<tournament::KeptMessage> messages{};        // of the organisers, the newest first

  // Returns true if the order of the standings tells places: not in a sequential test, and not before the end of a
  // knock-out.
  bool has_places() const;
};
TournamentView make_tournament_view(TournamentStatus status, tournament::TournamentSnapshot& run);

// The games that are over, the newest pair first, of all players or of one.
std::vector<GameRow> latest_games(const tournament::TournamentSnapshot& run, std::optional<std::size_t> player,
                                  std::size_t most);

// The public games that count and that a player has won with its longest chains, the longest first.
std::vector<GameRow> best_games(const tournament::TournamentSnapshot& run, std::size_t player);

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
  std::size_t games_of_all = 0;        // also those that are not in `games`
  std::vector<GameRow> best_games;     // those won, with the longest chains of the player
  HistoryKind history_kind = HistoryKind::share;
  std::vector<tournament::Interval> history;
};
// Makes the view of a player; nullopt: there is no player of this name.
std::optional<PlayerView> make_player_view(TournamentStatus status, tournament::TournamentSnapshot& run,
                                           const std::string& name);

}  // namespace rensa::pages
