#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/duel/decision_counts.h"
#include "engine/duel/game.h"
#include "engine/duel/game_statistics.h"
#include "engine/record/record.h"
#include "server/base/durations.h"
#include "server/base/types.h"
#include "server/match/terms.h"

namespace rensa::match {

// A match of one game that the tournament host arranged: its players, its seed, and the limits that its players must
// not exceed.

// Counts and times after which a player has failed. A count of 0 means no limit.
struct PlayerLimits {
  base::Span think = std::chrono::seconds(10);  // for one answer, unless the ruleset sets a time
  base::Span first_think{};                     // for the first decision of a game, if it is longer
  base::Span grace = std::chrono::seconds(60);  // for a lost player to come back
  base::Span whole_game{};                      // for all answers of a player together; zero: no limit
  int max_missed = 0;                           // missed answers
  int max_refused = 0;                          // pairs that fell undecided because all their placements were refused
  friend bool operator==(const PlayerLimits&, const PlayerLimits&) = default;
};

// A game as its tournament names it.
struct TournamentGame {
  std::string tournament;
  std::string game;
  friend bool operator==(const TournamentGame&, const TournamentGame&) = default;
};

// The course of an earlier game, with which a new one begins. The players are asked from this clock on.
struct Opening {
  record::Record record;  // verifies
  int clock = 0;
};

struct ArrangedGame {
  std::uint64_t seed = 0;
  bool reveals_seed = true;                // at the end of the game; false if a later game uses the same seed
  std::array<std::uint64_t, 2> chances{};  // the seeds for the random choices of the players, by seat
  PlayerLimits limits;
  // The name by which the tournament takes its match back after a restart of the server. nullopt: the match is not
  // logged, and the tournament plays the game again.
  std::optional<TournamentGame> name = {};
  // Only in private servers, because the log of running matches does not hold it. Null: the game begins anew.
  std::shared_ptr<const Opening> opening{};
  friend bool operator==(const ArrangedGame&, const ArrangedGame&) = default;
};

// A player with which a match begins.
struct MatchPlayer {
  base::PlayerId id;
  std::string name;
  Subscription subscription = Subscription::events;
  friend bool operator==(const MatchPlayer&, const MatchPlayer&) = default;
};

struct Arrangement {
  Terms terms;
  std::array<MatchPlayer, 2> players;
  ArrangedGame game;
};

// An arranged match that was made again after a restart of the server.
struct RestoredArrangedMatch {
  base::MatchId match{};
  ArrangedGame game;  // has a name
  std::array<std::string, 2> players;
  bool has_ended = false;  // its game has ended, but the match was not told that the result is on disk
};

// The statistics of both players, their refused and late decisions, and their thinking times, by seat.
struct PlayStatistics {
  std::array<duel::GameStatistics, 2> statistics{};
  std::array<duel::DecisionCounts, 2> decisions{};
  std::array<base::Durations, 2> thinking{};
};

// Observes an arranged match while it is played, and decides when a player has failed.
class ArrangedMatchMonitor {
 public:
  // A pair falls undecided after `max_refusals` refused placements, see ClockSettings.
  ArrangedMatchMonitor(const ArrangedGame& game, int max_refusals) : arranged_(game), max_refusals_(max_refusals) {}

  const ArrangedGame& arranged_game() const { return arranged_; }
  PlayStatistics play_statistics() const;

  void on_events(const duel::Game& game, const duel::Events& events);
  void on_question(duel::Seat seat, base::Time now);
  void on_answer(duel::Seat seat, base::Time now);
  // `hand`: the number of the seat's pair. Answers that its client reports as missed count once for each pair.
  void on_missed_answer(duel::Seat seat, int hand, base::Time now);
  void skip_pause(base::Span pause);
  // Returns the outcome if a player has failed, otherwise nullopt. If both have failed, there is no winner.
  std::optional<duel::Outcome> outcome_by_failure(int clock) const;

 private:
  struct PlayerCounts {
    std::optional<base::Time> asked_at;
    base::Span thinking_time{};
    int missed = 0;
    int missed_hand = -1;      // the number of the last hand with a missed answer
    int refused = 0;           // pairs that fell undecided
    int refusals = 0;          // placements
    int refused_hand = 0;      // the number of the last hand with a refused placement
    int refusals_of_hand = 0;  // the number of refusals in the hand `refused_hand`
  };

  std::optional<duel::Cause> failure_of(const PlayerCounts& player) const;

  const ArrangedGame arranged_;
  const int max_refusals_;
  duel::StatisticsCounter statistics_;
  std::array<base::Durations, 2> thinking_;
  std::array<PlayerCounts, 2> players_;
};

}  // namespace rensa::match
