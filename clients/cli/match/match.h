#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "engine/players/local_game.h"
#include "engine/players/registry.h"
#include "engine/record/record.h"

namespace rensa::cli {

// A match: a series of games between two players in one process. Its results are added up in match_totals.h; its games
// are played by headless.h or live/live_match.h.

struct MatchSetup {
  std::array<players::Entrant, 2> entrants{};  // in the order of the command line
  rules::Ruleset ruleset;
  std::uint64_t seed = 0;
  std::optional<rules::PairQueue> queue;  // of every game; without it, the seed gives each game its queue
  std::uint32_t games = 1;
  bool swap = false;  // every seed is played twice, the second time with exchanged seats
  std::optional<std::filesystem::path> record_folder;

  // If both seats share one queue, the game with exchanged seats has to be the mirror image of the first.
  bool expects_mirrored_pairs() const { return swap && ruleset.queue == rules::QueueSharing::common; }
};

// A game of a match before it is played. It depends only on the setup and its number.
struct PlannedGame {
  std::uint32_t number = 0;  // 0 is the first
  std::uint64_t seed = 0;
  bool swapped = false;  // the first entrant has seat two

  int entrant_at(duel::Seat seat) const { return (seat == duel::Seat::two) != swapped ? 1 : 0; }
};

PlannedGame plan_game(const MatchSetup& setup, std::uint32_t number);

// A game of a match that is being played, with its players and its recorder if games are recorded.
class MatchGame {
 public:
  // `observer` may be null.
  MatchGame(const MatchSetup& setup, const PlannedGame& plan, duel::GameObserver* observer);
  ~MatchGame();
  MatchGame(const MatchGame&) = delete;
  MatchGame& operator=(const MatchGame&) = delete;

  players::LocalGame& local_game();
  // Writes the record if the setup has a folder for it. Throws std::runtime_error if it cannot be written.
  players::GameResult finish();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace rensa::cli
