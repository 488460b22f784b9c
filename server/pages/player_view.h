#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/league/interval.h"
#include "server/league/sample.h"
#include "server/pages/tournament_view.h"

namespace rensa::pages {

// All that the page of one player of a tournament shows.

struct OpponentRow {
  std::size_t opponent = 0;
  league::GameCounts games;
  league::Interval share;                      // of the points
  std::optional<league::Interval> difference;  // in Elo; none where one has won everything
};

// How it has done, game by game.
enum class History : std::uint8_t { rating, share };

struct PlayerView {
  TournamentView tournament;
  std::size_t player = 0;
  std::vector<OpponentRow> opponents;  // who it has met most first
  std::vector<GameRow> games;          // the latest
  History history_of = History::share;
  std::vector<league::Interval> history;
};
// nullopt: nobody is called so.
std::optional<PlayerView> view_of_player(Standing standing, contest::ReadRun& run, const std::string& name);

}  // namespace rensa::pages
