#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "engine/players/local_game.h"
#include "engine/players/registry.h"
#include "engine/record/record.h"
#include "engine/rules/hash.h"

namespace rensa::cli {

// A match: a series of games between two players in one process. play_match() plays it without a picture, and
// play_live() in live/live_match.h draws it.

struct MatchSetup {
  std::array<players::Entrant, 2> entrants{};  // in the order of the command line
  rules::Ruleset ruleset;
  std::uint64_t seed = 0;
  std::optional<rules::PairQueue> queue;  // of every game; without it, the seed gives each game its queue
  std::uint32_t games = 1;
  bool swap = false;  // every seed is played twice, the second time with exchanged seats
  std::optional<std::filesystem::path> record_folder;

  // Returns true if the second game of each pair has to be the mirror image of the first: the seats are exchanged, and
  // both seats share one queue.
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

// The sums over the games of a match, which are added in the order of the games. So the same match gives the same
// totals, however many threads played it.
class MatchTotals {
 public:
  struct Entrant {
    std::int64_t wins = 0;
    duel::GameStatistics statistics;
  };

  void add(const PlannedGame& plan, const players::GameResult& result);

  std::int64_t games() const { return games_; }
  std::int64_t draws() const { return games_ - entrants_[0].wins - entrants_[1].wins; }
  const Entrant& entrant(int index) const { return entrants_[static_cast<std::size_t>(index)]; }
  std::int64_t frames() const { return frames_; }  // or turns
  std::int64_t ended_by(duel::Cause cause) const { return causes_[static_cast<std::size_t>(cause)]; }
  std::uint64_t digest() const { return digest_.value(); }  // over the last states of all games

  // Only for swapped matches: the number of pairs in which the first entrant got 0, 1/2, 1, 3/2 and 2 points, and the
  // number of pairs whose second game did not mirror the first (MatchSetup::expects_mirrored_pairs()).
  const std::array<std::int64_t, 5>& pairs() const { return pairs_; }
  std::int64_t pairs_not_mirrored() const { return pairs_not_mirrored_; }

 private:
  void add_pair(const players::GameResult& second, int half_points);

  std::int64_t games_ = 0;
  std::int64_t frames_ = 0;
  std::array<Entrant, 2> entrants_{};
  std::array<std::int64_t, duel::kCauseCount> causes_{};
  rules::Hash digest_;
  std::array<std::int64_t, 5> pairs_{};
  std::int64_t pairs_not_mirrored_ = 0;
  std::optional<players::GameResult> first_of_pair_;
  int half_points_of_first_ = 0;
};

// Returns the index of the entrant that won the game, or nothing after a draw.
std::optional<int> winning_entrant(const PlannedGame& plan, const duel::Outcome& outcome);

struct HeadlessOptions {
  int jobs = 1;                // threads
  std::function<bool()> stop;  // true ends the match; called by all threads, between games and during long ones
  std::function<void(const MatchTotals&)> on_progress;  // called on the calling thread, about ten times a second
};

// Plays a match as fast as this machine can, without a picture. Games are counted in their order, whichever thread
// finishes first, so the totals of a stopped match are those of its first games. Passes on the exceptions of a game.
MatchTotals play_match(const MatchSetup& setup, const HeadlessOptions& options);

}  // namespace rensa::cli
