#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server/base/durations.h"
#include "server/tournament/plan/plan.h"
#include "server/tournament/plan/tournament_run.h"
#include "server/tournament/statistics/glicko.h"
#include "server/tournament/statistics/performance.h"
#include "server/tournament/statistics/sprt.h"
#include "server/tournament/statistics/standings.h"

namespace rensa::tournament {

// All facts about a tournament as plain data, from which reports and pages are made.

struct MatchSummary {
  int match = 0;  // number in the bracket, counted from 0
  int round = 0;  // counted from 0
  bool is_for_third_place = false;
  std::size_t first = 0;
  std::size_t second = 0;
  double first_points = 0;
  double second_points = 0;
  bool is_decided = false;
  std::size_t winner = 0;             // valid if is_decided
  bool is_scheduled = true;           // false: it needed no game, because a player had withdrawn before
  bool has_withdrawn_player = false;  // its loser has left games of it unplayed
};

struct StageSummary {
  StagePlan plan;
  std::vector<std::size_t> players;  // that the stage started with
  std::vector<std::size_t> ranking;
  std::vector<PlayerStanding> standings;         // in the order of `ranking`
  std::vector<MatchSummary> matches;             // only of a knock-out
  std::vector<std::vector<std::size_t>> groups;  // only of groups: the players of each
  std::vector<Rating> ratings;                   // only of a ladder: by player
  int season = 0;                                // only of a ladder, counted from 0
  std::optional<Sprt> sprt;
  std::vector<double> ratios;  // only of a test: the log-likelihood ratio after each pair
};

struct TournamentSummary {
  std::size_t games = 0;  // finished games that count
  std::optional<std::size_t> max_games;
  std::size_t voided = 0;
  std::size_t annulled = 0;  // finished games that the organiser has annulled
  bool is_over = false;
  // The games of all stages together. The order is that of the ranks: by the last stage, or by strength for a single
  // round robin or gauntlet. All tables and pages use these ranks.
  std::vector<PlayerStanding> standings;
  GameResults results;
  PerformanceTable performance;
  std::vector<base::Durations> thinking;  // by player
  std::vector<Cycle> cycles;
  std::vector<StageSummary> stages;
  std::vector<bool> benched;                        // by player
  std::map<std::size_t, std::string> disqualified;  // the reason, by player
};

// Counts the results of the finished games of these pairs, without those of disqualified players.
GameResults count_results(const TournamentProgress& progress, std::span<const PairRange> ranges);

// A summary that is computed once for all snapshots that share it. May be used on any thread.
class SharedSummary {
 public:
  std::shared_ptr<const TournamentSummary> of(TournamentSnapshot& snapshot);

 private:
  std::once_flag once_;
  std::shared_ptr<const TournamentSummary> summary_;
};

std::shared_ptr<const TournamentSummary> summarise(TournamentSnapshot& snapshot);

// The Elo of players can be compared only if their games connect them. Players that are connected share a scale.
// Returns for each row of the table the number of its scale, counted from 1. It is 0 for players without Elo, and for
// all if there is only one scale.
std::vector<std::size_t> elo_scales(const std::vector<PlayerStanding>& table);

}  // namespace rensa::tournament
