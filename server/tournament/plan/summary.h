#pragma once

#include <cstddef>
#include <optional>
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
  std::size_t first = 0;
  std::size_t second = 0;
  double first_points = 0;
  double second_points = 0;
  bool is_decided = false;
  std::size_t winner = 0;  // valid if is_decided
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
  bool is_over = false;
  std::vector<std::size_t> ranking;       // of all players, by the last stage
  std::vector<PlayerStanding> standings;  // of all stages together, by strength
  GameResults results;
  PerformanceTable performance;
  std::vector<base::Durations> thinking;  // by player
  std::vector<Cycle> cycles;
  std::vector<StageSummary> stages;
  std::vector<bool> benched;  // by player
};

// Counts the results of the finished games of these pairs.
GameResults count_results(const TournamentProgress& progress, std::span<const PairRange> ranges);

TournamentSummary summarise(TournamentSnapshot& snapshot);

// Returns the final table: by the ranking of the tournament, or by strength for a single round robin or gauntlet.
std::vector<PlayerStanding> final_table(const TournamentPlan& plan, const TournamentSummary& summary);
// The Elo of players can be compared only within a group. Returns for each row of the table the number of its group,
// counted from 1. It is 0 for players without Elo, and for all if there is only one group.
std::vector<std::size_t> elo_groups(const std::vector<PlayerStanding>& table);

}  // namespace rensa::tournament
