#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "server/base/durations.h"
#include "server/contest/open_run.h"
#include "server/contest/plan.h"
#include "server/league/cycles.h"
#include "server/league/glicko.h"
#include "server/league/performance.h"
#include "server/league/results.h"
#include "server/league/sprt.h"
#include "server/league/standings.h"

namespace rensa::contest {

// All that there is to say about a run, as plain data: what reports are made of.

struct MatchSummary {
  int place = 0;
  int round = 0;  // counted from 0
  std::size_t first = 0;
  std::size_t second = 0;
  double first_points = 0;
  double second_points = 0;
  bool is_decided = false;
  std::size_t winner = 0;  // if it is
};

struct StageSummary {
  league::StagePlan plan;
  std::vector<std::size_t> players;  // that it has begun with
  std::vector<std::size_t> ranking;
  std::vector<league::Standing> standings;       // of its players, as they rank
  std::vector<MatchSummary> matches;             // of a knock-out
  std::vector<std::vector<std::size_t>> groups;  // of groups, by players
  std::vector<league::Rating> ratings;           // of a ladder, by player
  int season = 0;                                // of a ladder, counted from 0
  std::optional<league::Sprt> sprt;
  std::vector<double> ratios;  // of a test: its log-likelihood ratio after each pair
};

struct Summary {
  std::size_t games = 0;  // that count
  std::optional<std::size_t> most_games;
  std::size_t voided = 0;
  bool is_over = false;
  std::vector<std::size_t> ranking;         // of the whole: by the last stage
  std::vector<league::Standing> standings;  // of the whole, by strength
  league::Results results;
  league::PerformanceTable performance;
  std::vector<base::Durations> thinking;  // by player
  std::vector<league::Cycle> cycles;
  std::vector<StageSummary> stages;
  std::vector<bool> benched;  // by player
};

Summary summary_of(ReadRun& run);

// The one table of the whole: as the run ranks its players, or, where all met all or one met all, by strength.
std::vector<league::Standing> final_table(const Plan& plan, const Summary& summary);
// Those whose Elo can be compared, since wins connect them, have the same number, counted from 1; by place in the
// table, 0 where there is no Elo or all are of one group.
std::vector<std::size_t> groups_of(const std::vector<league::Standing>& table);

}  // namespace rensa::contest
