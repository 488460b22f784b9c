#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/base/lifetime.h"
#include "server/base/log_line.h"
#include "server/base/types.h"
#include "server/live_tournaments/live_tournament.h"
#include "server/storage/games.h"
#include "server/storage/tournaments.h"

namespace rensa::app {

// Compares the results of tournaments with the list of games in the store, and lists those that it lacks, each once. A
// server that dies after the result of a game is in the journal, and before the game is listed, leaves such a game.
// Its match is forgotten, so it is listed with a new number of a match and the time of now. One game is listed at a
// time, and an operation of a store that is unavailable is tried again after a pause. All calls are made on the thread
// of the event loop.
class TournamentGameListing {
 public:
  struct Parts {
    storage::Games& games;
    storage::Tournaments& tournaments;
    std::function<std::optional<base::MatchId>()> take_match_id;  // nullopt: there is none at the moment
    std::function<std::string()> date;                            // ISO 8601, UTC
    std::function<void(std::function<void()>)> run_in_background;
    storage::Executor post;
    std::function<void(std::chrono::milliseconds, std::function<void()>)> post_later;
    std::function<void(const base::LogLine&)> log;
  };

  explicit TournamentGameListing(Parts parts) : parts_(std::move(parts)) {}
  TournamentGameListing(const TournamentGameListing&) = delete;
  TournamentGameListing& operator=(const TournamentGameListing&) = delete;

  // Lists those of the results that the store does not list. Precondition: no other part lists them.
  void list(live_tournaments::TournamentResults results);

 private:
  using Record = std::optional<std::vector<std::uint8_t>>;

  void begin_next();
  void read_list(std::uint64_t before);
  void list_next_game();
  void read_game(const std::string& game);
  void make_row(const std::string& game, std::vector<std::uint8_t> record);
  void add_match(const storage::GameToSave& row);
  void save(const storage::GameToSave& row);
  void skip(const std::string& game, const std::string& why);
  void try_later(const std::string& why, std::function<void()> step);

  const Parts parts_;
  std::deque<live_tournaments::TournamentResults> waiting_;  // the first is being compared
  std::set<std::string> listed_;                             // the games of the first that the store lists
  std::size_t next_ = 0;                                     // the next game of the first
  std::string last_error_;                                   // empty: the last answer was none
  base::Lifetime lifetime_;
};

}  // namespace rensa::app
