#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <set>
#include <string>

#include "server/match/match_output.h"
#include "server/sessions/tournament_host.h"
#include "server/storage/games.h"

namespace rensa::sessions {

// Takes a finished game through these steps, the only place that says which data are on disk before a result is sent.
// No step begins before the one above it has succeeded:
//   1. A match ends a game. It sends no result, and begins no other game.
//      The log of running matches has the end of the game on disk before the next step begins.
//   2. The game becomes durable: the store has its row and its record on disk. If a tournament has arranged the match,
//      its record and its event in the journal are on disk instead.
//      A game that its tournament voids has no result, and takes only step 3.
//   3. The match is told. It tells both seats and all spectators the result, and then goes on or ends.
//   4. The store lists the game of a tournament, too. Until then only the pages of the tournament show it.
// If the store is unavailable in step 2 or 4, the failure is logged and counted, and the step is repeated after a
// pause, which grows with each failure; the store of tournaments is given a batch again after the same pause each time.
// If the store refuses the game, that is logged once, and the players are told a result without a record; a game of a
// tournament is then only left out of the list of all games. A tournament whose journal another program has damaged
// ends as failed, and its matches are told that their games are void. If the process dies before step 2
// has succeeded, no client has seen a result. Then the match goes on from the log; if the log does not have it, its
// tournament plays the game again. If it dies later, the game is kept, and the next process takes the steps that are
// left. If the log does not have the match, the next process finds the game in the journal, and lists it with the
// number of another match (server/app/listing/tournament_game_listing.h). All calls are made on the thread of the event
// loop. A game is encoded in the background, since the record of a long game takes a while.
class GameSaver {
 public:
  struct Parts {
    storage::Games& games;
    std::chrono::milliseconds again_after;  // the pause after the first failure to save a game
    std::function<void(std::chrono::milliseconds, std::function<void()>)> post_later;
    std::function<void(std::function<void()>)> run_in_background;  // runs a function on another thread
    bool lists_arranged_games;                                     // false: step 4 is left out
    // Returns true if the games of the player are kept for a time only, unless its opponent's are kept.
    std::function<bool(base::PlayerId)> is_guest = base::is_guest;
    // Calls the function once the end of a game of the match is in the log of running matches, or cannot be logged.
    // Otherwise a match could go on after a restart from before the end of a game that is stored. Empty: there is no
    // log.
    std::function<void(base::MatchId, std::function<void()>)> when_logged{};
    std::function<void(const storage::GameRow&, const storage::StoreError&)> failed;
    // Step 3. `record`: 0 if the store has none.
    std::function<void(base::MatchId match, int game, std::uint64_t record)> announce;
    // Step 3 of a game that does not count.
    std::function<void(base::MatchId match, int game)> announce_void;
  };

  explicit GameSaver(Parts parts) : parts_(std::move(parts)) {}
  GameSaver(const GameSaver&) = delete;
  GameSaver& operator=(const GameSaver&) = delete;

  // Begins step 2 with the store.
  void save(match::FinishedGame game);
  // Begins step 2 with the host of the tournament.
  void save(match::FinishedGame game, TournamentHost& host);
  // Returns the number of games that have not taken all steps.
  std::size_t unsaved_count() const { return unsaved_.size(); }
  // Returns the number of games so far, and how many of the first ones have not taken all steps.
  std::uint64_t game_count() const { return game_count_; }
  std::size_t unsaved_count_of_first(std::uint64_t games) const {
    return static_cast<std::size_t>(std::distance(unsaved_.begin(), unsaved_.upper_bound(games)));
  }
  // Returns true if games wait and the store was unavailable for the last one that it was given.
  bool is_failing() const { return is_failing_ && !unsaved_.empty(); }

 private:
  struct NumberedGame {
    std::uint64_t number = 0;  // counted from 1
    std::shared_ptr<const storage::GameToSave> game;
  };

  void keep(std::shared_ptr<match::FinishedGame> finished, TournamentHost& host, std::uint64_t number);
  void encode_and_store(std::shared_ptr<const match::FinishedGame> finished, std::uint64_t number);
  std::uint64_t add_unsaved();  // returns the number of the game
  // `pause`: before the next attempt, if this one fails.
  void store(const NumberedGame& numbered, std::chrono::milliseconds pause);
  void on_answer(const NumberedGame& numbered, std::chrono::milliseconds pause,
                 const storage::StoreResult<std::uint64_t>& record);

  const Parts parts_;
  std::uint64_t game_count_ = 0;
  std::set<std::uint64_t> unsaved_;  // the numbers of games that have not taken all steps
  bool is_failing_ = false;
};

}  // namespace rensa::sessions
