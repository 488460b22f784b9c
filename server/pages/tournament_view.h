#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/duel/outcome.h"
#include "server/contest/open_run.h"
#include "server/contest/summary.h"
#include "server/pages/words.h"

namespace rensa::pages {

// How a tournament stands, as the server knows it without looking at its games.
struct Standing {
  std::string id;
  Word state = Word::running;  // or paused, over, failed
  std::string why_failed;
  std::size_t games = 0;  // that have ended
  std::size_t running = 0;
  std::vector<std::string> awaited;  // guests who are not here
};

struct GameRow {
  std::string game;  // as the API calls it
  int stage = 0;
  std::size_t first = 0;  // players by number
  std::size_t second = 0;
  std::optional<std::size_t> winner;
  duel::Cause cause = duel::Cause::choked;
  bool is_public = true;  // its record; not while another game on its queue is still to be played
};

// All that its page shows.
struct TournamentView {
  Standing standing;
  contest::Plan plan;  // with all who have joined
  contest::Summary summary;
  std::vector<GameRow> games;  // the latest
};
TournamentView view_of(Standing standing, contest::ReadRun& run);

// Those that are over, the newest pair first: of all players, or of one.
std::vector<GameRow> latest_games(const league::Tournament& tournament, std::optional<std::size_t> player,
                                  std::size_t most);

}  // namespace rensa::pages
