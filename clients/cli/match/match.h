#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "engine/duel/record.h"
#include "engine/players/entrant.h"
#include "engine/players/play.h"

namespace rensa::cli {

// A match: a series of games between two players in one process. What they add up to is in tally.h; who runs them is
// headless.h or live/live_match.h.

struct MatchSetup {
  std::array<players::Entrant, 2> entrants{};  // in the order in which they were named
  rules::Ruleset ruleset;
  std::uint64_t seed = 0;
  std::optional<rules::PairQueue> queue;  // of every game, instead of those that the seed gives
  std::uint32_t games = 1;
  bool swap = false;  // each seed is played twice, the second time with seats exchanged
  std::optional<std::filesystem::path> record_folder;

  // Exchanging seats repeats a game in a mirror, unless each seat has a queue of its own.
  bool has_mirrors() const { return swap && ruleset.queue == rules::QueueSharing::common; }
};

// A game of a match, before it is played: a function of the setup and its number.
struct PlannedGame {
  std::uint32_t number = 0;  // 0 is the first
  std::uint64_t seed = 0;
  bool swapped = false;  // the entrant who was named first sits in seat two

  int entrant_at(duel::Seat seat) const { return (seat == duel::Seat::two) != swapped ? 1 : 0; }
};

PlannedGame plan_game(const MatchSetup& setup, std::uint32_t number);

// A game of a match that is being played, with its players and, where games are recorded, its recorder.
class MatchGame {
 public:
  // `also` watches too, and may be null.
  MatchGame(const MatchSetup& setup, const PlannedGame& plan, duel::Observer* also);
  ~MatchGame();
  MatchGame(const MatchGame&) = delete;
  MatchGame& operator=(const MatchGame&) = delete;

  players::GameRun& run();
  // Writes the record where the setup wants one. Throws std::runtime_error when that fails.
  players::GameResult finish();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace rensa::cli
